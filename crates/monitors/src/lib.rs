//! Programs and virtual machines that run a guest, and what is done with it from outside: its
//! console is read, its events are counted, its windows are timed, its threads are placed.

#![cfg_attr(not(test), warn(unused_crate_dependencies))]
// Most of them are for its own machine, which not every processor has.
#![cfg_attr(not(kvm_monitor), allow(unused_crate_dependencies))]

mod about;
pub mod bochs;
pub mod counting;
pub mod described;
pub mod devices;
mod footprint;
mod guest;
mod keeping;
pub mod kvm;
pub mod libvirt;
pub mod linux_keys;
mod parse;
pub mod pinning;
mod platform;
mod platforms;
mod program;
pub mod qemu;
pub mod serial;
mod spec;
mod tail;
pub mod timing;

pub use about::About;
pub use footprint::footprint;
pub use guest::{Devices, Guest, GuestConfig, Heard, LinuxBoot, Parting, Trace, Whereabouts};
pub use parse::bad_setting;
pub use platform::{Detected, Platform};
pub use platforms::platforms;
pub use program::start_program;
pub use spec::{COMMON, Key, Spec, join_keys};
pub use tail::Tail;
