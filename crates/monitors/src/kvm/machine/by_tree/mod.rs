//! What machines have in common of which a device tree tells: they are booted as loaders of Linux do, and have
//! all devices in memory. A part of each such architecture's folder, whose layout and requests it takes.

mod boot;
mod devices;
mod exits;
mod places;
mod registers;
mod tree;

pub(super) use boot::{describe, load};
pub(in super::super) use devices::Devices;
pub(in super::super) use exits::turn;
pub(super) use places::KERNEL;
pub(in super::super) use places::{NULL_PORT, blocks};
pub(super) use registers::{read, state_of, write};
pub(super) use tree::{Facts, cells, tree};

/// What device trees call a machine that is virtual: not as QEMU's own, by which the kernel knows the emulator.
const VIRTUAL: &str = "linux,dummy-virt";

use super::{Error, answer, layout, memory, memory_error, null_device, serial, vcpu};
