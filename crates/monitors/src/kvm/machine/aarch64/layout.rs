//! Where things are in the guest's physical memory, as on QEMU's machine `virt` where that has them: so the
//! kernel needs no other image.
//!
//! ```text
//!  0x8000000  GIC: distributor, then of a GICv2 the CPUs' interface, of a GICv3 their redistributors
//!  0x9000000  serial port
//!  0xa000000  virtio devices
//!  0xb000000  null device
//! 0x40000000  RAM: the device tree; the kernel image 2 MiB further; then what it makes of the rest
//! ```

pub(in super::super) use super::by_tree::{NULL_PORT, blocks};

/// The distributor, and its bytes.
pub(super) const DISTRIBUTOR: u64 = 0x800_0000;
pub(super) const DISTRIBUTOR_SIZE: u64 = 0x1_0000;
/// A GICv2's interface of the CPUs, and its bytes.
pub(super) const INTERFACE: u64 = 0x801_0000;
pub(super) const INTERFACE_SIZE: u64 = 0x1_0000;
/// A GICv3's redistributors, and the bytes of each.
pub(super) const REDISTRIBUTORS: u64 = 0x80a_0000;
pub(super) const REDISTRIBUTOR_SIZE: u64 = 0x2_0000;
/// The most CPUs for whose redistributors there is room.
pub(super) const MOST_CPUS: u32 = 123;
/// The serial port's first register, one byte each.
pub(super) const SERIAL: u64 = 0x900_0000;
/// The registers of the first virtio device.
pub(in super::super) const VIRTIO: u64 = 0xa00_0000;
/// Between those and the next one's.
pub(in super::super) const VIRTIO_APART: u64 = 0x200;
/// The first one's interrupt among those that CPUs share; the others' follow.
pub(in super::super) const VIRTIO_LINE: Option<u32> = Some(FIRST_LINE);
pub(super) const FIRST_LINE: u32 = 16;
/// The page of the null device.
pub(in super::super) const NULL_DEVICE: u64 = 0xb00_0000;
/// Interrupts of a CPU's own count from this number of all.
pub(super) const PRIVATE: u32 = 16;
/// Where RAM starts, and the device tree lies.
pub(super) const RAM: u64 = 0x4000_0000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_redistributors_fit_below_the_serial_port() {
        let end = |cpus: u32| REDISTRIBUTORS + u64::from(cpus) * REDISTRIBUTOR_SIZE;
        assert!(end(MOST_CPUS) <= SERIAL && end(MOST_CPUS + 1) > SERIAL);
    }
}
