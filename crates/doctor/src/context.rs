//! What a check may look at.

use crate::machine::{Machine, Window};
use ground::{Arch, HostArch};

/// A machine, and what is going to run on it.
#[derive(Debug)]
pub struct Context<'a> {
    /// The machine.
    pub machine: &'a Machine,
    /// What a run takes.
    pub needs: Needs,
    /// Two moments between which the machine was watched; `None` while that goes on.
    pub window: Option<&'a Window>,
}

/// What a run takes of the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Needs {
    /// Architecture of the guest.
    pub arch: &'static Arch,
    /// Virtual CPUs of the guest.
    pub cpus: u32,
    /// Memory of the guest in bytes.
    pub memory: u64,
}

impl Needs {
    /// CPUs for the guest and one for the tool that listens to it.
    pub fn host_cpus(self) -> u64 {
        u64::from(self.cpus) + 1
    }
}

impl Context<'_> {
    /// What hosts of the machine's architecture have to offer.
    pub fn host_arch(&self) -> Option<&'static HostArch> {
        Arch::named(&self.machine.arch())?.host.as_ref()
    }
}
