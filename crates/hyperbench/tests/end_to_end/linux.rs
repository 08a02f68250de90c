//! What processes pay: the program for Linux as a process of this machine. A guest with it takes
//! packages of Debian's: `tests/lab/linux.rs` boots one.

use std::fs;

use ground::{Arch, GuestKind};
use results::{Ending, Status};

use crate::common::{
    assert_measured, clean_boot, ends, folder, is_running, linux_test_image, only, output, path,
    program_of, result, run, signal, start, stderr, stdout, wait_for_begin, wait_until,
};

#[test]
fn this_machine_measures_all_primitives_and_says_what_it_is() {
    let (document, code) = run(&["--platform", "host", "--suite", "full", "--batches", "6"]);
    let skipped: Vec<_> = only(&document)
        .benchmarks
        .iter()
        .filter(|b| b.status == Status::Skipped)
        .map(|b| b.name.as_str())
        .collect();
    assert_measured(&document, &skipped);
    assert!(skipped.len() < 8, "{skipped:?}");
    assert_eq!(code, 0);
    let boot = clean_boot(&document);
    assert_eq!(boot.ending, Some(Ending::Done { powered_off: true }));
    assert_eq!(boot.guest.kernel.as_ref().unwrap().boot, "process");
    let system = boot.guest.system.as_ref().unwrap();
    assert_eq!(system.name, "Linux");
    assert_eq!(system.vulnerabilities, document.host.vulnerabilities, "both read the same");
    assert_eq!(only(&document).guest, GuestKind::Linux);
}

/// They are in no other suite, and what they work on is checked as that of the others is.
#[test]
fn the_papers_sizes_are_measured_when_they_are_asked_for() {
    let benches = "{gzip,find,forkwait}-paper";
    let host = ["--platform", "host", "--suite", "paper-sizes"];
    let (document, code) = run(&[&host[..], &["--bench", benches, "--boots", "1"]].concat());
    let is_ok = only(&document).benchmarks.iter().map(|b| b.status == Status::Ok);
    assert_eq!((is_ok.collect::<Vec<_>>(), code), (vec![true; 3], 0));
    for name in ["gzip-paper", "java-threads"] {
        let explained = stdout(&output(&["explain", name, "--guest", "linux"]));
        assert!(explained.contains("paper-sizes") && !explained.contains("full"), "{explained}");
    }
}

/// Only what is named so for measurements is a disk for them.
#[test]
fn this_machine_s_disks_are_left_alone() {
    let (document, _) = run(&["--platform", "host", "--bench", "group:disk"]);
    let all = &only(&document).benchmarks;
    assert_eq!(all.len(), 13);
    for skipped in all {
        assert_eq!(skipped.status, Status::Skipped, "{skipped:?}");
        assert!(skipped.reason.contains("hyperbench-scratch"), "{skipped:?}");
    }
}

#[test]
fn without_results_the_machine_alone_is_told_of() {
    let output = output(&["info", "--json"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let told: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(told.as_array().unwrap().len(), 1, "{told}");
    let release = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap();
    assert_eq!(told[0]["facts"]["system"], release.trim());
}

#[test]
fn whatever_a_primitive_does_the_others_are_measured() {
    let arguments = ["--platform", "host", "--kernel", linux_test_image(), "--batches", "5"];
    let benches = "{getppid,signal-install,test-*}";
    let (document, code) = run(&[&arguments[..], &["--bench", benches]].concat());
    assert_eq!(code, 4);
    let expected = [
        ("getppid", Status::Ok, ""),
        ("signal-install", Status::Ok, ""),
        ("test-segv", Status::Fault, "SIGSEGV"),
        ("test-error", Status::Fault, "the file is not open"),
        ("test-spin", Status::Timeout, "did not return"),
        ("test-blocked", Status::Timeout, "did not return"),
        ("test-no-memory", Status::Skipped, "needs"),
        ("test-runner-killed", Status::Crashed, "killed by signal 9"),
        ("test-runner-exits", Status::Crashed, "exit status 7"),
    ];
    for (name, status, reason) in expected {
        let found = result(&document, name);
        assert_eq!(found.status, status, "{found:?}");
        assert!(found.reason.contains(reason), "{found:?}");
    }
    assert_eq!(only(&document).boots.len(), 3, "one more for each that ends the runner");
}

#[test]
fn nothing_is_left_of_a_run_that_is_ended() {
    let folder = folder();
    let log = path(&folder, "log");
    let image = linux_test_image();
    let tool = start(&[
        "run",
        "--platform",
        "host",
        "--kernel",
        image,
        "--bench",
        "test-blocked",
        "--keep-log",
        &log,
        "--suite",
        "full",
    ]);
    wait_for_begin(&log, "test-blocked");
    let supervisor = program_of(tool.id());
    signal(tool.id(), "TERM");
    assert_eq!(ends(tool).status.code(), Some(130));
    wait_until("the program is gone", || !is_running(supervisor));
}

#[test]
fn a_recording_says_that_it_is_of_a_process() {
    let folder = folder();
    let log = path(&folder, "log");
    run(&["--platform", "host", "--bench", "getppid", "--batches", "5", "--keep-log", &log]);
    let (document, code) = run(&["--platform", &format!("replay:{log}")]);
    assert_eq!((only(&document).guest, code), (GuestKind::Linux, 0));
    assert_eq!(result(&document, "getppid").status, Status::Ok);
}

#[test]
fn the_two_kinds_are_not_compared() {
    let folder = folder();
    let [linux, bare] = ["linux.json", "bare.json"].map(|name| path(&folder, name));
    run(&["--platform", "host", "--bench", "getppid", "--batches", "5", "-o", &linux]);
    run(&["--platform", "qemu-tcg", "--bench", "sgdt", "--batches", "5", "-o", &bare]);
    let text = stdout(&output(&["compare", &linux, &bare]));
    assert!(text.contains("guest: linux") && text.contains("bare"), "{text}");
}

#[test]
fn the_program_says_what_it_measures() {
    let list = stdout(&output(&["list", "benchmarks", "--guest", "linux"]));
    assert!(list.contains("getppid") && !list.contains("sgdt"), "{list}");
    let text = stdout(&output(&["explain", "getppid", "--guest", "linux"]));
    assert!(text.contains("The cheapest system call"), "{text}");
}

#[test]
fn what_cannot_be_run_is_answered_with_what_can() {
    let empty = folder();
    let refused = |arguments: &[&str], code: i32, words: &[&str]| {
        let mut command = crate::common::hyperbench(&[&["run"], arguments].concat());
        let output = command.env("XDG_CACHE_HOME", empty.path()).output().unwrap();
        let message = stderr(&output);
        assert_eq!(output.status.code(), Some(code), "{message}");
        for word in words {
            assert!(message.contains(word), "{word:?} is missing from {message}");
        }
    };
    let linux = ["--guest", "linux", "--platform"];
    refused(&[&linux[..], &["qemu-tcg"]].concat(), 3, &["has not been built", "guest build"]);
    refused(&[&linux[..], &["bochs"]].concat(), 2, &["linux", "host", "qemu-kvm", "qemu-tcg"]);
    refused(&["--guest", "bare", "--platform", "host"], 2, &["bare", "--guest"]);
    refused(&["--platform", "host", "--events"], 2, &["--events", "--guest bare"]);
    refused(&["--platform", "host", "--timing", "uart"], 2, &["--timing"]);
    let foreign = Arch::names().find(|name| *name != std::env::consts::ARCH).unwrap();
    refused(&["--platform", "host", "--arch", foreign], 3, &["emulates the processor"]);
}
