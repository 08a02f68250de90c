//! A CD that a BIOS and EFI firmware boot: ISO 9660 (ECMA-119, whose sections are named here) with an El
//! Torito catalogue (El Torito 1.0; UEFI 2.10, 13.3.2.1). It has no files but for what is booted.

use super::bootable::Bootable;
use super::fat::{SECTOR as SMALL_SECTOR, efi_volume};

const SECTOR: usize = 2048;

/// Where things are, in sectors.
const VOLUME: u32 = 16;
const CATALOGUE: u32 = 19;
const PATHS: u32 = 20;
const PATHS_BIG_ENDIAN: u32 = 21;
const ROOT: u32 = 22;
const CONTENT: u32 = 23;

/// The segment to which a BIOS loads the kernel: above all that it uses itself.
const SEGMENT: u16 = 0x1000;

/// Platforms of the catalogue.
const BIOS: u8 = 0;
const EFI: u8 = 0xef;

/// The CD.
///
/// # Errors
/// When the kernel is too large for one.
pub(super) fn iso(bootable: &Bootable) -> Result<Vec<u8>, String> {
    let volume = efi_volume(bootable)?;
    let kernel = bootable.boot_code.map(|_| (BIOS, bootable.flat.as_slice()));
    let mut next = CONTENT;
    let mut entries = Vec::new();
    for (platform, data) in kernel.into_iter().chain([(EFI, volume.as_slice())]) {
        let count = u16::try_from(data.len().div_ceil(SMALL_SECTOR));
        let count = count.map_err(|_| "the kernel is too large for a CD to boot")?;
        entries.push(Entry { platform, data, sector: next, count });
        next += sectors(data)?;
    }
    let mut image = vec![0; next as usize * SECTOR];
    let mut put = |sector: u32, data: &[u8]| {
        image[sector as usize * SECTOR..][..data.len()].copy_from_slice(data);
    };
    put(VOLUME, &primary(next));
    put(VOLUME + 1, &boot_record());
    put(VOLUME + 2, &descriptor(255));
    put(CATALOGUE, &catalogue(&entries));
    put(PATHS, &path_table(ROOT.to_le_bytes(), 1_u16.to_le_bytes()));
    put(PATHS_BIG_ENDIAN, &path_table(ROOT.to_be_bytes(), 1_u16.to_be_bytes()));
    put(ROOT, &[folder(0), folder(1)].concat());
    for entry in &entries {
        put(entry.sector, entry.data);
    }
    Ok(image)
}

/// What is booted by one kind of firmware.
struct Entry<'a> {
    platform: u8,
    data: &'a [u8],
    sector: u32,
    /// Of 512 bytes.
    count: u16,
}

fn sectors(data: &[u8]) -> Result<u32, String> {
    u32::try_from(data.len().div_ceil(SECTOR)).map_err(|error| error.to_string())
}

/// The beginning of any volume descriptor (8.1).
fn descriptor(kind: u8) -> Vec<u8> {
    [&[kind][..], b"CD001", &[1]].concat()
}

/// A number in both byte orders (7.2.3, 7.3.3).
fn both16(value: u16) -> Vec<u8> {
    [value.to_le_bytes(), value.to_be_bytes()].concat()
}

fn both32(value: u32) -> Vec<u8> {
    [value.to_le_bytes(), value.to_be_bytes()].concat()
}

/// The primary volume descriptor (8.4), of so many sectors. Times that are not given are zeros.
fn primary(count: u32) -> Vec<u8> {
    let text = |text: &str, width: usize| format!("{text:<width$}").into_bytes();
    let no_time = [b"0000000000000000".as_slice(), &[0]].concat();
    let path_size = 10;
    [
        descriptor(1),
        vec![0],
        text("", 32),
        text("HYPERBENCH", 32),
        vec![0; 8],
        both32(count),
        vec![0; 32],
        both16(1),
        both16(1),
        both16(2048),
        both32(path_size),
        PATHS.to_le_bytes().to_vec(),
        vec![0; 4],
        PATHS_BIG_ENDIAN.to_be_bytes().to_vec(),
        vec![0; 4],
        folder(0),
        text("", 128 * 4 + 37 * 3),
        no_time.repeat(4),
        vec![1, 0],
    ]
    .concat()
}

/// The record of the root folder (9.1), which is also its own parent.
fn folder(name: u8) -> Vec<u8> {
    let (length, is_folder) = (34, 2);
    [
        vec![length, 0],
        both32(ROOT),
        both32(2048),
        vec![0; 7],
        vec![is_folder, 0, 0],
        both16(1),
        vec![1, name],
    ]
    .concat()
}

/// The table of folders (9.4): the root.
fn path_table(root: [u8; 4], parent: [u8; 2]) -> Vec<u8> {
    [&[1, 0][..], &root, &parent, &[0, 0]].concat()
}

/// El Torito, figure 7.
fn boot_record() -> Vec<u8> {
    let mut name = b"EL TORITO SPECIFICATION".to_vec();
    name.resize(64, 0);
    [descriptor(0), name, CATALOGUE.to_le_bytes().to_vec()].concat()
}

/// El Torito, figures 2 to 5: the first entry is the default, and each further one has a section.
fn catalogue(entries: &[Entry]) -> Vec<u8> {
    let mut all = Vec::new();
    for (i, entry) in entries.iter().enumerate() {
        let is_last = i + 1 == entries.len();
        all.extend(match i {
            0 => validation(entry.platform),
            _ => header(entry.platform, is_last),
        });
        let segment = if entry.platform == BIOS { SEGMENT } else { 0 };
        let mut record = vec![0x88, 0];
        record.extend(segment.to_le_bytes());
        record.extend([0, 0]);
        record.extend(entry.count.to_le_bytes());
        record.extend(entry.sector.to_le_bytes());
        record.resize(32, 0);
        all.extend(record);
    }
    all
}

/// Its 16-bit words add up to 0.
fn validation(platform: u8) -> Vec<u8> {
    let mut entry = vec![1, platform, 0, 0];
    entry.resize(30, 0);
    entry.extend([0x55, 0xaa]);
    let words = entry.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
    let sum = words.fold(0_u16, u16::wrapping_add);
    entry[28..30].copy_from_slice(&0_u16.wrapping_sub(sum).to_le_bytes());
    entry
}

fn header(platform: u8, is_last: bool) -> Vec<u8> {
    let mut entry = vec![if is_last { 0x91 } else { 0x90 }, platform, 1, 0];
    entry.resize(32, 0);
    entry
}
