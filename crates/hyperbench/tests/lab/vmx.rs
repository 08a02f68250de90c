//! The lab's machine with VMX, in Bochs.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

use images::Arch;
use results::Document;
use tempfile::TempDir;

use crate::columns::{built, raw, users_lab};
use crate::common::{arch_with, folder, hyperbench, output, path, run, stderr, stdout};
use crate::failures::lab_with_packages;

/// Whether the columns can be used; prints why not.
pub fn available() -> bool {
    let list = stdout(&output(&["list", "platforms", "--format", "csv"]));
    let row = list.lines().find(|line| line.starts_with("lab-kvm-ept,"));
    match row {
        _ if arch_with("vmxon").name != std::env::consts::ARCH => {
            eprintln!("SKIPPED, because this machine's kernels have no VMX");
            false
        }
        Some(row) if row.contains("apt-get install bochs") => {
            eprintln!("SKIPPED, because this machine has no usable Bochs: {row}");
            false
        }
        _ => built(),
    }
}

/// The figure of a benchmark in the column `label`, in instructions.
pub fn figure(document: &Document, label: &str, bench: &str) -> f64 {
    let run = document.platforms.iter().find(|run| run.label == label).expect(label);
    let summary = run.benchmarks.iter().find(|one| one.name == bench).expect(bench);
    summary.value.unwrap_or_else(|| panic!("{label} {bench}: {}", summary.reason))
}

/// Whether `value` is at most 5 % from `known`.
fn is_near(value: f64, known: f64) -> bool {
    (value / known - 1.0).abs() <= 0.05
}

fn is_one(value: f64) -> bool {
    value.to_bits() == 1_f64.to_bits()
}

#[test]
fn what_leaves_the_guest_is_as_long_as_known_and_twice_the_same() {
    if !available() {
        return;
    }
    let columns = ["lab-vmx-native", "lab-kvm-ept", "lab-kvm-vmx-shadow"];
    let platforms: Vec<_> = columns.iter().flat_map(|name| ["--platform", *name]).collect();
    let bench = ["--bench", "{sgdt,set-cr3,hypercall,in,out,cold-access}"];
    let (first, code) = run(&[&platforms[..], &bench].concat());
    assert_eq!(code, 0);
    for name in columns {
        assert!(is_one(figure(&first, name, "sgdt")), "{name}");
    }
    let [native, ept, shadow] = columns;
    for (name, bench, known) in [
        (ept, "hypercall", 1167.0),
        (ept, "in", 6150.0),
        (ept, "out", 9955.0),
        (shadow, "hypercall", 1161.0),
        (shadow, "set-cr3", 1390.0),
    ] {
        let value = figure(&first, name, bench);
        assert!(is_near(value, known), "{name} {bench}: {value}");
    }
    assert!([native, ept].iter().all(|name| is_one(figure(&first, name, "set-cr3"))));
    assert!(figure(&first, shadow, "cold-access") > 100.0 * figure(&first, ept, "cold-access"));
    let (second, _) = run(&[&platforms[..], &bench].concat());
    for (one, other) in first.platforms.iter().zip(&second.platforms) {
        assert_eq!(raw(one), raw(other), "{}", one.label);
    }
}

#[test]
fn a_shadow_vmcs_saves_a_guest_its_exits_for_vmread() {
    if !available() {
        return;
    }
    let without = "lab-kvm-ept:enable_shadow_vmcs=0,label=without";
    let (document, code) =
        run(&["--platform", "lab-kvm-ept", "--platform", without, "--bench", "vmread"]);
    assert_eq!(code, 0);
    assert!(figure(&document, "lab-kvm-ept", "vmread") < 20.0);
    assert!(figure(&document, "without", "vmread") > 1000.0);
}

/// A program that answers as Bochs does, and instead of going on from a state runs `script`.
fn instead_of_bochs(folder: &TempDir, script: &str) -> String {
    let program = path(folder, "bochs");
    let text = format!("#!/bin/sh\ncase $1 in --help) exec bochs-bin \"$@\" ;; esac\n{script}\n");
    fs::write(&program, text).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    program
}

/// Runs a benchmark with `script` instead of Bochs, in a cache of its own with the user's images;
/// returns what was printed. Nothing may be left.
fn run_with(script: &str, budget: &str) -> String {
    let cache = lab_with_packages();
    let lab = cache.path().join("hyperbench/lab");
    symlink(users_lab().join("images"), lab.join("images")).unwrap();
    let spec = format!("lab-kvm-ept:outer={},label=broken", instead_of_bochs(&cache, script));
    let mut run =
        hyperbench(&["run", "--platform", &spec, "--bench", "in", "--time-budget", budget]);
    let run = run.env("XDG_CACHE_HOME", cache.path()).output().unwrap();
    assert_eq!(run.status.code(), Some(3), "{}{}", stdout(&run), stderr(&run));
    assert!(!is_named_by_a_process(cache.path()));
    assert_eq!(fs::read_dir(lab.join("runs")).unwrap().count(), 0);
    stdout(&run)
}

fn is_named_by_a_process(path: &Path) -> bool {
    fs::read_dir("/proc").unwrap().flatten().any(|entry| {
        let line = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&line).contains(&*path.to_string_lossy())
    })
}

#[test]
fn a_bochs_that_ends_or_hangs_is_told_and_leaves_nothing() {
    if !available() {
        return;
    }
    let said = run_with("echo '00[MEM0 ] >>PANIC<< out of order' > log; echo last words >&2", "60");
    assert!(said.contains("Bochs: out of order") && said.contains("last words"), "{said}");
    let said = run_with("exec sleep 1000", "5");
    assert!(said.contains("the time budget of 5 s was used up"), "{said}");
}

#[test]
fn without_bochs_the_packages_are_named_and_the_other_images_are_built() {
    if !available() {
        return;
    }
    let folder = folder();
    let name = &Arch::native().qemu.binary;
    let places = std::env::var_os("PATH").unwrap();
    let mut programs = std::env::split_paths(&places).map(|place| place.join(name));
    let qemu = programs.find(|path| path.exists()).expect("the lab has a QEMU");
    symlink(qemu, folder.path().join(name)).unwrap();
    let there =
        |arguments: &[&str]| hyperbench(arguments).env("PATH", folder.path()).output().unwrap();
    let run = there(&["run", "--platform", "lab-kvm-ept", "--bench", "in"]);
    assert_eq!(run.status.code(), Some(3));
    let advice = "apt-get install bochs bochs-term bochsbios";
    assert!(stderr(&run).contains(advice), "{}", stderr(&run));
    let build = there(&["lab", "build"]);
    assert!(build.status.success(), "{}", stderr(&build));
    assert!(stderr(&build).contains("kvm-vmx left out") && stderr(&build).contains(advice));
    assert!(stdout(&there(&["lab", "status"])).contains("kvm-vmx:"));
}

#[test]
fn what_is_no_option_or_no_processor_is_refused_with_those_that_are() {
    if !available() {
        return;
    }
    let refused = |spec: &str| {
        let run = output(&["run", "--platform", spec, "--bench", "in"]);
        assert!(!run.status.success());
        stderr(&run)
    };
    assert!(refused("lab-kvm-ept:nested=1 ept=0").contains("nested: KVM's"));
    assert!(refused("lab-kvm-ept:model=z80").contains("tigerlake"));
}
