//! A fixed disk in Hyper-V's and Azure's older format (Microsoft, Virtual Hard Disk Image Format
//! Specification 1.0): the disk itself, and a footer.

/// Azure takes no smaller disk, and none that is not a multiple of a MiB.
pub(super) const LEAST: usize = 20 << 20;

/// The disk's name, the same in every image: the format asks for a unique one.
const DISK: &[u8; 16] = b"HyperBench\x80disk\0";

/// The largest geometry that there is, which says: the size alone counts.
const GEOMETRY: [u8; 4] = [0xff, 0xff, 16, 255];

const FIXED: u32 = 2;
const FOOTER: usize = 512;

/// Where the footer's checksum is: the complement of the sum of its other bytes.
const CHECKSUM: usize = 64;

/// The `disk` in this format.
pub(super) fn vhd(disk: &[u8]) -> Vec<u8> {
    let size = (disk.len() as u64).to_be_bytes();
    let mut footer = [
        &b"conectix"[..],
        &2_u32.to_be_bytes(),        // no features
        &0x1_0000_u32.to_be_bytes(), // version 1.0
        &u64::MAX.to_be_bytes(),     // no further header
        &[0; 4],                     // made when years are counted from
        b"hypb",
        &0x1_0000_u32.to_be_bytes(),
        &[0; 4], // on no system that has a name
        &size,   // at first
        &size,   // and now
        &GEOMETRY,
        &FIXED.to_be_bytes(),
        &[0; 4], // the checksum
        DISK,
    ]
    .concat();
    let sum = footer.iter().fold(0_u32, |sum, byte| sum + u32::from(*byte));
    footer[CHECKSUM..][..4].copy_from_slice(&(!sum).to_be_bytes());
    footer.resize(FOOTER, 0);
    [disk, &footer].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As a reader checks it: the complement of the sum of all bytes, with the checksum as zeros.
    #[test]
    fn the_footer_sums_up_and_has_the_size() {
        let disk = vec![0xa5; 1 << 20];
        let file = vhd(&disk);
        assert_eq!((file.len(), &file[..disk.len()]), (disk.len() + FOOTER, &disk[..]));
        let mut footer = file[disk.len()..].to_vec();
        assert_eq!(footer[48..56], (1_u64 << 20).to_be_bytes());
        let told = u32::from_be_bytes(footer[64..68].try_into().unwrap());
        footer[64..68].fill(0);
        assert_eq!(told, !footer.iter().map(|byte| u32::from(*byte)).sum::<u32>());
    }
}
