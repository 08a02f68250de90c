//! One benchmark that faults, hangs or kills the guest must not cost the others, and
//! nothing may be left behind.

use std::io::Read;

use results::{Document, Status};

use crate::common::{
    folder, is_running, path, program_of, result, run, signal, start, stderr, stdout, test_image,
    wait_for_begin, wait_until,
};

/// Runs benchmarks of the test image and returns its results and exit code.
fn run_test_image(benches: &str) -> (Document, i32) {
    let arguments = ["--platform", "qemu-tcg", "--kernel", test_image(), "--batches", "5"];
    run(&[&arguments[..], &["--bench", benches]].concat())
}

#[test]
fn whatever_a_benchmark_does_the_others_are_measured() {
    let (document, code) = run_test_image("{sgdt,smsw,test-*}");
    assert_eq!(code, 4);
    let expected = [
        ("sgdt", Status::Ok, ""),
        ("smsw", Status::Ok, ""),
        ("test-hang", Status::Hung, "nothing was heard"),
        ("test-spin", Status::Timeout, ""),
        ("test-await", Status::Timeout, ""),
        ("test-fault", Status::Fault, "#UD"),
        ("test-l2-fault", Status::Fault, "unexpected exit of L2"),
        ("test-l2-fault-shutdown", Status::Fault, "unexpected exit of L2"),
        ("test-l2-fault-spin", Status::Timeout, ""),
        ("test-triple-fault", Status::Crashed, "the guest ended"),
    ];
    for (name, status, reason) in expected {
        let found = result(&document, name);
        assert_eq!(found.status, status, "{found:?}");
        assert!(found.reason.contains(reason), "{found:?}");
    }
    let fault = document.platforms[0].boots.iter().flat_map(|boot| &boot.benchmarks);
    let fault = fault.into_iter().find_map(|measured| measured.fault.as_ref()).unwrap();
    assert!(fault.ip.is_some());
}

/// A run in the background that has come to the benchmark that hangs.
struct Hanging {
    tool: std::process::Child,
    qemu: u32,
    results: String,
    _folder: tempfile::TempDir,
}

fn hanging() -> Hanging {
    let folder = folder();
    let (log, results) = (path(&folder, "console.log"), path(&folder, "results.json"));
    let arguments = ["run", "--platform", "qemu-tcg", "--kernel", test_image(), "--batches", "5"];
    let more = ["--bench", "{sgdt,test-hang,test-fault}", "-o", &results, "--keep-log", &log];
    let tool = start(&[&arguments[..], &more].concat());
    wait_for_begin(&log, "test-hang");
    // The log is written first; what has ended is stored a moment later.
    wait_until("sgdt is stored", || {
        std::fs::read_to_string(&results).is_ok_and(|text| text.contains("\"sgdt\""))
    });
    let qemu = program_of(tool.id());
    Hanging { tool, qemu, results, _folder: folder }
}

fn stored(path: &str) -> Document {
    let document: Document = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    crate::common::check(&document);
    document
}

#[test]
fn a_qemu_that_is_killed_costs_only_the_running_benchmark() {
    let hanging = hanging();
    signal(hanging.qemu, "KILL");
    let output = hanging.tool.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(4), "{}", stderr(&output));
    let document = stored(&hanging.results);
    assert!(document.complete);
    assert_eq!(result(&document, "sgdt").status, Status::Ok);
    assert_eq!(result(&document, "test-hang").status, Status::Crashed);
    assert!(result(&document, "test-hang").reason.contains("killed by signal 9"));
    assert_eq!(result(&document, "test-fault").status, Status::Fault);
}

#[test]
fn an_interrupted_run_prints_and_keeps_what_it_has() {
    let hanging = hanging();
    signal(hanging.tool.id(), "INT");
    let output = hanging.tool.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", stderr(&output));
    assert!(stdout(&output).contains("sgdt") && stdout(&output).contains("interrupted"));
    assert!(!is_running(hanging.qemu));
    let document = stored(&hanging.results);
    assert_eq!(result(&document, "sgdt").status, Status::Ok);
    assert_eq!(result(&document, "test-fault").status, Status::Skipped);
}

#[test]
fn a_killed_tool_leaves_its_results_and_no_qemu() {
    let mut hanging = hanging();
    hanging.tool.kill().unwrap();
    hanging.tool.wait().unwrap();
    wait_until("QEMU is gone", || !is_running(hanging.qemu));
    let document = stored(&hanging.results);
    assert!(!document.complete);
    assert_eq!(result(&document, "sgdt").status, Status::Ok);
}

#[test]
fn a_closed_standard_output_is_an_error_and_no_panic() {
    let mut tool = start(&["run", "--platform", "qemu-tcg", "--bench", "sgdt"]);
    drop(tool.stdout.take());
    let mut message = String::new();
    tool.stderr.take().unwrap().read_to_string(&mut message).unwrap();
    assert_eq!(tool.wait().unwrap().code(), Some(5));
    assert!(message.contains("standard output") && !message.contains("panicked"), "{message}");
}

#[test]
fn the_time_budget_ends_a_run_with_reasons() {
    let arguments = ["--platform", "qemu-tcg", "--kernel", test_image(), "--time-budget", "3"];
    let (document, code) =
        run(&[&arguments[..], &["--bench", "{sgdt,test-hang,test-fault}"]].concat());
    assert_eq!(code, 4);
    assert_eq!(result(&document, "sgdt").status, Status::Ok);
    assert_eq!(result(&document, "test-hang").status, Status::Timeout);
    assert_eq!(result(&document, "test-fault").status, Status::Skipped);
    assert!(result(&document, "test-fault").reason.contains("time budget"));
}
