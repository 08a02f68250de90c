//! Where things are in the guest's physical memory, as on QEMU's machine `virt` where that has them: so the
//! kernel needs no other image.
//!
//! ```text
//! 0x10000000  serial port
//! 0x10001000  virtio devices
//! 0x11000000  null device
//! 0x80000000  RAM: the device tree; the kernel image 2 MiB further; then what it makes of the rest
//! ```

pub(in super::super) use super::by_tree::{NULL_PORT, blocks};

/// The serial port's first register, one byte each.
pub(super) const SERIAL: u64 = 0x1000_0000;
/// The registers of the first virtio device.
pub(in super::super) const VIRTIO: u64 = 0x1000_1000;
/// Between those and the next one's.
pub(in super::super) const VIRTIO_APART: u64 = 0x1000;
/// They have no lines: there is no controller to which these would lead.
pub(in super::super) const VIRTIO_LINE: Option<u32> = None;
/// The page of the null device.
pub(in super::super) const NULL_DEVICE: u64 = 0x1100_0000;
/// Where RAM starts, and the device tree lies.
pub(super) const RAM: u64 = 0x8000_0000;
