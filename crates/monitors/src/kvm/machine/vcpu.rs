//! A virtual CPU's thread: enters the guest, answers its exits, notices its end.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use kvm_ioctls::{VcpuExit, VcpuFd};

use super::arch::{self, Devices};
use super::console::{Console, Output};
use super::memory::GuestMemory;
use super::serial::SerialPort;
use super::virtio::Virtio;
use crate::timing::Passing;

/// What the threads of one machine share.
pub(super) struct Shared {
    pub(super) memory: GuestMemory,
    pub(super) console: Arc<Console>,
    pub(super) serial: SerialPort,
    pub(super) devices: Devices,
    pub(super) virtio: Virtio,
    stop: AtomicBool,
    end: OnceLock<End>,
    /// Exits from KVM to the tool, of all CPUs, that the guest caused.
    exits: AtomicU64,
}

/// How a machine ended by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct End {
    /// In a few words.
    pub(super) how: String,
    /// The state of the CPU that ended it; absent when the guest powered itself off.
    pub(super) state: Option<String>,
}

impl Shared {
    /// A machine with `memory` and devices that has not ended; `marks` times those on its console.
    pub(super) fn new(
        memory: GuestMemory,
        (devices, virtio): (Devices, Virtio),
        marks: Option<Passing>,
    ) -> Self {
        let console = Arc::new(Console::default());
        let output = Output { console: Arc::clone(&console), marks };
        Self {
            memory,
            serial: SerialPort::new(output),
            devices,
            virtio,
            console,
            stop: AtomicBool::new(false),
            end: OnceLock::new(),
            exits: AtomicU64::new(0),
        }
    }

    /// Asks all CPUs to end; each notices when it leaves the guest the next time.
    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.virtio.stop();
        self.console.close();
    }

    /// Counts an exit from KVM to the tool.
    pub(super) fn count_exit(&self) {
        self.exits.fetch_add(1, Ordering::SeqCst);
    }

    /// Those so far.
    pub(super) fn exits(&self) -> u64 {
        self.exits.load(Ordering::SeqCst)
    }

    /// How the machine ended by itself, if it did.
    pub(super) fn end(&self) -> Option<&End> {
        self.end.get()
    }

    fn finish(&self, how: String, state: Option<String>) {
        // The first CPU to say so knows best.
        let _ = self.end.set(End { how, state });
        self.stop();
    }
}

/// Runs `cpu` until the machine ends.
pub(super) fn run(mut cpu: VcpuFd, shared: &Shared) {
    while !shared.stop.load(Ordering::Relaxed) {
        match arch::turn(&mut cpu, shared) {
            Turn::Next => {}
            Turn::PoweredOff => shared.finish("it powered itself off".to_owned(), None),
            Turn::Died(why) => {
                let state = arch::state(&cpu, &shared.memory);
                shared.finish(why, Some(state));
            }
        }
    }
}

/// What a stay in the guest led to.
pub(super) enum Turn {
    Next,
    PoweredOff,
    Died(String),
}

/// What to make of an `exit` that the machine has no answer to.
pub(super) fn unasked(exit: &VcpuExit) -> Turn {
    match exit {
        VcpuExit::Intr => Turn::Next,
        VcpuExit::FailEntry(reason, _) => {
            Turn::Died(format!("KVM could not enter the guest: reason {reason:#x}"))
        }
        other => Turn::Died(format!("KVM left the guest for what nobody asked: {other:?}")),
    }
}

/// A signal has ended the stay, or KVM is at its wits' end.
pub(super) fn interrupted(errno: i32) -> Turn {
    let error = io::Error::from_raw_os_error(errno);
    match error.kind() {
        io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock => Turn::Next,
        _ => Turn::Died(format!("KVM could not run the guest: {error}")),
    }
}

/// Why KVM gave the guest of `cpu` up, by the code that it left (`KVM_INTERNAL_ERROR_*` in linux/kvm.h).
pub(super) fn internal_error(cpu: &mut VcpuFd) -> String {
    let run = cpu.get_kvm_run();
    // SAFETY: the exit reason says that this member of the union is the valid one.
    #[expect(unsafe_code, reason = "the kernel's interface is a union")]
    let code = unsafe { run.__bindgen_anon_1.internal.suberror };
    let meaning = match code {
        1 => "it cannot emulate an instruction of the guest",
        2 => "an exception came while it delivered another",
        3 => "it could not deliver an event",
        4 => "the processor left the guest for a reason unknown to it",
        _ => return format!("KVM gave the guest up: internal error {code}"),
    };
    format!("KVM gave the guest up: {meaning}")
}
