//! KVM, the hypervisor of the Linux kernel: what its platforms share, and the virtual
//! machine monitor with which the tool runs guests on it without any other program.

mod checks;
mod device;
pub(crate) mod platform;
#[cfg(kvm_monitor)]
mod statistics;

// The monitor boots a kernel the way its processor's machines do, so each architecture
// needs one of its own: its description says whether there is one.
#[cfg(kvm_monitor)]
#[path = "machine/mod.rs"]
mod machine;

#[cfg(not(kvm_monitor))]
#[path = "no_machine.rs"]
mod machine;

pub use checks::{BACKEND, INTERFACE, POLLING};
pub use device::{backend, boots_no_linux, caveat, find, nests_paging};
pub use machine::{check, start};

/// What the names of KVM's modules begin with.
pub const MODULES: &[&str] = &["kvm"];

/// Whether there is a monitor for this machine's processor.
pub const HAS_MONITOR: bool = cfg!(kvm_monitor);
