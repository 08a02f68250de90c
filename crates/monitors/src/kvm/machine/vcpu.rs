//! A virtual CPU's thread: enters the guest, answers its exits, notices its end.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use kvm_ioctls::{VcpuExit, VcpuFd};

use super::console::{Console, Output};
use super::crash;
use super::host_memory::{HostMemory, Parts};
use super::layout::HOST_MEMORY_PORT;
use super::memory::GuestMemory;
use super::null_device::{NullDevice, Place};
use super::ports::{After, Ports};
use super::virtio::Virtio;
use super::vm::Devices;
use crate::timing::Passing;

/// What the threads of one machine share.
pub(super) struct Shared {
    pub(super) memory: GuestMemory,
    pub(super) console: Arc<Console>,
    ports: Mutex<Ports>,
    null_device: NullDevice,
    host_memory: HostMemory,
    virtio: Virtio,
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
    pub(super) fn new(memory: GuestMemory, devices: Devices, marks: Option<Passing>) -> Self {
        let console = Arc::new(Console::default());
        let output = Output { console: Arc::clone(&console), marks };
        let Devices { null_device, host_memory, virtio } = devices;
        Self {
            memory,
            ports: Mutex::new(Ports::new(output)),
            null_device,
            host_memory,
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

    /// Exits from KVM to the tool so far.
    pub(super) fn exits(&self) -> u64 {
        self.exits.load(Ordering::SeqCst)
    }

    /// How the machine ended by itself, if it did.
    pub(super) fn end(&self) -> Option<&End> {
        self.end.get()
    }

    /// Its virtio devices.
    pub(super) fn virtio(&self) -> &Virtio {
        &self.virtio
    }

    fn ports(&self) -> MutexGuard<'_, Ports> {
        self.ports.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn parts(&self) -> Parts<'_> {
        Parts { memory: &self.memory, null_device: &self.null_device, virtio: &self.virtio }
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
        match turn(&mut cpu, shared) {
            Turn::Next => {}
            Turn::PoweredOff => shared.finish("it powered itself off".to_owned(), None),
            Turn::Died(why) => {
                let state = crash::state(&cpu, &shared.memory);
                shared.finish(why, Some(state));
            }
        }
    }
}

/// What a stay in the guest led to.
enum Turn {
    Next,
    PoweredOff,
    Died(String),
}

/// Enters the guest once and answers its exit.
fn turn(cpu: &mut VcpuFd, shared: &Shared) -> Turn {
    let exit = match cpu.run() {
        Ok(exit) => exit,
        Err(error) => return interrupted(error.errno()),
    };
    shared.exits.fetch_add(1, Ordering::SeqCst);
    match exit {
        VcpuExit::IoIn(HOST_MEMORY_PORT, data) => HostMemory::read(data),
        VcpuExit::IoOut(HOST_MEMORY_PORT, data) => {
            let address = data.try_into().ok().map(u32::from_le_bytes);
            shared.host_memory.take(&shared.parts(), address, cpu);
        }
        VcpuExit::IoIn(port, data) => shared.ports().read(port, data),
        VcpuExit::IoOut(port, data) => {
            if shared.ports().write(port, data) == After::Ends {
                return Turn::PoweredOff;
            }
            shared.null_device.look(Place::Port(port), cpu);
        }
        VcpuExit::MmioRead(address, data) => {
            data.fill(0xff);
            shared.null_device.read(address, data);
            shared.virtio.read(address, data);
        }
        VcpuExit::MmioWrite(address, data) => {
            shared.virtio.write(address, data);
            shared.null_device.look(Place::Memory(address), cpu);
        }
        VcpuExit::Intr | VcpuExit::IrqWindowOpen | VcpuExit::Hlt => {}
        VcpuExit::Shutdown => return Turn::Died("triple fault".to_owned()),
        VcpuExit::InternalError => return Turn::Died(internal_error(cpu)),
        VcpuExit::FailEntry(reason, _) => {
            return Turn::Died(format!("KVM could not enter the guest: reason {reason:#x}"));
        }
        other => return Turn::Died(format!("KVM left the guest for what nobody asked: {other:?}")),
    }
    Turn::Next
}

/// A signal has ended the stay, or KVM is at its wits' end.
fn interrupted(errno: i32) -> Turn {
    let error = io::Error::from_raw_os_error(errno);
    match error.kind() {
        io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock => Turn::Next,
        _ => Turn::Died(format!("KVM could not run the guest: {error}")),
    }
}

fn internal_error(cpu: &mut VcpuFd) -> String {
    let run = cpu.get_kvm_run();
    // SAFETY: the exit reason says that this member of the union is the valid one.
    #[expect(unsafe_code, reason = "the kernel's interface is a union")]
    let code = unsafe { run.__bindgen_anon_1.internal.suberror };
    crash::internal_error(code)
}
