//! A disk of the user's in the scratch disk's place.

use results::Status;

use crate::common::{folder, output, path, result, stderr};
use crate::disks::measured;

/// What a disk begins with once it is the tool's, and how much is used of it.
const LABEL: &[u8] = b"scratch disk of hyperbench";
const USED: usize = 1028 << 10;

#[test]
fn data_is_overwritten_only_if_it_may_go_and_none_behind() {
    let folder = folder();
    let disk = path(&folder, "disk");
    let spec = format!("qemu-tcg:disk-file={disk}");
    let mut before = vec![0xaa; 2 << 20];
    before[1..USED].fill(0);
    std::fs::write(&disk, &before).unwrap();
    let refused = output(&["run", "--platform", &spec, "--bench", "disk-write-4k"]);
    assert!(!refused.status.success());
    assert!(stderr(&refused).contains("disk-data=lose"), "{}", stderr(&refused));
    assert_eq!(std::fs::read(&disk).unwrap(), before);
    let no_disk_needed = measured(&spec, &["sgdt"]);
    assert_eq!(result(&no_disk_needed, "sgdt").status, Status::Ok);
    assert_eq!(std::fs::read(&disk).unwrap(), before);

    // Once it is the tool's, nothing is asked.
    for (more, bench) in [(",disk-data=lose", "disk-write-4k"), ("", "disk-read-4k")] {
        let document = measured(&format!("{spec}{more}"), &[bench]);
        assert_eq!(result(&document, bench).status, Status::Ok, "{document:?}");
        let after = std::fs::read(&disk).unwrap();
        assert!(after.starts_with(LABEL) && after[4096..USED].iter().any(|byte| *byte != 0));
        assert_eq!(after[USED..], before[USED..]);
    }
}
