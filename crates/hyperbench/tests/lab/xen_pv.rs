//! Xen's paravirtual guests: Linux in user mode, whose kernel asks Xen for what it may not do.

use crate::columns::{built, figures};
use crate::common::{output, run, stderr, stdout};
use crate::linux::build;
use crate::split::{count, part};

const PV: &str = "lab-xen-pv";

#[test]
#[expect(clippy::float_cmp, reason = "counts are whole numbers")]
fn a_paravirtual_guest_pays_for_system_calls_and_page_tables_and_not_for_cpuid() {
    if !built() {
        return;
    }
    build(std::env::consts::ARCH);
    let columns = ["--guest", "linux", "--platform", "lab-native", "--platform", PV];
    let how = ["--batches", "3", "--events", "--verify", "--bench"];
    let names = "{getppid,user-cpuid,page-fault,fork-exit-wait,gzip,forkwait}";
    let (document, code) = run(&[&columns[..], &how, &[names]].concat());
    assert_eq!(code, 0, "two runs differ, or not all is measured");
    let [native, guest] = ["lab-native", PV].map(|label| figures(&document, label));
    assert_eq!(guest["user-cpuid"], native["user-cpuid"]);
    assert!(guest["gzip"] < 1.1 * native["gzip"], "{guest:?}");
    assert!(guest["forkwait"] > 2.0 * native["forkwait"], "{guest:?}");
    for (bench, exits) in [
        ("user-cpuid", &[][..]),
        ("getppid", &["exit_syscall", "exit_hypercall_iret"]),
        ("page-fault", &["exit_pf", "exit_hypercall_mmu_update", "exit_hypercall_iret"]),
    ] {
        let counted = |name: &str| count(&document, PV, bench, name).round();
        assert!(exits.iter().all(|exit| counted(exit) == 1.0), "{bench}");
        assert_eq!(counted("exits"), exits.len() as f64, "{bench}");
        assert_eq!(part(&document, PV, bench, "hypervisor") > 100.0, !exits.is_empty(), "{bench}");
        for nobody in ["device_model", "other"] {
            assert_eq!(part(&document, PV, bench, nobody), 0.0, "{bench}: {nobody}");
        }
    }
}

#[test]
fn a_profile_of_a_paravirtual_guest_names_functions_of_xens_and_of_its_linux() {
    if !built() {
        return;
    }
    build(std::env::consts::ARCH);
    // The bare kernel has such an operation, too.
    let done = output(&["profile", PV, "page-fault", "--format", "json"]);
    assert!(done.status.success(), "{}", stderr(&done));
    let profile: results::Profile = serde_json::from_str(&stdout(&done)).unwrap();
    let own: i64 = profile.functions.iter().map(|function| function.own).sum();
    assert_eq!((own, profile.idle), (profile.total, 0));
    let is_there = |name: &str, module: &str, world: &str| {
        let mut all = profile.functions.iter();
        all.any(|one| (&*one.name, &*one.module, &*one.world) == (name, module, world))
    };
    assert!(is_there("do_mmu_update", "xen", "hypervisor"), "{profile:?}");
    assert!(is_there("xen_hypercall_pv", "linux", "guest_kernel"), "{profile:?}");
}

#[test]
fn the_bare_kernel_is_no_paravirtual_guest() {
    let refused = output(&["run", "--guest", "bare", "--platform", PV]);
    assert_eq!(refused.status.code(), Some(2));
    let said = stderr(&refused);
    assert!(said.contains("does not run guests of the kind bare"), "{said}");
}
