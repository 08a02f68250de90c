//! How KVM on Arm uses EL2: what each mode adds or saves, and in which functions.

use results::{Document, Profile};

use crate::columns::{built_for, figures};
use crate::common::{arch_with, output, run, stderr, stdout};
use crate::split::{count, part, whole};
use crate::statistics::counts;

/// The architecture whose lab has such.
fn arm() -> &'static str {
    let mut labs = ::lab::LabArch::all();
    &labs.find(|(_, lab)| !lab.modes.is_empty()).expect("a lab has them").0.name
}

const MODES: [&str; 3] = ["lab-kvm-npt", "lab-kvm-npt:mode=vhe", "lab-kvm-npt:mode=protected"];

#[test]
fn vhe_is_cheaper_than_nvhe_protection_dearer_and_el2_a_world_of_its_own() {
    if !built_for(arm()) {
        return;
    }
    let platforms = ["lab-native"].into_iter().chain(MODES);
    let platforms = platforms.flat_map(|spec| ["--platform", spec]);
    let rest = ["--arch", arm(), "--suite", "paper", "--events", "--batches", "3", "--verify"];
    let (lab, code) = run(&platforms.chain(rest).collect::<Vec<_>>());
    assert_eq!(code, 0, "two runs are the same");
    assert!(whole(&lab, "lab-native") > 40);
    let [nvhe, vhe, protected] = MODES;
    let hypercall = |label: &str| figures(&lab, label)["hypercall"];
    // What a trial by hand on QEMU 10.0 found, each a boot of its own: 1,556, 1,079, 1,572.
    for (label, known) in [(nvhe, 1556.0), (vhe, 1079.0), (protected, 1572.0)] {
        assert!((hypercall(label) - known).abs() < 3.0, "{label}: {}", hypercall(label));
        for (bench, reason) in [("hypercall", "exit_hypercall"), ("in", "exit_data_abort_read")] {
            let counts = ["exits", reason].map(|name| count(&lab, label, bench, name));
            assert_eq!(counts.map(f64::to_bits), [1_f64.to_bits(); 2], "{label} {bench}");
        }
    }
    let at_el2 = |label| part(&lab, label, "hypercall", "el2");
    assert!(at_el2(vhe).abs() < f64::EPSILON, "the host is there, too");
    assert!(at_el2(nvhe) > 500.0 && at_el2(protected) > at_el2(nvhe));
    let host = |label| part(&lab, label, "hypercall", "hypervisor");
    assert_eq!(host(nvhe).to_bits(), host(protected).to_bits(), "its kernel does the same");
}

#[test]
fn functions_at_el2_have_names_and_sum_to_what_is_executed_there() {
    if !built_for(arm()) {
        return;
    }
    let words = ["profile", "--arch", arm(), "lab-kvm-npt", "hypercall", "--format", "json"];
    let run = output(&words);
    assert!(run.status.success(), "{}", stderr(&run));
    let profile: Profile = serde_json::from_str(&stdout(&run)).unwrap();
    let own: i64 = profile.functions.iter().map(|function| function.own).sum();
    assert_eq!((own, profile.idle), (profile.total, 0));
    let find = |name: &str| {
        let found = profile.functions.iter().find(|function| function.name == name);
        found.unwrap_or_else(|| panic!("{name} is not there: {:?}", profile.functions))
    };
    let run = find("__kvm_nvhe___kvm_vcpu_run");
    assert_eq!((run.world.as_str(), run.calls), ("el2", profile.n.cast_signed()));
    assert_eq!(find("handle_hvc").world, "hypervisor");
    let at_el2 = profile.functions.iter().filter(|function| function.world == "el2");
    assert!(at_el2.into_iter().all(|function| function.name.starts_with("__kvm_nvhe_")));
}

#[test]
fn what_a_linux_or_an_architecture_does_not_have_is_refused() {
    let refused = |arch: &str, spec: &str, why: &str| {
        let run = output(&["run", "--arch", arch, "--platform", spec, "--bench", "hypercall"]);
        assert_eq!(run.status.code(), Some(3), "{spec}");
        assert!(stderr(&run).contains(why), "{spec}: {}", stderr(&run));
    };
    refused(&arch_with("sgdt").name, "lab-kvm-npt:mode=vhe", "mode=vhe is of KVM on AArch64");
    refused(&arch_with("sgdt").name, "lab-kvm-npt:el2=on", "know no EL2");
    refused(arm(), "lab-kvm-npt:mode=hvhe", "none of nvhe, vhe, protected, nested");
    if built_for(arm()) {
        refused(arm(), "lab-kvm-npt:mode=nested", "has no mode=nested here: kvm [1]: VHE mode");
        for more in ["depth=2", "el2=on,mode=vhe"] {
            let spec = format!("lab-kvm-npt:{more}");
            refused(arm(), &spec, "a guest has EL2 with mode=nested alone");
        }
    }
}

/// Linux from 7.0 on lets guests have EL2.
#[test]
fn a_newer_linux_says_that_it_nests() {
    if !built_for(arm()) || !crate::kernels::has_list() {
        return;
    }
    let label = "lab-kvm-npt:kernel=7.3,mode=nested";
    let words = ["--arch", arm(), "--platform", label, "--bench", "hypercall", "--batches", "3"];
    let (lab, code): (Document, _) = run(&words);
    assert_eq!(code, 0, "{:?}", lab.platforms[0].failure);
    assert!(lab.platforms[0].version.contains("10.0"), "{}", lab.platforms[0].version);
    let cost = figures(&lab, label)["hypercall"];
    assert!((2000.0..4000.0).contains(&cost), "{cost}");
}

/// EL2 starts only processors that it knows from the beginning. It copies a guest's state where the host answers an
/// exit, which for an interrupt it does not.
#[test]
fn a_protected_guest_has_several_processors_and_pays_where_the_host_answers() {
    if !built_for(arm()) || !crate::kernels::has_list() {
        return;
    }
    let label = "lab-kvm-npt:cpus=2,kernel=7.3,mode=protected";
    let benches = ["hypercall", "ipi-running", "timer-latency"];
    let bench = format!("{{{}}}", benches.join(","));
    let words = ["--arch", arm(), "--platform", label, "--bench", &bench];
    let (lab, code) = run(&[&words[..], &["--batches", "3", "--iterations", "20"]].concat());
    assert_eq!(code, 0, "{:?}", lab.platforms[0].failure);
    let [hypercall, ipi, timer] = benches.map(|bench| figures(&lab, label)[bench]);
    assert!((10_000.0..20_000.0).contains(&hypercall), "{hypercall}");
    assert!((15_000.0..25_000.0).contains(&ipi), "{ipi}");
    assert!((2_000.0..8_000.0).contains(&timer), "{timer}");
}

/// `FEAT_NV2` keeps most registers of a guest's hypervisor in memory: for the others it leaves, and to return. KVM itself
/// counts no exit that it answers below Linux.
#[test]
fn a_guest_has_el2_and_one_of_its_guests_leaves_both() {
    if !built_for(arm()) || !crate::kernels::has_list() {
        return;
    }
    let nests = |more| format!("lab-kvm-npt:mode=nested,kernel=7.3,qemu=11.1,{more}");
    let specs = [nests("el2=on,label=el2"), nests("depth=2,statistics=on,label=nested")];
    let platforms = specs.iter().flat_map(|spec| ["--platform", spec]);
    let rest = ["--arch", arm(), "--bench", "{hypercall,in,el2-hvc}", "--batches", "3", "--events"];
    let (lab, code) = run(&platforms.chain(rest).collect::<Vec<_>>());
    assert_eq!(code, 0, "{:?}", lab.platforms.iter().map(|it| &it.failure).collect::<Vec<_>>());
    let [told, counted] = counts(&lab.platforms[1]);
    assert_eq!(told["hvc_exit_stat"], counted["exit_hypercall"], "{counted:?}");
    assert!(told["exits"] < counted["exits"] + counted["outer_exits"], "{told:?} {counted:?}");
    for (label, bench, reason, known) in [
        ("el2", "el2-hvc", "exit_hypercall", 1.0_f64),
        ("el2", "el2-hvc", "exit_eret", 1.0),
        ("nested", "hypercall", "exits", 1.0),
        ("nested", "hypercall", "outer_exits", 7.0),
        ("nested", "hypercall", "outer_exit_eret", 1.0),
    ] {
        assert_eq!(count(&lab, label, bench, reason).to_bits(), known.to_bits(), "{reason}");
    }
    let [nested, direct] = ["nested", "el2"].map(|label| figures(&lab, label)["in"]);
    assert!(nested > 10.0 * direct, "{nested}, {direct}");
}
