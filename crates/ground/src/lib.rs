//! What all rooms stand on: the error with its next step, kinds of guests, architectures, patterns that
//! mean names, and text of others made fit to be shown.

#![cfg_attr(not(test), warn(unused_crate_dependencies))]

mod arch;
mod guest_kind;
mod pattern;
mod text;
mod trouble;

pub use arch::{
    Arch, BochsArch, DebianArch, Disassembler, EfiArch, HostArch, LibvirtArch, QemuArch,
};
pub use guest_kind::GuestKind;
pub use pattern::Pattern;
pub use text::{brief, clean, last_words, printable, turns};
pub use trouble::{Trouble, TroubleKind};
