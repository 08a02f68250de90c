//! Xen on Arm, whose domain starts without a dom0.

use crate::columns::{built_for, figures};
use crate::common::{arch_with, output, run, stderr, stdout};
use crate::split::{count, part, whole};

/// The architecture whose lab has such.
fn arm() -> &'static str {
    let mut labs = ::lab::LabArch::all();
    &labs.find(|(_, lab)| !lab.dom0less.is_empty()).expect("a lab has them").0.name
}

#[test]
fn xens_domain_measures_the_same_twice_on_both_versions_and_several_processors() {
    if !built_for(arm()) {
        return;
    }
    let (newer, older) = ("lab-xen-arm", "lab-xen-arm:xen=4.17");
    let (two, four) = ("lab-xen-arm:cpus=2", "lab-xen-arm:cpus=4");
    let platforms = ["lab-native", newer, older].into_iter().flat_map(|it| ["--platform", it]);
    let rest = ["--arch", arm(), "--suite", "paper", "--events", "--batches", "3", "--verify"];
    let (lab, code) = run(&platforms.chain(rest).collect::<Vec<_>>());
    assert_eq!(code, 0, "two runs are the same");
    assert!(whole(&lab, "lab-native") > 30);
    // What a trial by hand found: a hypercall 430 and 422, IN 626 and 623.
    for (label, hypercall, input) in [(newer, 430.0, 626.0), (older, 422.0, 623.0)] {
        let figures = figures(&lab, label);
        assert!((figures["hypercall"] - hypercall).abs() < 1.0, "{label}: {figures:?}");
        assert!((figures["in"] - input).abs() < 1.0, "{label}: {figures:?}");
        let exits = count(&lab, label, "hypercall", "exit_hypercall");
        assert_eq!(exits.to_bits(), 1_f64.to_bits(), "{label}");
        assert!(part(&lab, label, "in", "device_model").abs() < f64::EPSILON, "Xen answers");
    }
    let platforms = [two, four].into_iter().flat_map(|it| ["--platform", it]);
    let rest = ["--arch", arm(), "--bench", "{ipi,ipi-running}", "--batches", "3", "--verify"];
    let (lab, code) = run(&platforms.chain(rest).collect::<Vec<_>>());
    assert_eq!(code, 0, "two runs are the same");
    for label in [two, four] {
        let running = figures(&lab, label)["ipi-running"];
        assert!((1000.0..3000.0).contains(&running), "{label}: {running}");
    }
}

#[test]
fn a_profile_has_xens_own_names_and_elsewhere_there_is_no_such_xen() {
    if !built_for(arm()) {
        return;
    }
    let profile = output(&["profile", "--arch", arm(), "lab-xen-arm", "hypercall"]);
    assert!(profile.status.success(), "{}", stderr(&profile));
    let text = stdout(&profile);
    assert!(text.contains(" do_trap_guest_sync ") && text.contains(" xen "), "{text}");
    let refused = output(&["run", "--arch", &arch_with("sgdt").name, "--platform", "lab-xen-arm"]);
    assert_eq!(refused.status.code(), Some(3));
    assert!(stderr(&refused).contains("no domain without a dom0"), "{}", stderr(&refused));
}
