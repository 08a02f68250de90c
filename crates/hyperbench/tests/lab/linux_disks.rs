//! A Linux guest's disk: requests past its page cache, and files on ext4.

use ground::Arch;
use results::{Document, Status};

use crate::columns::{built, figures, raw};
use crate::common::qemu::{FORGETS, changed};
use crate::common::{failed, folder, only, result, run};
use crate::linux::{build, is_built};

/// What comes of `benches` in a guest of `arch` on `spec`, in batches that are short on emulators.
pub fn measured(spec: &str, arch: &str, benches: &[&str]) -> Document {
    let benches = benches.iter().flat_map(|bench| ["--bench", bench]);
    let fixed = ["--guest", "linux", "--platform", spec, "--arch", arch, "--batches", "3"];
    run(&fixed.into_iter().chain(benches).collect::<Vec<_>>()).0
}

#[test]
fn a_guest_of_every_architecture_has_drivers_and_a_file_system() {
    for arch in Arch::names().filter(|arch| is_built(arch)) {
        let document =
            measured("qemu-tcg:disk=virtio-blk,option=timeout=20000", arch, &["group:disk"]);
        assert_eq!(failed(&document), [], "{arch}");
        let measured = only(&document).benchmarks.iter().filter(|b| b.status == Status::Ok);
        assert_eq!(measured.count(), 13, "{arch}");
    }
}

#[test]
fn without_a_disk_that_is_asked_for_nothing_is_measured() {
    build(std::env::consts::ARCH);
    for spec in ["qemu-tcg", "qemu-tcg:disk=none", "qemu-tcg:machine=q35,disk=nvme"] {
        let document = measured(spec, std::env::consts::ARCH, &["getppid", "group:disk"]);
        for skipped in only(&document).benchmarks.iter().filter(|b| b.category == "disk") {
            assert_eq!(skipped.status, Status::Skipped, "{spec}: {skipped:?}");
            assert!(skipped.reason.contains("hyperbench-scratch"), "{spec}: {skipped:?}");
        }
        assert_eq!(result(&document, "getppid").status, Status::Ok, "{spec}");
    }
}

#[test]
fn a_disk_that_forgets_or_may_not_be_written_to_is_found_out() {
    build(std::env::consts::ARCH);
    let benches = ["direct-read-4k", "direct-write-4k", "fsync-append", "ext4-file-read"];
    let on_changed = |sed| {
        let folder = folder();
        let qemu = changed(&folder, Arch::native(), sed);
        let spec = format!("qemu-tcg:disk=virtio-blk,binary={qemu}");
        measured(&spec, std::env::consts::ARCH, &benches)
    };
    let document = on_changed(FORGETS);
    for (bench, reason) in benches.iter().zip([
        "does not return what was written",
        "does not return what was written",
        "fsconfig() failed",
        "fsconfig() failed",
    ]) {
        let lied_to = result(&document, bench);
        assert_eq!(lied_to.status, Status::Fault, "{lied_to:?}");
        assert!(lied_to.reason.contains(reason), "{lied_to:?}");
    }
    let document = on_changed("s/^driver=.*,node-name=scratch.*/&,read-only=on/");
    for bench in benches {
        let skipped = result(&document, bench);
        assert_eq!(skipped.status, Status::Skipped, "{skipped:?}");
        assert!(skipped.reason.contains("the disk is read-only"), "{skipped:?}");
    }
}

#[test]
fn a_user_s_disk_is_too_small_for_a_file_system_and_keeps_what_is_behind() {
    build(std::env::consts::ARCH);
    let folder = folder();
    let disk = folder.path().join("disk");
    let mut before = vec![0; 2 << 20];
    before[1028 << 10..].fill(0xaa);
    std::fs::write(&disk, &before).unwrap();
    let spec = format!("qemu-tcg:disk-file={}", disk.display());
    let document = measured(&spec, std::env::consts::ARCH, &["direct-write-4k", "fsync-overwrite"]);
    assert_eq!(result(&document, "direct-write-4k").status, Status::Ok);
    let skipped = result(&document, "fsync-overwrite");
    assert!(skipped.reason.contains("the disk has 1024 KiB"), "{skipped:?}");
    let after = std::fs::read(&disk).unwrap();
    assert!(after[..1028 << 10] != before[..1028 << 10]);
    assert_eq!(after[1028 << 10..], before[1028 << 10..]);
}

#[test]
fn in_the_lab_two_runs_are_the_same() {
    const BENCHES: [&str; 6] = [
        "direct-read-4k",
        "fsync-append",
        "ping-64",
        "udp-send-1514",
        "tcp-echo-1",
        "peer-clients-4",
    ];
    if !built() {
        return;
    }
    build(std::env::consts::ARCH);
    let [first, second] = [(); 2].map(|()| {
        measured("lab-kvm-npt:disk=virtio-blk,net=user", std::env::consts::ARCH, &BENCHES)
    });
    assert_eq!(raw(&first.platforms[0]), raw(&second.platforms[0]));
    let figures = figures(&first, &first.platforms[0].label);
    assert!(BENCHES.iter().all(|bench| figures[*bench] > 50_000.0), "{figures:?}");
}
