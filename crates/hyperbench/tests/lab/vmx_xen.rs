//! Xen on the lab's machine with VMX.

use crate::columns::raw;
use crate::common::run;
use crate::split::{count, part, whole};
use crate::vmx::{available, figure, is_near, is_one};

const NATIVE: &str = "lab-vmx-native";
const PVH: &str = "lab-xen-vmx-pvh";
const HVM: &str = "lab-xen-vmx-hvm";
const COLUMNS: [&str; 6] = ["--platform", NATIVE, "--platform", PVH, "--platform", HVM];

#[test]
fn what_leaves_xens_guests_on_vmx_is_as_long_as_known_and_twice_the_same() {
    if !available() {
        return;
    }
    let bench = ["--bench", "{sgdt,smsw,set-cr3,hypercall,in,out}", "--batches", "5"];
    let (first, code) = run(&[&COLUMNS[..], &bench].concat());
    assert_eq!(code, 0);
    for name in [NATIVE, PVH, HVM] {
        for bench in ["sgdt", "smsw", "set-cr3"] {
            assert!(is_one(figure(&first, name, bench)), "{name} {bench}");
        }
    }
    for (name, bench, known) in [
        (PVH, "hypercall", 1081.0),
        (HVM, "hypercall", 1136.0),
        (HVM, "in", 41400.0),
        (HVM, "out", 56400.0),
    ] {
        let value = figure(&first, name, bench);
        assert!(is_near(value, known), "{name} {bench}: {value}");
    }
    let (second, _) = run(&[&COLUMNS[..], &bench].concat());
    for (one, other) in first.platforms.iter().zip(&second.platforms) {
        assert_eq!(raw(one), raw(other), "{}", one.label);
    }
}

/// Dom0, with its Linux, is the device model of an HVM guest.
#[test]
fn what_is_counted_under_xen_on_vmx_sums_to_the_figure() {
    if !available() {
        return;
    }
    let bench = ["--bench", "{sgdt,smsw,hypercall,cpuid,in,cold-access}", "--batches", "3"];
    let (lab, code) = run(&[&COLUMNS[..], &bench, &["--events"]].concat());
    assert_eq!(code, 0);
    assert!(whole(&lab, NATIVE) > 14);
    for name in [PVH, HVM] {
        for (bench, reason) in [("hypercall", "exit_hypercall"), ("cpuid", "exit_cpuid")] {
            assert!(is_one(count(&lab, name, bench, reason)), "{name} {bench}");
            assert!(part(&lab, name, bench, "hypervisor") > 500.0, "{name} {bench}");
        }
        for bench in ["sgdt", "smsw"] {
            assert!(count(&lab, name, bench, "exits") < 0.001, "{name} {bench}");
        }
    }
    assert!(is_one(count(&lab, HVM, "in", "exit_io_in")));
    assert!(is_one(count(&lab, HVM, "in", "user_exits")));
    assert!(part(&lab, HVM, "in", "device_model") > 10_000.0);
}
