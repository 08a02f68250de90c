//! A disk in QEMU's format (docs/interop/qcow2.txt of QEMU, version 2): every cluster is there.

const CLUSTER: usize = 1 << CLUSTER_BITS;
const CLUSTER_BITS: u32 = 16;

/// In which cluster what stands.
const REFCOUNTS: usize = 1;
const REFCOUNT_BLOCK: usize = 2;
const L1: usize = 3;
const L2: usize = 4;
const DATA: usize = 5;

/// The cluster that an entry of a table names has no other use.
const COPIED: u64 = 1 << 63;

/// Clusters of a disk: as many as one second-level table has entries.
const MOST: usize = CLUSTER / 8;

/// The `disk` in this format.
///
/// # Errors
/// When it is larger than 512 MiB.
pub(super) fn qcow2(disk: &[u8]) -> Result<Vec<u8>, String> {
    let count = disk.len().div_ceil(CLUSTER);
    if count > MOST {
        return Err(format!("a disk of {} MiB is too large", disk.len() >> 20));
    }
    let place = |cluster: usize| (cluster as u64) << CLUSTER_BITS;
    let header = [
        b"QFI\xfb".to_vec(),
        2_u32.to_be_bytes().to_vec(),
        vec![0; 12], // no backing file
        CLUSTER_BITS.to_be_bytes().to_vec(),
        (disk.len() as u64).to_be_bytes().to_vec(),
        vec![0; 4], // not encrypted
        1_u32.to_be_bytes().to_vec(),
        place(L1).to_be_bytes().to_vec(),
        place(REFCOUNTS).to_be_bytes().to_vec(),
        1_u32.to_be_bytes().to_vec(),
        vec![0; 12], // no snapshots
    ];
    let used = DATA + count;
    let references = 1_u16.to_be_bytes().repeat(used);
    let data: Vec<u8> =
        (DATA..used).flat_map(|cluster| (place(cluster) | COPIED).to_be_bytes()).collect();
    let mut image = vec![0; used * CLUSTER];
    let mut put = |cluster: usize, data: &[u8]| {
        let at = cluster * CLUSTER;
        image[at..][..data.len()].copy_from_slice(data);
    };
    put(0, &header.concat());
    put(REFCOUNTS, &place(REFCOUNT_BLOCK).to_be_bytes());
    put(REFCOUNT_BLOCK, &references);
    put(L1, &(place(L2) | COPIED).to_be_bytes());
    put(L2, &data);
    put(DATA, disk);
    Ok(image)
}
