//! Domains of libvirt, run by its program `virsh`: made of XML that is written here, and gone with the
//! connection that made them.

mod connection;
mod domain;
mod emulated;
mod folder;
mod launch;
pub(crate) mod platform;

pub use connection::version;
pub use emulated::is_emulated;
pub use launch::start;

use crate::Key;

/// The keys of the platform's specification.
pub const KEYS: &[Key] = &[
    Key {
        name: "uri",
        help: "whose domain it is: embedded (in virsh itself, without a daemon), qemu:///session, \
               qemu:///system",
    },
    Key { name: "accel", help: "kvm or tcg; without it kvm where this machine has it" },
    Key { name: "machine", help: "the machine type, such as q35; without it libvirt's own choice" },
];
