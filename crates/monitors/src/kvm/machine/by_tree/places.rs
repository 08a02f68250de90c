//! What is where beside what layouts say: their RAM, and where each device begins.

use super::layout::RAM;

/// Bytes of the serial port's page.
pub(super) const SERIAL_SIZE: u64 = 0x1000;
/// Places for virtio devices: more than there are, so that a guest has one to read where nothing is.
pub(super) const VIRTIO_PLACES: u32 = 3;
/// The most bytes of a device tree, which lies where RAM starts.
pub(super) const TREE_MOST: u64 = 0x20_0000;
/// Where the kernel lies: its ELF file says the same.
pub(in super::super) const KERNEL: u64 = RAM + TREE_MOST;

/// The null device has no ports.
pub(in super::super::super) const NULL_PORT: Option<u16> = None;

/// The blocks that hold `size` bytes of RAM, as address and length: one.
pub(in super::super::super) fn blocks(size: u64) -> Vec<(u64, u64)> {
    vec![(RAM, size)]
}
