//! A guest that is moved to a second QEMU while it is watched, and what can go wrong with that.

use ground::Arch;
use results::{Document, Ending, Migration, Status};
use tempfile::TempDir;

use crate::common::{
    assert_gone, clean_boot, ends, failed, fake_qemu, folder, hyperbench, output, path, pids, run,
    signal, start, stdout, wait_until,
};

const BENCH: &str = "page-write-watched";

/// A specification of QEMUs that note their numbers in `folder/qemus`.
fn noted(folder: &TempDir, more: &str) -> String {
    let qemu = &Arch::native().qemu.binary;
    let guest = format!("echo $$ >> {}\nexec {qemu} \"$@\"", path(folder, "qemus"));
    format!("qemu-tcg:binary={},{more}", fake_qemu(folder, &format!("{qemu} --version"), &guest))
}

fn migration(document: &Document) -> &Migration {
    clean_boot(document).migration.as_ref().expect("it was tried")
}

/// No bound of it is the speed of this machine.
#[test]
fn a_guest_is_moved_while_it_writes_and_no_record_is_lost() {
    let folder = folder();
    let spec = noted(&folder, "migrate=1,label=moved");
    let file = path(&folder, "results.json");
    let (document, code) = run(&["--platform", &spec, "--bench", BENCH, "--batches", "30"]);
    assert_eq!(code, 0, "{:?}", failed(&document));
    std::fs::write(&file, serde_json::to_string(&document).unwrap()).unwrap();
    assert_eq!(pids(&folder, "qemus").len(), 2);
    assert_gone(&folder, "qemus");
    let boot = clean_boot(&document);
    assert!(matches!(boot.ending, Some(Ending::Done { .. })), "{:?}", boot.ending);
    let measured = &boot.benchmarks[0];
    let batches = measured.plan.as_ref().unwrap().batches;
    assert_eq!((measured.samples.len() as u64, measured.missing_batches()), (batches, 0));
    let windows = &measured.series.as_ref().expect("it says when").windows;
    assert_eq!(windows.len() as u64, batches);

    let moved = migration(&document);
    assert_eq!(moved.failure, None, "{:?}", boot.notes);
    let told = moved.told.as_ref().expect("QEMU has reported");
    // Each is rounded to a millisecond.
    assert!(told.setup_ms + told.downtime_ms <= told.total_ms + 2, "{told:?}");
    assert!(told.dirty_sync_count >= 2 && told.transferred > 0, "{told:?}");
    let (last, first) = (moved.last_word_ns.unwrap(), moved.first_word_ns.unwrap());
    assert!(last <= first && moved.began_ns <= first, "{moved:?}");
    assert!(moved.took_ns().is_some() && moved.stopped_ns.is_some(), "{moved:?}");
    // Before it there may be none: who knows how long the first batch takes here.
    let [_, meanwhile, after] = moved.phases(measured).expect("it ran at both ends");
    assert!(!meanwhile.is_empty() && !after.is_empty(), "{moved:?}");

    let shown = stdout(&output(&["show", &file]));
    assert!(shown.contains("moved, boot 1: moved in ") && shown.contains(" meanwhile"), "{shown}");
    let page = path(&folder, "page.html");
    output(&["report", &file, "-o", &page]);
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.contains("What a move to a second QEMU costs the guest"));
    assert!(page.contains("the guest stood still for"), "the chart has its phases");
}

/// The same through a file, of which nothing is left.
#[test]
fn a_guest_is_saved_to_a_file_and_restored_and_no_record_is_lost() {
    let folder = folder();
    let spec = noted(&folder, "restore=1,label=restored");
    let files = folder.path().join("files");
    std::fs::create_dir(&files).unwrap();
    let arguments = ["run", "--format", "json", "--platform", &spec, "--bench", BENCH];
    let mut command = hyperbench(&[&arguments[..], &["--batches", "30"]].concat());
    let output = command.env("TMPDIR", &files).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", crate::common::stderr(&output));
    assert_gone(&folder, "qemus");
    assert_eq!(std::fs::read_dir(&files).unwrap().count(), 0);
    let document: Document = serde_json::from_str(&stdout(&output)).unwrap();
    let measured = &clean_boot(&document).benchmarks[0];
    let batches = measured.plan.as_ref().unwrap().batches;
    assert_eq!((measured.samples.len() as u64, measured.missing_batches()), (batches, 0));
    let moved = migration(&document);
    assert_eq!(moved.failure, None, "{moved:?}");
    let saved = moved.saved.as_ref().expect("it was in a file");
    assert!(saved.bytes > 1 << 20, "what the guest has written is in it: {saved:?}");
    // The tool's clock began before QEMU's events, and ended after them.
    let stopped = moved.stopped_ns.expect("both QEMUs have said when");
    assert!(saved.restoring_ns < stopped && stopped < moved.took_ns().unwrap(), "{moved:?}");
    assert!(moved.phases(measured).is_some_and(|[.., after]| !after.is_empty()), "{moved:?}");
}

#[test]
fn a_second_qemu_that_is_killed_leaves_the_guest_where_it_is() {
    for key in ["migrate", "restore"] {
        stays_without_a_second(key);
    }
}

fn stays_without_a_second(key: &str) {
    let folder = folder();
    let spec = noted(&folder, &format!("{key}=3"));
    let tool = start(&["run", "--format", "json", "--platform", &spec, "--bench", BENCH]);
    wait_until("the second QEMU waits", || pids(&folder, "qemus").len() == 2);
    signal(pids(&folder, "qemus")[1], "KILL");
    let output = ends(tool);
    assert_eq!(output.status.code(), Some(0));
    assert_gone(&folder, "qemus");
    let document: Document = serde_json::from_str(&stdout(&output)).unwrap();
    let boot = clean_boot(&document);
    assert_eq!(boot.benchmarks[0].status, Status::Ok);
    assert!(
        boot.notes.iter().any(|note| note.contains("the guest was not moved: ")),
        "{:?}",
        boot.notes
    );
}

#[test]
fn whatever_ends_the_tool_ends_both_qemus() {
    for name in ["INT", "KILL"] {
        let folder = folder();
        let spec = noted(&folder, "migrate=1000");
        let tool = start(&["run", "--platform", &spec, "--bench", BENCH]);
        wait_until("the second QEMU waits", || pids(&folder, "qemus").len() == 2);
        signal(tool.id(), name);
        ends(tool);
        assert_gone(&folder, "qemus");
    }
}

#[test]
fn what_cannot_be_moved_is_refused_with_a_next_step() {
    let refused = |spec: &str, more: &[&str]| {
        let run = ["run", "--platform", spec, "--bench", BENCH];
        let output = output(&[&run[..], more].concat());
        assert_ne!(output.status.code(), Some(0));
        stdout(&output) + &crate::common::stderr(&output)
    };
    assert!(refused("qemu-tcg:migrate=soon", &[]).contains("migrate= takes seconds"));
    assert!(refused("qemu-tcg:migrate=1", &["--events"]).contains("leave one of them out"));
    assert!(refused("qemu-tcg:migrate=1", &["--timing", "uart"]).contains("leave one of them out"));
    assert!(refused("qemu-tcg:migrate=1,disk=nvme", &[]).contains("leave one of them out"));
}
