//! A running machine as the session sees it.

use std::fmt::Display;
use std::io;
use std::os::raw::c_int;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::channel;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use kvm_ioctls::VcpuFd;
use rustix::thread::gettid;
use signal_hook::SigId;
use vmm_sys_util::signal::{Killable, SIGRTMIN};

use super::vcpu::{self, Shared};
use super::virtio::Wanted;
use super::vm::{Hardware, Machine};
use super::{Error, counters, memory};
use crate::counting::Snapshots;
use crate::pinning::{in_order, pin};
use crate::timing::{GuestMemory, Passing, Stopwatch, ThreadId};
use crate::{Guest, GuestConfig, Heard, Parting};
use results::Placement;
use results::channels::Channel;

/// How long the CPUs may take to leave the guest once they are asked to.
const PATIENCE: Duration = Duration::from_secs(5);

/// Between two reminders: one that comes just before a thread enters the guest is lost.
const REMINDER: Duration = Duration::from_millis(1);

/// A machine that runs.
pub(super) struct KvmGuest {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
    started: Instant,
    handler: SigId,
    snapshots: Option<Snapshots>,
    stopwatch: Option<Stopwatch>,
    placement: Option<Placement>,
}

impl KvmGuest {
    /// Builds the machine of `config` with the devices that are `wanted`, and sets its CPUs going.
    pub(super) fn start(config: &GuestConfig, wanted: Wanted) -> Result<Self, Error> {
        let started = Instant::now();
        let Timing { stopwatch, visible, marks } = Timing::prepare(config)?;
        let Machine { memory, hardware } = Machine::build(config, wanted, visible.as_deref())?;
        let Hardware { cpus, devices, virtio } = hardware;
        let shared = Arc::new(Shared::new(memory, (devices, virtio), marks));
        let mut guest = Self {
            threads: shared.virtio.start()?,
            shared,
            started,
            handler: catch_reminders()?,
            snapshots: None,
            stopwatch,
            placement: None,
        };
        let statistics = cpus.iter().filter(|_| config.counting);
        let statistics = statistics.filter_map(counters::statistics).collect();
        let threads = guest.run(cpus)?;
        if config.counting {
            let snapshots = counters::start(&guest.shared, statistics, &threads);
            guest.snapshots =
                Some(snapshots.map_err(|e| Error(format!("a thread that counts: {e}")))?);
        }
        if config.is_pinned() {
            let timing = guest.stopwatch.as_ref().and_then(Stopwatch::thread);
            guest.placement = Some(pin(&config.pinning, &in_order((0..).zip(threads), timing)));
        }
        Ok(guest)
    }

    /// Sets `cpus` going, each in a thread of its own; returns the threads in this order.
    fn run(&mut self, cpus: Vec<VcpuFd>) -> Result<Vec<ThreadId>, Error> {
        let refused = |e: &dyn Display| Error(format!("a thread for a CPU: {e}"));
        let mut ids = Vec::new();
        for (number, cpu) in cpus.into_iter().enumerate() {
            let shared = Arc::clone(&self.shared);
            let (sender, id) = channel();
            let run = move || {
                let _ = sender.send(gettid());
                vcpu::run(cpu, &shared);
            };
            let thread = std::thread::Builder::new().name(format!("vcpu{number}")).spawn(run);
            self.threads.push(thread.map_err(|e| refused(&e))?);
            ids.push(id.recv().map_err(|e| refused(&e))?);
        }
        Ok(ids)
    }

    /// Has all CPUs leave the guest. A thread that KVM does not let go is left behind; it
    /// ends with the tool.
    fn stop(&mut self) {
        self.shared.stop();
        let deadline = Instant::now() + PATIENCE;
        while !self.threads.is_empty() && Instant::now() < deadline {
            self.threads.retain(|thread| !thread.is_finished());
            for thread in &self.threads {
                // It may have ended just now.
                let _ = thread.kill(reminder());
            }
            if !self.threads.is_empty() {
                std::thread::sleep(REMINDER);
            }
        }
    }
}

/// What external timing needs of a machine.
#[derive(Default)]
struct Timing {
    stopwatch: Option<Stopwatch>,
    /// Memory in which the mailbox is found.
    visible: Option<Arc<GuestMemory>>,
    /// What the console's bytes have to go through.
    marks: Option<Passing>,
}

impl Timing {
    fn prepare(config: &GuestConfig) -> Result<Self, Error> {
        match config.timing {
            Channel::Internal => Ok(Self::default()),
            Channel::Uart => {
                let (stopwatch, marks) = Stopwatch::on_passing();
                Ok(Self { stopwatch: Some(stopwatch), visible: None, marks: Some(marks) })
            }
            Channel::Mailbox => {
                let visible = memory::visible(config.memory)?;
                let stopwatch = Stopwatch::on_memory(Arc::clone(&visible))
                    .map_err(|e| Error(format!("a thread that waits for marks: {e}")))?;
                Ok(Self { stopwatch: Some(stopwatch), visible: Some(visible), marks: None })
            }
        }
    }
}

impl Guest for KvmGuest {
    fn read(&mut self, buffer: &mut [u8], patience: Duration) -> io::Result<Heard> {
        Ok(self.shared.console.read(buffer, patience))
    }

    fn end(&mut self) -> Parting {
        self.stop();
        let mut messages = Vec::new();
        if !self.threads.is_empty() {
            messages.push("KVM does not let go of a CPU of the guest's".to_owned());
        }
        let end = self.shared.end().cloned();
        messages.extend(end.as_ref().and_then(|end| end.state.clone()));
        Parting { ended: end.map(|end| end.how), messages }
    }

    fn command(&self) -> &[String] {
        &[]
    }

    fn started(&self) -> Option<Instant> {
        Some(self.started)
    }

    fn snapshots(&self) -> Option<&Snapshots> {
        self.snapshots.as_ref()
    }

    fn stopwatch(&self) -> Option<&Stopwatch> {
        self.stopwatch.as_ref()
    }

    fn placement(&self) -> Option<&Placement> {
        self.placement.as_ref()
    }
}

impl Drop for KvmGuest {
    fn drop(&mut self) {
        self.stop();
        signal_hook::low_level::unregister(self.handler);
    }
}

/// The signal that makes a thread leave the guest.
fn reminder() -> c_int {
    SIGRTMIN()
}

/// Keeps the signal from ending the tool. That it came is all that matters.
fn catch_reminders() -> Result<SigId, Error> {
    signal_hook::flag::register(reminder(), Arc::new(AtomicBool::new(false)))
        .map_err(|e| Error(format!("a signal to stop it with: {e}")))
}
