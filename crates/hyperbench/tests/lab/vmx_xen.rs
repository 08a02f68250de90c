//! Xen on the lab's machine with VMX.

use crate::common::run;
use crate::split::{count, part, whole};
use crate::vmx::{available, figure, is_near, is_one};

const NATIVE: &str = "lab-vmx-native";
const PVH: &str = "lab-xen-vmx-pvh";
const HVM: &str = "lab-xen-vmx-hvm";
const COLUMNS: [&str; 6] = ["--platform", NATIVE, "--platform", PVH, "--platform", HVM];

/// Twice, and all of a figure is somebody's. Dom0, with its Linux, is the device model of an HVM guest.
#[test]
#[ignore = "it takes minutes: make test-intel"]
fn what_leaves_xens_guests_on_vmx_is_as_long_as_known_twice_the_same_and_sums_to_the_figure() {
    if !available() {
        return;
    }
    let bench = ["--bench", "{sgdt,smsw,set-cr3,hypercall,cpuid,in,out,cold-access}"];
    let (lab, code) =
        run(&[&COLUMNS[..], &bench, &["--batches", "3", "--events", "--verify"]].concat());
    assert_eq!(code, 0, "two runs differ, or not all is measured");
    assert!(whole(&lab, NATIVE) > 18);
    for name in [NATIVE, PVH, HVM] {
        for bench in ["sgdt", "smsw", "set-cr3"] {
            assert!(is_one(figure(&lab, name, bench)), "{name} {bench}");
        }
    }
    for (name, bench, known) in [
        (PVH, "hypercall", 1081.0),
        (HVM, "hypercall", 1136.0),
        (HVM, "in", 41400.0),
        (HVM, "out", 56400.0),
    ] {
        let value = figure(&lab, name, bench);
        assert!(is_near(value, known), "{name} {bench}: {value}");
    }
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
