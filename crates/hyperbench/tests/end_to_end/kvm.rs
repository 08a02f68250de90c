//! KVM, where the machine has it. Where it does not, these tests say that they skip.

use crate::common::{output, result, run, skip, stdout};

/// Whether the platform is available; prints why not.
fn available() -> bool {
    let list = stdout(&output(&["list", "platforms", "--format", "csv"]));
    let row = list.lines().find(|line| line.starts_with("qemu-kvm,")).expect("it is listed");
    let available = row.starts_with("qemu-kvm,true");
    if !available {
        skip(format!("this machine has no usable KVM: {row}"));
    }
    available
}

#[test]
fn the_quick_suite_ends_by_itself_with_a_status_and_a_reason_for_everything() {
    if !available() {
        return;
    }
    // Whatever this KVM can or cannot do: `run` checks that nothing lacks its reason.
    let (document, code) = run(&["--platform", "qemu-kvm", "--suite", "quick"]);
    assert!(matches!(code, 0 | 4), "{code} {document:?}");
    let list = stdout(&output(&["list", "benchmarks", "--format", "json"]));
    let list: Vec<protocol::Benchmark> = serde_json::from_str(&list).unwrap();
    let quick = list.iter().filter(|benchmark| benchmark.quick).count();
    assert_eq!(document.platforms[0].benchmarks.len(), quick);
}

#[test]
fn exits_that_kvm_counts_reach_the_results_through_qemu() {
    if !available() {
        return;
    }
    let (document, _) = run(&["--platform", "qemu-kvm", "--bench", "in", "--events"]);
    let events = result(&document, "in").events.as_ref().expect("they were counted");
    let exits = events.counters["exits"];
    // Every read of the port is an exit; timer interrupts add a few to either loop.
    assert!((exits.per_operation - 1.0).abs() < 0.5, "{events:?}");
    assert!(!events.counters.contains_key("user_exits"), "QEMU does not tell: {events:?}");
}
