//! Where things are in the guest's physical memory.
//!
//! ```text
//!          0  RAM; the kernel starts its other CPUs from here
//!    0x9fc00  hole, as on a PC; the tables below are in its last part
//!    0xe0000  RSDP, XSDT, MADT
//!    0xf0000  PVH start info, memory map, command line
//!   0x100000  RAM: the kernel image, then what it makes of the rest
//! 0xc0000000  hole for devices: memory that guests have the host do something to, the
//!             null device 0xd0000000, virtio devices 0xfeb00000, I/O APIC 0xfec00000, local APICs 0xfee00000, and
//!             16 KiB at 0xfffb9000 that KVM itself takes on some processors
//!   1 << 32   RAM: what did not fit below the hole
//! ```

/// End of the first part of RAM.
pub(super) const LOW_END: u64 = 0x9_fc00;
/// Root of the firmware's tables (ACPI 6.5, 5.2.5.3).
pub(super) const RSDP: u64 = 0xe_0000;
/// List of the firmware's tables.
pub(super) const XSDT: u64 = 0xe_0100;
/// Table of CPUs; it may grow up to [`START_INFO`].
pub(super) const MADT: u64 = 0xe_0200;
/// What the boot protocol hands over.
pub(super) const START_INFO: u64 = 0xf_0000;
/// The memory map that [`START_INFO`] refers to.
pub(super) const MEMORY_MAP: u64 = 0xf_0100;
/// The command line that [`START_INFO`] refers to.
pub(super) const COMMAND_LINE: u64 = 0xf_1000;
/// Bytes for the command line, its end included.
pub(super) const COMMAND_LINE_SIZE: usize = 0xf000;
/// Second part of RAM.
pub(super) const HIGH_RAM: u64 = 0x10_0000;
/// End of the RAM below the hole for devices.
pub(super) const HOLE: u64 = 0xc000_0000;
/// End of that hole.
pub(super) const HOLE_END: u64 = 1 << 32;
/// Memory that guests have the host do something to, and how much of it there may be.
pub(super) const HOST_MEMORY: u64 = HOLE;
/// Bytes of it at most.
pub(super) const HOST_MEMORY_MOST: usize = 64 << 20;
/// The port at which they ask for that.
pub(super) const HOST_MEMORY_PORT: u16 = 0x610;
/// The page of the null device.
pub(in super::super) const NULL_DEVICE: u64 = 0xd000_0000;
/// The first of its two ports.
pub(in super::super) const NULL_PORT: Option<u16> = Some(0x600);
/// The registers of the first virtio device, where QEMU's microvm has them: the kernel looks there.
pub(in super::super) const VIRTIO: u64 = 0xfeb0_0000;
/// Between those and the next one's.
pub(in super::super) const VIRTIO_APART: u64 = 0x200;
/// The first one's line to the I/O APIC, behind those that the PIC has too; the others' follow.
pub(in super::super) const VIRTIO_LINE: Option<u32> = Some(16);
/// Registers of the local interrupt controllers.
pub(super) const LOCAL_APIC: u32 = 0xfee0_0000;
/// A page that KVM needs on Intel processors without unrestricted guests.
pub(super) const IDENTITY_MAP: u64 = 0xfffb_9000;
/// Three pages that KVM needs on Intel processors.
pub(super) const TSS: usize = 0xfffb_a000;
/// The serial port's first register.
pub(super) const SERIAL_PORT: u16 = 0x3f8;
/// A write to this port ends the machine.
pub(super) const EXIT_PORT: u16 = 0xf4;

/// The blocks that hold `size` bytes of RAM, as address and length, around the hole for devices.
pub(in super::super) fn blocks(size: u64) -> Vec<(u64, u64)> {
    let mut blocks = vec![(0, size.min(HOLE))];
    if size > HOLE {
        blocks.push((HOLE_END, size - HOLE));
    }
    blocks
}

/// The ranges of it that the kernel may use.
pub(super) fn usable(size: u64) -> Vec<(u64, u64)> {
    let mut ranges = vec![(0, LOW_END), (HIGH_RAM, size.min(HOLE) - HIGH_RAM)];
    ranges.extend(blocks(size).get(1));
    ranges
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_makes_room_for_devices() {
        assert_eq!(usable(64 << 20), [(0, LOW_END), (HIGH_RAM, 63 << 20)]);
        let five_gib = usable(5 << 30);
        assert_eq!(five_gib[1..], [(HIGH_RAM, HOLE - HIGH_RAM), (HOLE_END, 2 << 30)]);
    }
}
