//! Monitors in QEMU's place: a description of QEMU itself, the tool, and what fails.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use results::{PlatformRun, Profile};
use tempfile::TempDir;

use crate::columns::{built, users_lab};
use crate::common::{hyperbench, output, path, run, skip, stderr, stdout};
use crate::failures::lab_with_packages;
use crate::patch::{only_change, unpack};
use crate::programs::{image, longer_qemu};
use crate::split::part;

const OWN: &str = "lab-kvm-npt:monitor=hyperbench,label=own";

/// What the lab's own script has QEMU do, as a description.
const AS_BUILT_IN: &str = r#"
options = "debug-exit=0xf4"
console = "file"
arguments = [
    "-L", "/usr/share/qemu", "-nodefaults", "-no-user-config", "-display", "none", "-no-reboot",
    "-machine", "microvm", "-device", "isa-debug-exit,iobase=0xf4,iosize=4",
    "-smp", "{cpus}", "-m", "{memory}", "-serial", "file:{console}",
    "-kernel", "{kernel}", "-append", "{cmdline}", "-accel", "kvm", "-cpu", "host",
]
"#;

/// The description `name` of a QEMU in `program`.
fn described(folder: &TempDir, name: &str, program: &Path) -> String {
    let file = path(folder, name);
    fs::write(&file, format!("program = \"{}\"\n{AS_BUILT_IN}", program.display())).unwrap();
    format!("lab-kvm-npt:monitor={file},label={name}")
}

/// The QEMU of the lab's packages, unless this machine lacks a library of it.
fn labs_qemu(folder: &TempDir) -> Option<PathBuf> {
    unpack("kvm", "qemu-system-", folder.path());
    let program = folder.path().join(&image("kvm").qemu);
    let run = std::process::Command::new(&program).arg("--version").output().unwrap();
    if !run.status.success() {
        skip(stderr(&run));
    }
    run.status.success().then_some(program)
}

/// All but what depends on where pages of the guest's memory lie, and when a tick of Linux' comes.
#[test]
fn qemu_costs_what_it_costs_by_a_description_too_and_the_tool_itself_less() {
    if !built() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let Some(program) = labs_qemu(&folder) else { return };
    let spec = described(&folder, "described", &program);
    let platforms = ["--platform", OWN, "--platform", &spec, "--platform", "lab-kvm-npt"];
    let more = ["--bench", "{hypercall,in,out,print,set-page-table}", "--events", "--verify"];
    let (document, code) = run(&[&platforms[..], &more].concat());
    assert_eq!(code, 0);
    let [own, described, usual] = &document.platforms[..] else { panic!("three platforms") };
    let figures = |run: &PlatformRun| -> Vec<_> {
        run.benchmarks.iter().map(|it| (it.name.clone(), it.value.map(f64::to_bits))).collect()
    };
    assert_eq!(figures(described), figures(usual));
    assert!(own.version.contains("monitor hyperbench ("), "{}", own.version);
    for bench in ["in", "out", "print"] {
        let [own, qemus] =
            ["own", "lab-kvm-npt"].map(|it| part(&document, it, bench, "device_model"));
        assert!(own > 100.0 && own < qemus, "{bench}: {own} {qemus}");
    }
}

#[test]
fn the_papers_suite_on_the_tools_own_monitor_is_the_same_twice() {
    if built() {
        let run =
            output(&["run", "--platform", OWN, "--suite", "paper", "--batches", "5", "--verify"]);
        assert_eq!(run.status.code(), Some(0), "{}{}", stdout(&run), stderr(&run));
    }
}

#[test]
fn a_profile_names_the_functions_of_the_tools_own_monitor() {
    if !built() {
        return;
    }
    let run = output(&["profile", OWN, "in", "--format", "json"]);
    assert!(run.status.success(), "{}", stderr(&run));
    assert!(!stderr(&run).contains("names are missing"), "{}", stderr(&run));
    let profile: Profile = serde_json::from_str(&stdout(&run)).unwrap();
    let own: i64 = profile.functions.iter().map(|function| function.own).sum();
    assert_eq!(own, profile.total);
    let is_own = |one: &&results::Function| one.name == "monitors::kvm::machine::vcpu::run";
    let named = profile.functions.iter().find(is_own).expect("what enters the guest");
    assert_eq!((&*named.module, &*named.world), ("hyperbench", "device_model"));
}

#[test]
fn a_patch_of_a_described_monitor_is_found_to_the_instruction() {
    if !built() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let Some(program) = labs_qemu(&folder) else { return };
    let (name, longer) = longer_qemu(&fs::read(&program).unwrap());
    // Its name is a part of the names of functions that have none.
    let patched = folder.path().join("patched").join(program.file_name().unwrap());
    fs::create_dir(patched.parent().unwrap()).unwrap();
    executable(&patched, &longer);
    let specs = [described(&folder, "before", &program), described(&folder, "after", &patched)];
    let change = only_change(specs.each_ref().map(String::as_str), "in");
    assert_eq!(change["name"], name, "{change}");
}

fn executable(place: &Path, content: &[u8]) {
    fs::write(place, content).unwrap();
    fs::set_permissions(place, fs::Permissions::from_mode(0o755)).unwrap();
}

/// A lab of its own with the images of the user's.
fn lab() -> TempDir {
    let cache = lab_with_packages();
    symlink(users_lab().join("images"), cache.path().join("hyperbench/lab/images")).unwrap();
    cache
}

/// Runs a benchmark by a monitor that is this script, which is given seconds of time; returns the exit
/// code and what was said.
fn run_script(cache: &TempDir, script: &str, more: &str, seconds: &str) -> (Option<i32>, String) {
    let program = cache.path().join("script");
    executable(&program, format!("#!/bin/sh\n{script}\n").as_bytes());
    let text = format!("program = \"{}\"\narguments = [\"{{kernel}}\"]\n{more}", program.display());
    let file = path(cache, "script.toml");
    fs::write(&file, text).unwrap();
    let spec = format!("lab-kvm-npt:monitor={file},label=script");
    let run = hyperbench(&["run", "--platform", &spec, "--bench", "in", "--time-budget", seconds])
        .env("XDG_CACHE_HOME", cache.path())
        .output()
        .unwrap();
    (run.status.code(), stdout(&run) + &stderr(&run))
}

#[test]
fn what_a_monitor_does_instead_is_said_and_leaves_nothing() {
    if !built() {
        return;
    }
    let cache = lab();
    for (script, seconds, words) in [
        ("echo no such option >&2; exit 7", "300", "The monitor ended with exit status 7"),
        ("kill -9 $$", "300", "The monitor was ended by signal 9"),
        ("exec /no/such/program", "300", "The monitor ended with exit status 127"),
        ("yes", "300", "The monitor's console has more than 8 MiB"),
        ("sleep 1000000", "10", "the time budget of 10 s was used up"),
        ("while :; do echo x >&2; done", "10", "the time budget of 10 s was used up"),
    ] {
        let (code, said) = run_script(&cache, script, "", seconds);
        assert_eq!(code, Some(3), "{script}: {said}");
        assert!(said.contains(words), "{script}: {said}");
        let runs = fs::read_dir(cache.path().join("hyperbench/lab/runs")).unwrap();
        assert_eq!(runs.count(), 0, "{script}");
    }
}

#[test]
fn what_no_monitor_can_be_is_refused_before_anything_runs() {
    if !built() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let mut foreign = fs::read("/bin/true").unwrap();
    foreign[18] ^= 0xff; // the machine's number
    executable(&folder.path().join("foreign"), &foreign);
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("absent.toml", "program = '/no/such'\narguments = ['{kernel}']\n");
    let text = format!("program = '{}'\narguments = ['{{kernel}}']\n", path(&folder, "foreign"));
    write("foreign.toml", &text);
    write("pty.toml", "program = 'sh'\narguments = ['{kernel}', '{console}']\nconsole = 'pty'\n");
    write("wrong.toml", "program = 'sh'\n");
    for (monitor, more, code, words) in [
        ("absent.toml", "", 3, "/no/such was not found"),
        ("foreign.toml", "", 3, "for another architecture"),
        ("pty.toml", "", 3, "neither stdout nor a file"),
        ("wrong.toml", "", 2, "arguments"),
        ("none.toml", "", 2, "cannot be read"),
        ("absent.toml", ",disk=none", 3, "disk= is a setting of QEMU's"),
        ("absent.toml", ",cpus=2", 3, "placement=share"),
    ] {
        let spec = format!("lab-kvm-npt:monitor={}{more},label=x", path(&folder, monitor));
        let run = output(&["run", "--platform", &spec, "--bench", "in"]);
        let said = stdout(&run) + &stderr(&run);
        assert_eq!(run.status.code(), Some(code), "{monitor}{more}: {said}");
        assert!(said.contains(words), "{monitor}{more}: {said}");
    }
}
