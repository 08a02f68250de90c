//! Where things are in the guest's physical memory, as on QEMU's machine `virt` where that has them: so the
//! kernel needs no other image.
//!
//! ```text
//! 0x10000000  serial port
//! 0x10001000  virtio devices
//! 0x11000000  null device
//! 0x80000000  RAM: the device tree; the kernel image 2 MiB further; then what it makes of the rest
//! ```

/// The serial port's first register, one byte each, and the bytes of its page.
pub(super) const SERIAL: u64 = 0x1000_0000;
pub(super) const SERIAL_SIZE: u64 = 0x1000;
/// The registers of the first virtio device.
pub(in super::super) const VIRTIO: u64 = 0x1000_1000;
/// Between those and the next one's.
pub(in super::super) const VIRTIO_APART: u64 = 0x1000;
/// They have no lines: there is no controller to which these would lead.
pub(in super::super) const VIRTIO_LINE: Option<u32> = None;
/// Places for virtio devices: more than there are, so that a guest has one to read where nothing is.
pub(super) const VIRTIO_PLACES: u32 = 3;
/// The page of the null device, which has no ports here.
pub(in super::super) const NULL_DEVICE: u64 = 0x1100_0000;
pub(in super::super) const NULL_PORT: Option<u16> = None;
/// Where RAM starts, and the device tree lies.
pub(super) const RAM: u64 = 0x8000_0000;
/// Where the kernel lies: its ELF file says the same.
pub(super) const KERNEL: u64 = RAM + TREE_MOST;
/// The most bytes of a device tree.
pub(super) const TREE_MOST: u64 = 0x20_0000;

/// The blocks that hold `size` bytes of RAM, as address and length: one.
pub(in super::super) fn blocks(size: u64) -> Vec<(u64, u64)> {
    vec![(RAM, size)]
}
