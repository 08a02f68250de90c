//! Bochs, on which the kernel is a VMX hypervisor itself.

use std::sync::OnceLock;

use results::{Document, Status, Summary};

use crate::common::{arch_with, find_program, folder, is_running, only, path, result, run, signal};
use crate::common::{ends, output, skip, start, stdout, test_image, wait_until};

/// What operations cost where an instruction is a tick, from reading their code: an entry is one
/// instruction, and so is the one that exits. Ten are those of a page that is mapped: VMREAD and four
/// instructions of L1, VMRESUME, and four of L2.
const COSTS: &[(&str, f64)] = &[
    ("vmxon", 2.0),
    ("vmptrld", 1.0),
    ("vmclear", 1.0),
    ("vmread", 1.0),
    ("vmread-host", 1.0),
    ("vmwrite", 1.0),
    ("vmwrite-host", 1.0),
    ("vmlaunch", 2.0),
    ("vmresume", 2.0),
    ("vmresume-hlt", 2.0),
    ("vmresume-io", 2.0),
    ("vmresume-vmcall", 2.0),
    ("vmresume-ept-violation", 2.0),
    ("vmresume-no-ept", 2.0),
    ("vmx-first-touch", 10.0),
    ("vmx-shadow-read", 1.0),
    ("vmx-shadow-write", 1.0),
    ("invept", 1.0),
    ("invept-all", 1.0),
    ("invvpid", 1.0),
    ("invvpid-address", 1.0),
    ("invvpid-all", 1.0),
];

/// Whether Bochs is there; prints what is missing.
fn available() -> bool {
    static ROW: OnceLock<String> = OnceLock::new();
    let row = ROW.get_or_init(row);
    let available = row.starts_with("bochs,true");
    if !available {
        skip(format!("this machine has no usable Bochs: {row}"));
    }
    available
}

/// What the list of platforms says of it.
fn row() -> String {
    let arch = &arch_with("vmxon").name;
    let list = stdout(&output(&["list", "platforms", "--format", "csv", "--arch", arch]));
    list.lines().find(|line| line.starts_with("bochs,")).expect("it is listed").to_owned()
}

/// Runs on Bochs; `--arch` names the architecture whose kernel has VMX.
fn on_bochs(spec: &str, more: &[&str]) -> (Document, i32) {
    let arch = &arch_with("vmxon").name;
    run(&[&["--arch", arch, "--platform", spec, "--batches", "6"], more].concat())
}

fn figures(document: &Document) -> Vec<(String, Status, Option<f64>)> {
    let of = |b: &Summary| (b.name.clone(), b.status, b.value);
    only(document).benchmarks.iter().map(of).collect()
}

#[test]
fn every_operation_of_vmx_costs_what_its_code_says_twice() {
    if !available() {
        return;
    }
    let names: Vec<_> = COSTS.iter().map(|(name, _)| *name).collect();
    let bench = ["--bench", &format!("{{{}}}", names.join(","))];
    let (first, code) = on_bochs("bochs", &bench);
    assert_eq!(code, 0, "{first:?}");
    for (name, cost) in COSTS {
        let value = result(&first, name).value.unwrap();
        // A constant that is loaded once a batch is less.
        assert!((value - cost).abs() < 0.001, "{name}: {value}, not {cost}");
    }
    let (second, _) = on_bochs("bochs", &[&bench[..], &["--reversed"]].concat());
    let sorted = |document| {
        let mut figures = figures(document);
        figures.sort_by(|a, b| a.0.cmp(&b.0));
        figures
    };
    assert_eq!(sorted(&first), sorted(&second));
}

#[test]
fn two_runs_say_the_same_byte_for_byte() {
    if !available() {
        return;
    }
    let folder = folder();
    let logs = [path(&folder, "one"), path(&folder, "two")];
    for log in &logs {
        on_bochs("bochs:cpu=corei7_ivy_bridge_3770k", &["--bench", "vm*", "--keep-log", log]);
    }
    let [one, two] = logs.map(|log| std::fs::read(log).unwrap());
    assert!(one.len() > 1000 && one == two, "{}", String::from_utf8_lossy(&one));
}

#[test]
fn what_a_processor_lacks_is_said() {
    if !available() {
        return;
    }
    let (old, code) = on_bochs("bochs:cpu=core2_penryn_t9600", &["--bench", "{vmresume*,invvpid}"]);
    assert_eq!(code, 0);
    assert_eq!(result(&old, "vmresume-no-ept").value, Some(2.0));
    assert_eq!(result(&old, "vmresume-ept-violation").reason, "VMX has no EPT");
    assert_eq!(result(&old, "invvpid").reason, "VMX has no VPID");
    let (other, code) = on_bochs("bochs:cpu=athlon64_venice", &["--bench", "{vmxon,sgdt}"]);
    assert_eq!(code, 0);
    assert_eq!(result(&other, "vmxon").reason, "the CPU has no VMX");
    assert_eq!(result(&other, "sgdt").value, Some(1.0));
}

#[test]
fn whatever_a_guest_of_the_guest_does_ends_its_benchmark_alone() {
    if !available() {
        return;
    }
    if arch_with("vmxon").name != std::env::consts::ARCH {
        skip("the test image is for this machine, which has no VMX");
        return;
    }
    let bench = "{vmresume,test-vmx-*,test-triple-fault}";
    let kernel = ["--kernel", test_image(), "--platform", "bochs:option=timeout=300"];
    let (document, _) = run(&[&kernel[..], &["--batches", "6", "--bench", bench]].concat());
    assert_eq!(result(&document, "vmresume").value, Some(2.0));
    let ends = [
        ("test-vmx-entry", Status::Fault, "VMLAUNCH or VMRESUME failed at "),
        ("test-vmx-exit", Status::Fault, "unexpected VM exit at "),
        ("test-vmx-fault", Status::Fault, "exception in L2 at "),
        ("test-vmx-hang", Status::Timeout, "did not return within 300 ms"),
        ("test-triple-fault", Status::Crashed, "exception(): 3rd (13) exception"),
    ];
    for (name, status, reason) in ends {
        let result = result(&document, name);
        assert!(result.status == status && result.reason.contains(reason), "{result:?}");
    }
}

#[test]
fn nothing_of_bochs_outlives_the_tool() {
    if !available() {
        return;
    }
    let arch = &arch_with("vmxon").name;
    let tool = start(&["run", "--arch", arch, "--platform", "bochs", "--suite", "full"]);
    let pid = tool.id();
    let mut bochs = None;
    wait_until("Bochs runs", || {
        bochs = find_program(pid);
        bochs.is_some()
    });
    signal(pid, "KILL");
    ends(tool);
    let bochs = bochs.unwrap();
    wait_until("Bochs is gone", || !is_running(bochs));
}
