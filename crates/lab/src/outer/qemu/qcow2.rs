//! An empty disk image for snapshots (QEMU, docs/interop/qcow2.txt), so that no `qemu-img`
//! is needed.

const CLUSTER_BITS: u32 = 16;
const CLUSTER: u64 = 1 << CLUSTER_BITS;

/// The image's parts, a cluster each.
const REFERENCE_TABLE: u64 = CLUSTER;
const REFERENCE_BLOCK: u64 = 2 * CLUSTER;
const ADDRESS_TABLE: u64 = 3 * CLUSTER;
const CLUSTERS: u16 = 4;

/// The bytes of a disk of 64 KiB with nothing on it; snapshots make the file grow.
pub(super) fn empty() -> Vec<u8> {
    let mut header = Vec::new();
    let mut word = |value: u64, bytes: usize| header.extend(&value.to_be_bytes()[8 - bytes..]);
    word(0x5146_49fb, 4); // "QFI\xfb"
    word(3, 4); // version
    word(0, 8); // no backing file
    word(0, 4);
    word(CLUSTER_BITS.into(), 4);
    word(CLUSTER, 8); // size of the disk
    word(0, 4); // no encryption
    word(1, 4); // entries of the address table
    word(ADDRESS_TABLE, 8);
    word(REFERENCE_TABLE, 8);
    word(1, 4); // clusters of the reference table
    word(0, 4); // snapshots
    word(0, 8);
    word(0, 8); // features: incompatible, compatible, autoclear
    word(0, 8);
    word(0, 8);
    word(4, 4); // a reference count has 1 << 4 bits
    word(104, 4); // size of this header
    let mut image = vec![0; usize::from(CLUSTERS) << CLUSTER_BITS];
    let mut put = |at: u64, bytes: &[u8]| {
        let at = usize::try_from(at).expect("the image is small");
        image[at..at + bytes.len()].copy_from_slice(bytes);
    };
    put(0, &header);
    put(REFERENCE_TABLE, &REFERENCE_BLOCK.to_be_bytes());
    for cluster in 0..u64::from(CLUSTERS) {
        put(REFERENCE_BLOCK + 2 * cluster, &1_u16.to_be_bytes());
    }
    image
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_has_the_size_it_names_and_the_parts_are_counted() {
        let image = empty();
        assert_eq!(image.len(), 4 << 16);
        assert_eq!(&image[..8], b"QFI\xfb\0\0\0\x03");
        assert_eq!(&image[100..104], &104_u32.to_be_bytes());
        assert!(image[104..0x1_0000].iter().all(|&byte| byte == 0));
        assert_eq!(&image[0x2_0000..0x2_000a], [0, 1, 0, 1, 0, 1, 0, 1, 0, 0]);
    }
}
