//! KVM by an extension of the processor, above firmware that answers where there is no hypervisor.

use results::{PlatformRun, Profile};

use crate::columns::{built_for, figures};
use crate::common::{arch_with, output, run, stderr, stdout};
use crate::linux::build;
use crate::split::{count, part};

const KVM: &str = "lab-kvm-npt";

#[test]
fn parts_sum_to_the_cost_and_a_trap_to_the_hypervisor_is_an_exit_of_its_cause() {
    let arch = &arch_with("sfence-vma").name;
    if !built_for(arch) {
        return;
    }
    let columns = ["--arch", arch, "--platform", "lab-native", "--platform", KVM];
    let operations = "{read-sstatus,sfence-vma,hypercall,ipi-self,in,illegal-csr}";
    let rest = ["--bench", operations, "--events", "--batches", "3", "--verify"];
    let (lab, code) = run(&[&columns[..], &rest].concat());
    assert_eq!(code, 0, "two runs are the same");
    let results = lab.platforms.iter().flat_map(|platform| &platform.benchmarks);
    for result in results {
        let worlds = result.worlds.expect(&result.name);
        assert_eq!(Some(worlds.total()), result.value, "{}", result.name);
        assert_eq!((worlds.run.other, worlds.control.other), (0, 0), "{}", result.name);
    }
    for (bench, reason, leaves_kernel) in [
        ("hypercall", "exit_hypercall", 0.0),
        ("ipi-self", "exit_hypercall", 0.0),
        ("in", "exit_guest_page_fault_load", 1.0),
        ("illegal-csr", "exit_illegal_instruction", 0.0), // firmware hands it on to KVM
    ] {
        let counts = ["exits", reason, "user_exits"].map(|name| count(&lab, KVM, bench, name));
        let expected = [1.0, 1.0, leaves_kernel];
        assert_eq!(counts.map(f64::to_bits), expected.map(f64::to_bits), "{bench}: {counts:?}");
    }
    for bench in ["read-sstatus", "sfence-vma"] {
        assert_eq!(count(&lab, KVM, bench, "exits").to_bits(), 0_f64.to_bits(), "{bench}");
        assert_eq!(part(&lab, KVM, bench, "hypervisor").to_bits(), 0_f64.to_bits(), "{bench}");
    }
    // What QEMU gets wrong is mended also where nothing is counted.
    let alone = ["--bench", "illegal-csr", "--batches", "3"];
    let (uncounted, _) = run(&[&columns[..], &alone].concat());
    for (platform, counted) in uncounted.platforms.iter().zip(&lab.platforms) {
        let value = |of: &PlatformRun| of.find("illegal-csr").unwrap().value;
        assert_eq!(value(platform), value(counted), "{}", platform.label);
    }
    check_functions(arch);
}

/// Of a guest that begins without firmware, processes must read the time all the same: its first one does.
#[test]
fn a_guests_linux_starts_below_kvm_and_its_processes_read_the_time() {
    let arch = &arch_with("sfence-vma").name;
    if !built_for(arch) {
        return;
    }
    build(arch);
    let columns = ["--arch", arch, "--platform", "lab-native", "--platform", KVM];
    let rest = ["--guest", "linux", "--bench", "{getppid,user-counter}", "--batches", "3"];
    let (lab, code) = run(&[&columns[..], &rest, &["--boots", "1", "--verify"]].concat());
    assert_eq!(code, 0, "two runs are the same");
    let [native, guest] = ["lab-native", KVM].map(|label| figures(&lab, label));
    assert_eq!(native.len(), 2);
    assert_eq!(native, guest, "neither leaves the guest");
}

/// That the functions of an exit have names, and sum to its cost.
fn check_functions(arch: &str) {
    let run = output(&["profile", "--arch", arch, KVM, "hypercall", "--format", "json"]);
    assert!(run.status.success(), "{}", stderr(&run));
    let profile: Profile = serde_json::from_str(&stdout(&run)).unwrap();
    let own: i64 = profile.functions.iter().map(|function| function.own).sum();
    assert_eq!((own, profile.idle), (profile.total, 0));
    let run = profile.functions.iter().find(|one| one.name == "kvm_arch_vcpu_ioctl_run");
    let run = run.unwrap_or_else(|| panic!("it is not there: {:?}", profile.functions));
    assert_eq!((run.module.as_str(), run.world.as_str()), ("kvm", "hypervisor"));
    assert!(profile.functions.iter().all(|one| !one.name.starts_with(".L")), "no functions");
    let left = profile.left.as_ref().expect("it leaves the guest");
    assert_eq!((left.reason.as_str(), left.world.as_str()), ("hypercall", "guest_kernel"));
}
