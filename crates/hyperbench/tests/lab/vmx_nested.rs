//! KVM in KVM on the lab's machine with VMX.

use crate::common::run;
use crate::split::{count, part, whole};
use crate::vmx::{available, figure, is_one};

/// A guest of a guest leaves it once. The hypervisor inside leaves its own to resume it; it reads and
/// writes a shadow VMCS.
#[test]
#[ignore = "it takes minutes: make test-intel"]
fn the_exits_of_both_levels_on_vmx_have_their_reasons() {
    if !available() {
        return;
    }
    let nested = "lab-kvm-ept:depth=2,label=nested";
    let platforms =
        ["--platform", "lab-vmx-native", "--platform", "lab-kvm-ept", "--platform", nested];
    let bench = ["--bench", "{cpuid,in,sgdt}", "--batches", "3", "--events"];
    let (lab, code) = run(&[&platforms[..], &bench].concat());
    assert_eq!(code, 0);
    assert_eq!(whole(&lab, "lab-vmx-native"), 9);
    assert!(is_one(figure(&lab, "nested", "sgdt")));
    for (bench, reason) in [("cpuid", "exit_cpuid"), ("in", "exit_io_in")] {
        for name in ["exits", reason, "outer_exit_vmresume"] {
            assert!(is_one(count(&lab, "nested", bench, name)), "{bench} {name}");
        }
        assert!(count(&lab, "nested", bench, "outer_exit_vmread") < 0.001, "{bench}");
        let [nested, direct] = ["nested", "lab-kvm-ept"].map(|label| figure(&lab, label, bench));
        assert!(nested > 2.0 * direct, "{bench}: {nested}, {direct}");
    }
    assert!(part(&lab, "nested", "in", "device_model") > 1000.0);
    assert!(part(&lab, "nested", "cpuid", "hypervisor") > 10_000.0);
}
