//! One suite on every architecture that the tool carries a kernel for.

use ground::Arch;
use results::Status;

use crate::common::{assert_measured, clean_boot, failed, result, run};

fn emulated(arch: &str, cpus: &str) -> results::Document {
    let (document, code) =
        run(&["--platform", "qemu-tcg", "--arch", arch, "--cpus", cpus, "--suite", "quick"]);
    assert_eq!(code, 0, "{arch}: {:?}", failed(&document));
    document
}

#[test]
fn every_architecture_measures_the_whole_suite() {
    for arch in Arch::names() {
        for cpus in [2, 4] {
            let document = emulated(arch, &cpus.to_string());
            assert_measured(&document, &["hypercall"]);
            let boot = clean_boot(&document);
            assert_eq!(boot.guest.kernel.as_ref().unwrap().arch, arch);
            assert_eq!(boot.guest.cpu.as_ref().unwrap().count, Some(cpus), "{arch}");
        }
    }
}

#[test]
fn one_cpu_costs_only_the_ipis() {
    for arch in Arch::names() {
        let document = emulated(arch, "1");
        assert_measured(&document, &["hypercall", "ipi", "ipi-running"]);
        for name in ["ipi", "ipi-running"] {
            assert_eq!(result(&document, name).status, Status::Skipped, "{arch}");
        }
    }
}
