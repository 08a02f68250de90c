//! Two guests on one processor of the lab.

use results::Document;

use crate::columns::built;
use crate::common::{output, run, stderr};

fn measured(beside: &str, more: &[&str]) -> (Document, i32) {
    let fixed = ["--platform", "lab-kvm-npt", "--bench", "spin", "--beside", beside];
    run(&[&fixed[..], more].concat())
}

/// The outer Linux gives each of them as many turns, so that what one executes takes as many times
/// as long as there are guests, and twice the same instructions are executed.
#[test]
fn guests_that_want_the_same_processor_share_it_evenly() {
    if !built() {
        return;
    }
    for (beside, guests) in [("spin", 2.0), ("spin,n=2", 3.0)] {
        let (document, code) = measured(&format!("lab-kvm-npt:workload={beside}"), &["--verify"]);
        assert_eq!(code, 0, "{:?}", document.platforms);
        let eta = document.platforms[1].benchmarks[0].eta.unwrap();
        let share = eta.value / guests;
        assert!((0.85..1.2).contains(&share), "{beside}: {eta:?}");
    }
}

#[test]
fn a_neighbour_that_cannot_run_and_guests_without_room_are_told() {
    if !built() {
        return;
    }
    // It needs a second processor.
    let (document, code) = measured("lab-kvm-npt:workload=ipi", &[]);
    assert_eq!(code, 3);
    let noisy = &document.platforms[1];
    assert_eq!(noisy.benchmarks[0].value, None);
    let said = noisy.failure.as_ref().unwrap();
    assert!(said.contains("The neighbour did not get busy"), "{said}");
    let (document, code) = measured("lab-kvm-npt:workload=spin", &["--memory", "5G"]);
    assert_eq!(code, 3);
    let said = document.platforms[1].failure.as_ref().unwrap();
    assert!(said.contains("have room for 4096 MiB at most together"), "{said}");
    for (platform, words) in [("lab-native", "changes none"), ("lab-xen-pvh", "changes none")] {
        let beside = format!("{platform}:workload=spin");
        let refused = output(&["run", "--platform", platform, "--beside", &beside]);
        assert_eq!(refused.status.code(), Some(2));
        assert!(stderr(&refused).contains(words), "{}", stderr(&refused));
    }
}
