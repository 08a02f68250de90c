//! What machines have in common of which a device tree tells: they are booted as loaders of Linux do, and have
//! all devices in memory. A part of each such architecture's folder, whose layout and requests it takes.

mod boot;
mod devices;
mod exits;
mod registers;
mod tree;

pub(super) use boot::{describe, load};
pub(in super::super) use devices::Devices;
pub(in super::super) use exits::turn;
pub(super) use registers::{read, state_of, write};
pub(super) use tree::{Told, cells, tree};

use super::{Error, VIRTUAL, answer, layout, memory, memory_error, null_device, serial, vcpu};
