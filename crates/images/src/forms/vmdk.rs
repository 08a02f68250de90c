//! A disk in VMware's format (Virtual Disk Format 1.1: hosted sparse extents): one file with the
//! descriptor inside. What is zeros has no place in it.

use super::fat::SECTOR;

/// Sectors of a grain, the unit that has a place or has none.
const GRAIN: usize = 128;

/// Grains of a table.
const ENTRIES: usize = 512;

/// Sectors of a table, of 32-bit numbers.
const TABLE: usize = ENTRIES * 4 / SECTOR;

/// Where the descriptor is, and what it has, in sectors; behind it are two directories with their tables.
const DESCRIPTOR: usize = 1;
const DESCRIPTOR_SIZE: usize = 20;
const DIRECTORIES: usize = DESCRIPTOR + DESCRIPTOR_SIZE;

/// The line-end test is valid, and there are two directories.
const FLAGS: u32 = 0b11;

/// What the geometry has a cylinder of, in sectors.
const HEADS: usize = 16;
const TRACK: usize = 63;

/// The `disk`, of whole grains, in this format.
///
/// # Errors
/// When it is larger than 4 GiB.
pub(super) fn vmdk(disk: &[u8]) -> Result<Vec<u8>, String> {
    let too_large = || format!("a disk of {} MiB is too large", disk.len() >> 20);
    let grains: Vec<&[u8]> = disk.chunks(GRAIN * SECTOR).collect();
    let tables = grains.len().div_ceil(ENTRIES);
    let both = [0, 1].map(|which| DIRECTORIES + which * (directory(tables) + tables * TABLE));
    let overhead = (both[1] + directory(tables) + tables * TABLE).next_multiple_of(GRAIN);
    let used: Vec<bool> = grains.iter().map(|grain| grain.iter().any(|byte| *byte != 0)).collect();
    let sectors = overhead + used.iter().filter(|used| **used).count() * GRAIN;
    u32::try_from(sectors).map_err(|_| too_large())?;
    let mut image = vec![0; sectors * SECTOR];
    let mut put = |sector: usize, data: &[u8]| {
        image[sector * SECTOR..][..data.len()].copy_from_slice(data);
    };
    put(0, &header(disk.len() / SECTOR, both, overhead));
    put(DESCRIPTOR, descriptor(disk.len() / SECTOR).as_bytes());
    let mut next = overhead;
    let mut places = Vec::new();
    for (grain, used) in grains.iter().zip(used) {
        if !used {
            places.push(0);
            continue;
        }
        put(next, grain);
        places.push(next);
        next += GRAIN;
    }
    for start in both {
        let first = start + directory(tables);
        put(start, &numbers((0..tables).map(|table| first + table * TABLE)));
        put(first, &numbers(places.iter().copied()));
    }
    Ok(image)
}

/// Sectors of a directory with so many `tables`.
fn directory(tables: usize) -> usize {
    (tables * 4).div_ceil(SECTOR)
}

/// Sectors' numbers, which have 32 bits: the last of them has.
fn numbers(sectors: impl Iterator<Item = usize>) -> Vec<u8> {
    sectors.flat_map(|sector| (sector as u64).to_le_bytes().into_iter().take(4)).collect()
}

fn header(capacity: usize, directories: [usize; 2], overhead: usize) -> Vec<u8> {
    let number = |value: usize| (value as u64).to_le_bytes();
    [
        &b"KDMV"[..],
        &1_u32.to_le_bytes(),
        &FLAGS.to_le_bytes(),
        &number(capacity),
        &number(GRAIN),
        &number(DESCRIPTOR),
        &number(DESCRIPTOR_SIZE),
        &number(ENTRIES)[..4],
        &number(directories[0]),
        &number(directories[1]),
        &number(overhead),
        &[0],       // shut down cleanly
        b"\n \r\n", // as they are, if nothing has changed the ends of lines
        &[0; 2],    // not compressed
    ]
    .concat()
}

fn descriptor(capacity: usize) -> String {
    let cylinders = capacity.div_ceil(HEADS * TRACK);
    format!(
        "# Disk DescriptorFile\nversion=1\nCID=68627664\nparentCID=ffffffff\n\
         createType=\"monolithicSparse\"\n\n# Extent description\n\
         RW {capacity} SPARSE \"hyperbench.vmdk\"\n\n# The Disk Data Base\n#DDB\n\n\
         ddb.virtualHWVersion = \"4\"\nddb.geometry.cylinders = \"{cylinders}\"\n\
         ddb.geometry.heads = \"{HEADS}\"\nddb.geometry.sectors = \"{TRACK}\"\n\
         ddb.adapterType = \"ide\"\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A disk of more than one table, read back as a reader does.
    #[test]
    fn every_sector_is_found_where_the_tables_say_and_zeros_have_no_place() {
        let mut disk = vec![0; (ENTRIES + 3) * GRAIN * SECTOR];
        for (grain, value) in [(0, 1), (7, 2), (ENTRIES - 1, 3), (ENTRIES, 4), (ENTRIES + 2, 5)] {
            disk[grain * GRAIN * SECTOR + 700] = value;
        }
        let file = vmdk(&disk).unwrap();
        assert!(file.len() < 1 << 20, "{}", file.len());
        let number = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().unwrap()) as usize;
        for directory in [48, 56].map(number) {
            for (i, grain) in disk.chunks(GRAIN * SECTOR).enumerate() {
                let table = number(directory * SECTOR + i / ENTRIES * 4);
                let place = number(table * SECTOR + i % ENTRIES * 4);
                match place {
                    0 => assert!(grain.iter().all(|byte| *byte == 0), "{i}"),
                    _ => assert!(file[place * SECTOR..][..grain.len()] == *grain, "{i}"),
                }
            }
        }
    }
}
