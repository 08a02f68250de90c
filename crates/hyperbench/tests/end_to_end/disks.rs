//! Requests to the scratch disk, also to one that lies, errs, is late, or is not ours.

use ground::Arch;
use results::{Document, Status, Summary};

use crate::common::qemu::{FORGETS, changed};
use crate::common::{failed, folder, only, result, run};

/// Where the disk's data is, in QEMU's arguments.
const FILE: &str = "s/^driver=file,node-name=scratch-file,filename=/";

pub fn measured(spec: &str, benches: &[&str]) -> Document {
    let benches = benches.iter().flat_map(|bench| ["--bench", bench]);
    let fixed = ["--platform", spec, "--boots", "1", "--batches", "6"];
    run(&fixed.into_iter().chain(benches).collect::<Vec<_>>()).0
}

/// What comes of `benches` with QEMU's arguments changed so.
pub fn on_changed_document(sed: &str, benches: &[&str]) -> Document {
    let folder = folder();
    let qemu = changed(&folder, Arch::native(), sed);
    measured(&format!("qemu-tcg:binary={qemu},option=timeout=1000"), benches)
}

/// The same, of each of them.
pub fn on_changed<const N: usize>(sed: &str, benches: [&str; N]) -> [Summary; N] {
    let document = on_changed_document(sed, &benches);
    benches.map(|bench| result(&document, bench).clone())
}

/// What comes of `bench` on a disk changed so, and of a flush behind it.
fn on_changed_disk(sed: &str, bench: &str) -> [Summary; 2] {
    on_changed(sed, [bench, "disk-flush"])
}

/// That so many of `benches`, or more, go well on each of the platforms `specs`.
pub fn all_go_well(specs: [&str; 2], benches: &str, at_least: usize) {
    for spec in specs {
        let document = measured(spec, &[benches]);
        assert!(only(&document).benchmarks.len() >= at_least, "{spec}");
        assert_eq!(failed(&document), [], "{spec}");
    }
}

/// That `benches` go well for every architecture.
pub fn go_well_everywhere(benches: [&str; 3]) {
    for arch in Arch::names() {
        let fixed = ["--platform", "qemu-tcg", "--arch", arch, "--boots", "1", "--batches", "6"];
        let benches = benches.iter().flat_map(|bench| ["--bench", bench]);
        let (document, _) = run(&fixed.into_iter().chain(benches).collect::<Vec<_>>());
        assert_eq!(failed(&document), [], "{arch}");
    }
}

#[test]
fn all_requests_are_answered_and_their_data_is_right() {
    all_go_well(["qemu-tcg", "qemu-tcg:machine=q35,iothread=on,ioeventfd=on"], "disk-*", 20);
}

#[test]
fn other_architectures_have_disks_as_well() {
    go_well_everywhere(["disk-read-4k", "disk-write-4k-depth-32", "disk-read-4k-irq"]);
}

#[test]
fn a_disk_that_forgets_is_found_out() {
    for bench in ["disk-read-4k", "disk-write-64k"] {
        let [lied_to, flush] = on_changed_disk(FORGETS, bench);
        assert_eq!(lied_to.status, Status::Fault, "{lied_to:?}");
        assert!(lied_to.reason.contains("does not return what was written"), "{lied_to:?}");
        assert_eq!(flush.status, Status::Ok, "{flush:?}");
    }
}

#[test]
fn a_disk_behind_another_interface_is_read_and_found_out_as_well() {
    let folder = folder();
    let lying = changed(&folder, Arch::native(), FORGETS);
    for kind in ["nvme", "ahci"] {
        let (spec, bench) =
            (format!("qemu-tcg:machine=q35,disk={kind}"), format!("{kind}-read-4k"));
        let document = measured(&spec, &[&bench, "disk-flush"]);
        assert_eq!(result(&document, &bench).status, Status::Ok, "{document:?}");
        assert_eq!(result(&document, "disk-flush").status, Status::Skipped, "{document:?}");
        let document = measured(&format!("{spec},binary={lying}"), &[&bench]);
        let lied_to = result(&document, &bench);
        assert_eq!(lied_to.status, Status::Fault, "{lied_to:?}");
        assert!(lied_to.reason.contains("does not return what was written"), "{lied_to:?}");
    }
}

#[test]
fn an_error_of_the_disk_ends_that_benchmark_alone() {
    for (event, errno) in [("read_aio", 5), ("write_aio", 28)] {
        let failing = format!(
            "{FILE}driver=blkdebug,node-name=scratch-file,inject-error.0.event={event},\
             inject-error.0.errno={errno},image.driver=file,image.filename=/"
        );
        let [erred, flush] = on_changed_disk(&failing, "disk-read-4k");
        assert_eq!(erred.status, Status::Fault, "{erred:?}");
        assert!(erred.reason.contains("the disk reports an error"), "{erred:?}");
        assert_eq!(flush.status, Status::Ok, "{flush:?}");
    }
}

#[test]
fn a_disk_that_does_not_answer_is_waited_for_only_so_long() {
    let late = "s/^driver=file,node-name=scratch-file,.*/driver=null-co,node-name=scratch-file,\
                size=67108864,latency-ns=3000000000/";
    let [late, _] = on_changed_disk(late, "disk-read-4k");
    assert_eq!(late.status, Status::Timeout, "{late:?}");
}

#[test]
fn what_may_not_be_written_to_is_not() {
    let read_only = "s/^driver=.*,node-name=scratch.*/&,read-only=on/";
    for (sed, why) in [
        (read_only, "the disk is read-only"),
        ("s/serial=hyperbench-scratch/serial=of-somebody/", "none has the serial number"),
    ] {
        let [skipped, flush] = on_changed_disk(sed, "disk-write-4k");
        assert_eq!(skipped.status, Status::Skipped, "{skipped:?}");
        assert!(skipped.reason.contains(why) && flush.status == Status::Skipped, "{skipped:?}");
    }
}

#[test]
fn a_disk_comes_only_with_benchmarks_that_need_it() {
    let command = |document: &Document| only(document).boots[0].command.join(" ");
    assert!(!command(&measured("qemu-tcg", &["sgdt"])).contains("scratch"));
    assert!(command(&measured("qemu-tcg", &["disk-flush"])).contains("scratch"));
    let without = measured("qemu-tcg:disk=none", &["disk-flush"]);
    assert!(result(&without, "disk-flush").reason.contains("hyperbench-scratch"), "{without:?}");
}
