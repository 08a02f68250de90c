//! A running machine as the session sees it.

use std::io;
use std::os::raw::c_int;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use kvm_ioctls::VmFd;
use signal_hook::SigId;
use vmm_sys_util::signal::{Killable, SIGRTMIN};

use super::vcpu::{self, Shared};
use super::vm::Machine;
use super::{Error, counters};
use crate::counting::Clerk;
use crate::guest::{Guest, GuestConfig, Heard, Parting};

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
    clerk: Option<Clerk>,
    /// Open as long as the machine is there.
    _vm: VmFd,
}

impl KvmGuest {
    /// Builds the machine of `config` and sets its CPUs going.
    pub(super) fn start(config: &GuestConfig) -> Result<Self, Error> {
        let started = Instant::now();
        let machine = Machine::build(config)?;
        let shared = Arc::new(Shared::new(machine.memory));
        let handler = catch_reminders()?;
        let (threads, clerk) = (Vec::new(), None);
        let mut guest = Self { shared, threads, started, handler, clerk, _vm: machine.vm };
        if config.counting {
            let statistics = machine.cpus.iter().filter_map(counters::statistics).collect();
            let clerk = counters::start(&guest.shared, statistics);
            guest.clerk = Some(clerk.map_err(|e| Error(format!("a thread that counts: {e}")))?);
        }
        for (id, cpu) in machine.cpus.into_iter().enumerate() {
            let shared = Arc::clone(&guest.shared);
            let thread = std::thread::Builder::new().name(format!("vcpu{id}"));
            let thread = thread.spawn(move || vcpu::run(cpu, &shared));
            guest.threads.push(thread.map_err(|e| Error(format!("a thread for a CPU: {e}")))?);
        }
        Ok(guest)
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

    fn clerk(&self) -> Option<&Clerk> {
        self.clerk.as_ref()
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
