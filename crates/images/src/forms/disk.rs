//! A disk that a BIOS and EFI firmware boot: a GUID partition table (UEFI 2.10, 5.3) with an EFI system
//! partition and, where there are BIOSes, the kernel behind the first sector's code.

use std::fmt::Display;
use std::io::Cursor;

use gpt::GptConfig;
use gpt::disk::LogicalBlockSize;
use gpt::mbr::ProtectiveMBR;
use gpt::partition_types::{BIOS, EFI, Type};
use uuid::Uuid;

use super::bootable::Bootable;
use super::fat::{SECTOR, efi_volume};

/// Where the first sector's code looks for the kernel; all partitions begin at multiples.
const ALIGNMENT: u64 = 64;

/// A partition table and its copy take fewer sectors, with what rounding takes.
const TABLES: usize = 4 * 64;

/// Names of the disk and its partitions, the same in every image: the table asks for unique ones.
const DISK: u128 = 0x4879_7065_7242_656e_8063_6844_6973_6b00;

/// The size of a disk is a multiple of so many sectors, which some formats ask for.
const UNIT: usize = 128;

/// The disk, of at `least` so many bytes.
///
/// # Errors
/// When the kernel does not fit.
pub(super) fn disk(bootable: &Bootable, least: usize) -> Result<Vec<u8>, String> {
    let failed = |error: &dyn Display| format!("no disk image: {error}");
    let volume = efi_volume(bootable)?;
    let kernel = bootable.boot_code.map(|_| ("kernel", &bootable.flat, BIOS));
    let parts: Vec<(&str, &Vec<u8>, Type)> =
        kernel.into_iter().chain([("EFI", &volume, EFI)]).collect();
    let needed = parts.iter().map(|(_, data, _)| sectors_of(data)).sum::<usize>() + TABLES;
    let sectors = needed.max(least.div_ceil(SECTOR)).next_multiple_of(UNIT);
    let mut image = vec![0; sectors * SECTOR];
    let mut disk = Cursor::new(&mut image);
    let others = u32::try_from(sectors - 1).map_err(|error| failed(&error))?;
    let mut first_sector = ProtectiveMBR::with_lb_size(others);
    if let Some(code) = bootable.boot_code {
        first_sector.set_bootcode(code);
    }
    first_sector.overwrite_lba0(&mut disk).map_err(|error| failed(&error))?;
    let config = GptConfig::new().writable(true).logical_block_size(LogicalBlockSize::Lb512);
    let mut table = config
        .create_from_device(disk, Some(Uuid::from_u128(DISK)))
        .map_err(|error| failed(&error))?;
    for (name, data, kind) in &parts {
        let size = (sectors_of(data) * SECTOR) as u64;
        table
            .add_partition(name, size, kind.clone(), 0, Some(ALIGNMENT))
            .map_err(|error| failed(&error))?;
    }
    let mut partitions = table.partitions().clone();
    for (number, partition) in &mut partitions {
        partition.part_guid = Uuid::from_u128(DISK + u128::from(*number));
    }
    let starts: Vec<u64> = partitions.values().map(|partition| partition.first_lba).collect();
    table.update_partitions(partitions).map_err(|error| failed(&error))?;
    table.write().map_err(|error| failed(&error))?;
    for ((_, data, _), start) in parts.iter().zip(starts) {
        let at = usize::try_from(start).map_err(|error| failed(&error))? * SECTOR;
        image[at..][..data.len()].copy_from_slice(data);
    }
    Ok(image)
}

/// Sectors of a partition that holds `data`.
fn sectors_of(data: &[u8]) -> usize {
    data.len().next_multiple_of(SECTOR * 64) / SECTOR
}
