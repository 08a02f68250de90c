//! The lab: what is known of virtualization has to show in its figures, to the instruction.
//!
//! The images are built into the user's cache, where later runs of the tests find them.

use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use ::lab::LabArch;
use ground::Arch;
use results::{Document, Measured, PlatformRun};

use crate::common::{arch_with, hyperbench, output, run, skip, stderr, stdout};

/// Whether the lab's images are there or could be built; prints why not.
pub fn built() -> bool {
    built_for(Arch::native().name.as_str())
}

/// The architecture whose lab is not this machine's.
pub fn other_arch() -> &'static Arch {
    let mut labs = LabArch::all().map(|(arch, _)| arch);
    labs.find(|arch| !arch.is_host()).expect("there is a lab for one architecture alone")
}

/// The same for kernels of `arch`. Tests damage only labs of their own, so that one look at all files will do.
pub fn built_for(arch: &str) -> bool {
    static MISSING: Mutex<BTreeMap<String, Option<String>>> = Mutex::new(BTreeMap::new());
    let mut missing = MISSING.lock().unwrap_or_else(PoisonError::into_inner);
    let why = missing.entry(arch.to_owned()).or_insert_with(|| build(arch));
    why.iter().for_each(skip);
    why.is_none()
}

/// Builds the images for kernels of `arch` that are not there; says why that cannot be.
fn build(arch: &str) -> Option<String> {
    let build = output(&["lab", "build", "--arch", arch]);
    if build.status.code() == Some(3) && stderr(&build).contains("cannot be downloaded") {
        return Some(stderr(&build));
    }
    assert!(build.status.success(), "{}", stderr(&build));
    None
}

/// The user's folder of the lab.
pub fn users_lab() -> PathBuf {
    let home = || PathBuf::from(std::env::var_os("HOME").unwrap()).join(".cache");
    let cache = std::env::var_os("XDG_CACHE_HOME").map_or_else(home, PathBuf::from);
    cache.join("hyperbench/lab")
}

/// The user's outer machine that `emulator` emulates: the folder of its files, named as in any lab of these
/// packages.
pub fn users_outer(emulator: &str) -> PathBuf {
    let first = LabArch::every_of(Arch::native()).find_map(|lab| {
        let name = format!("{emulator}-{}-{}-", Arch::native().name, lab.releases[0].name);
        let mut entries = std::fs::read_dir(users_lab().join("outer")).unwrap().flatten();
        entries.find(|entry| entry.file_name().to_string_lossy().starts_with(&name))
    });
    first.expect("the lab is built").path()
}

fn platform<'a>(document: &'a Document, name: &str) -> &'a PlatformRun {
    document.platforms.iter().find(|run| run.platform == name).expect(name)
}

/// All figures of the platform labelled `label`, in instructions.
pub fn figures(document: &Document, label: &str) -> BTreeMap<String, f64> {
    let run = document.platforms.iter().find(|run| run.label == label).expect(label);
    let measured = run.benchmarks.iter().filter_map(|b| Some((b.name.clone(), b.value?)));
    measured.collect()
}

/// The figure of a benchmark on a platform, in instructions.
fn figure(document: &Document, name: &str, bench: &str) -> f64 {
    let results = &platform(document, name).benchmarks;
    let result = results.iter().find(|result| result.name == bench).expect(bench);
    result.value.unwrap_or_else(|| panic!("{name} {bench}: {}", result.reason))
}

#[test]
fn every_hypervisor_has_the_paths_that_its_design_implies() {
    if !built() {
        return;
    }
    let (native, nested, shadow, emulated) =
        ("lab-native", "lab-kvm-npt", "lab-kvm-shadow", "lab-qemu-tcg");
    let (pvh, hvm) = ("lab-xen-pvh", "lab-xen-hvm");
    let columns = [native, nested, shadow, emulated, pvh, hvm].map(|one| ["--platform", one]);
    // Of three batches the median can be one in which dom0 was interrupted.
    let (lab, code) = run(&[&columns.concat()[..], &["--batches", "5"]].concat());
    assert_eq!(code, 0);
    assert_eq!(lab.baseline, "lab-native");
    let figure = |name: &str, bench: &str| figure(&lab, name, bench);
    let same = |one: f64, other: f64| format!("{:.2}", one / other) == "1.00";

    // What never leaves the guest.
    for bench in ["sgdt", "sidt", "sldt", "pushf-popf", "lgdt", "hot-access"] {
        for hypervisor in [nested, shadow, pvh, hvm] {
            let (here, there) = (figure(hypervisor, bench), figure(native, bench));
            assert!(same(here, there), "{bench} on {hypervisor}: {here}, not {there}");
        }
        assert!(figure(emulated, bench) > 10.0 * figure(native, bench), "{bench}");
    }
    // A new page table: the processor's own affair unless the hypervisor shadows it.
    for hypervisor in [nested, pvh, hvm] {
        assert!(same(figure(hypervisor, "set-cr3"), figure(native, "set-cr3")), "{hypervisor}");
    }
    assert!(figure(shadow, "set-cr3") > 100.0 * figure(native, "set-cr3"));
    for hypervisor in [nested, shadow, pvh, hvm] {
        assert!(figure(hypervisor, "hypercall") > 1000.0, "{hypervisor}");
    }
    // Devices: in the same process, in the kernel's process beside it, in another domain.
    for bench in ["in", "out", "print"] {
        assert!(figure(hvm, bench) > figure(nested, bench), "{bench}");
        assert!(figure(nested, bench) > figure(emulated, bench), "{bench}");
        assert!(figure(nested, bench) > 1000.0 * figure(native, bench), "{bench}");
    }
    // Memory comes with its first touch, in huge pages, which nested tables map whole and shadow
    // tables page by page.
    let times_hot = |name: &str| figure(name, "cold-access") / figure(name, "hot-access");
    for hypervisor in [nested, pvh, hvm] {
        assert!(times_hot(hypervisor) > 2.0, "{hypervisor}: {}", times_hot(hypervisor));
        assert!(figure(shadow, "cold-access") > 50.0 * figure(hypervisor, "cold-access"));
    }
    assert!(times_hot(emulated) > 1.0);
    let dearest = figure(shadow, "set-page-table").max(figure(emulated, "set-page-table"));
    for hypervisor in [native, nested, pvh, hvm] {
        assert!(dearest > 2.0 * figure(hypervisor, "set-page-table"), "{hypervisor}");
    }
}

#[test]
fn xen_can_give_all_memory_beforehand_and_a_second_cpu_can_be_woken() {
    if !built() {
        return;
    }
    let platforms = ["lab-native:cpus=2", "lab-xen-pvh:pod=off", "lab-kvm-npt:cpus=2"];
    let platforms = platforms.iter().flat_map(|spec| ["--platform", spec]);
    let bench = ["--bench", "{cold-access,ipi,hypercall}", "--batches", "3"];
    let (lab, code) = run(&platforms.chain(bench).collect::<Vec<_>>());
    assert_eq!(code, 0);
    let figure = |name: &str, bench: &str| figure(&lab, name, bench);
    let dearer = figure("lab-xen-pvh", "cold-access") - figure("lab-native", "cold-access");
    assert!(dearer.abs() < 0.005, "{dearer}");
    let ipi = figure("lab-kvm-npt", "ipi");
    assert!(ipi > 2.0 * figure("lab-kvm-npt", "hypercall") && ipi < 100_000.0, "{ipi}");
    assert!(figure("lab-native", "ipi") < 1000.0);
    for (spec, said) in
        [("lab-xen-pvh:pod=maybe", "neither on nor off"), ("lab-native:cpus=x", "64")]
            .into_iter()
            .chain([("lab-kvm-npt:statistics=1", "neither on nor off")])
    {
        let refused = output(&["run", "--platform", spec]);
        assert_eq!(refused.status.code(), Some(3));
        assert!(stderr(&refused).contains(said), "{}", stderr(&refused));
    }
}

#[test]
fn what_linux_is_told_shows_in_its_paths_twice() {
    if !built() {
        return;
    }
    let (plain, small, bare) =
        ("lab-kvm-npt", "lab-kvm-npt:thp=off", "lab-kvm-npt:mitigations=off");
    let platforms = [plain, small, bare].into_iter().flat_map(|spec| ["--platform", spec]);
    let bench = ["--bench", "{cold-access,hypercall}", "--batches", "3", "--events", "--verify"];
    let (lab, code) = run(&platforms.chain(bench).collect::<Vec<_>>());
    assert_eq!(code, 0);
    let figure = |label: &str, bench: &str| figures(&lab, label)[bench];
    assert!(figure(small, "cold-access") > 100.0 * figure(plain, "cold-access"));
    assert_eq!(figure(small, "hypercall").to_bits(), figure(plain, "hypercall").to_bits());
    let saved = figure(plain, "hypercall") - figure(bare, "hypercall");
    assert!((100.0..1000.0).contains(&saved), "{saved}");
    let refused = output(&["run", "--platform", "lab-kvm-npt:thp=never"]);
    assert_eq!(refused.status.code(), Some(3));
    assert!(stderr(&refused).contains("neither on nor off"), "{}", stderr(&refused));
}

/// The same lab for the other architecture whose KVM can be emulated.
#[test]
fn another_architectures_kvm_has_such_paths_too() {
    let arch = other_arch();
    if !built_for(&arch.name) {
        return;
    }
    let platforms = ["--platform", "lab-native", "--platform", "lab-kvm-npt", "--verify"];
    let benches = ["--bench", "{set-[!p]*,hypercall,hot-access,in}", "--batches", "3"];
    let (lab, code) = run(&[&["--arch", &arch.name], &platforms[..], &benches].concat());
    assert_eq!(code, 0, "{lab:?}");
    let (native, nested) = (figures(&lab, "lab-native"), figures(&lab, "lab-kvm-npt"));
    for (bench, cost) in native.iter().filter(|(bench, _)| *bench != "in") {
        assert!(nested[bench] < 1.01 * cost, "{bench}: {}", nested[bench]);
    }
    assert!(native.len() > 2 && nested["hypercall"] > 1000.0);
    assert!(nested["in"] > nested["hypercall"], "the device model is beyond the kernel");
    let shadow = output(&["run", "--arch", &arch.name, "--platform", "lab-kvm-shadow"]);
    assert_eq!(shadow.status.code(), Some(3));
    assert!(stderr(&shadow).contains("no shadow page tables"), "{}", stderr(&shadow));
}

/// What KVM's columns measure on a busy machine is held against an idle one's in `images.rs`.
#[test]
fn a_busy_machine_measures_what_an_idle_one_does_to_the_last_batch() {
    if !built() {
        return;
    }
    let platforms = ["--platform", "lab-native", "--platform", "lab-xen-pvh"];
    let arguments = [&platforms[..], &["--bench", "{set-*,cold-*,in}", "--batches", "3"]].concat();
    let (idle, code) = run(&arguments);
    assert_eq!(code, 0);
    let (busy, code) = while_busy(|| run(&arguments));
    assert_eq!(code, 0);
    for (idle, busy) in idle.platforms.iter().zip(&busy.platforms) {
        let (idle, busy) = (raw(idle), raw(busy));
        assert!(idle.iter().flatten().any(|measured| !measured.samples.is_empty()));
        assert_eq!(idle, busy);
    }
}

/// Everything that a platform's boots have measured, to the batch.
pub fn raw(run: &PlatformRun) -> Vec<Vec<Measured>> {
    run.boots.iter().map(|boot| boot.benchmarks.clone()).collect()
}

/// Does `work` while two threads keep the processors busy.
fn while_busy<T>(work: impl FnOnce() -> T) -> T {
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while !over.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        // Also where `work` panics: the threads are waited for.
        let _end = set_at_end(&over);
        work()
    })
}

/// Sets `flag` when it is dropped.
fn set_at_end(flag: &AtomicBool) -> impl Drop {
    struct Set<'a>(&'a AtomicBool);
    impl Drop for Set<'_> {
        fn drop(&mut self) {
            self.0.store(true, Ordering::Relaxed);
        }
    }
    Set(flag)
}

#[test]
fn without_packages_and_network_one_sentence_says_so() {
    let cache = tempfile::tempdir().unwrap();
    let nowhere = "http://127.0.0.1:9/"; // nothing listens on the discard port
    let build = hyperbench(&["lab", "build"])
        .env("XDG_CACHE_HOME", cache.path())
        .envs([("http_proxy", nowhere), ("APT_CONFIG", "/dev/null")])
        .output()
        .unwrap();
    let said = stderr(&build);
    assert_eq!(build.status.code(), Some(3), "{said}");
    assert!(
        said.contains("error: packages cannot be downloaded") && said.contains("next: "),
        "{said}"
    );
}

#[test]
fn an_empty_cache_is_told_of_and_cleaned() {
    let cache = tempfile::tempdir().unwrap();
    let lab = |action: &str| {
        hyperbench(&["lab", action]).env("XDG_CACHE_HOME", cache.path()).output().unwrap()
    };
    assert!(stdout(&lab("status")).contains("next: hyperbench lab build"));
    assert!(stdout(&lab("clean")).contains("removed 0 MB"));
    let run = hyperbench(&["run", "--platform", "lab-kvm-npt"])
        .env("XDG_CACHE_HOME", cache.path())
        .output()
        .unwrap();
    assert_eq!(run.status.code(), Some(3));
    assert!(stderr(&run).contains("hyperbench lab build"), "{}", stderr(&run));
}

#[test]
fn what_cannot_be_verified_is_refused() {
    let refused = output(&["run", "--platform", "qemu-tcg", "--verify"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(stderr(&refused).contains("--deterministic"), "{}", stderr(&refused));
}

#[test]
fn a_qemu_that_cannot_emulate_or_takes_no_plugin_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("qemu");
    let qemu = &arch_with("sgdt").qemu.binary;
    for (case, why) in [
        ("*accel\\ help*) echo kvm;;", "has no TCG"),
        ("*-plugin*) echo 'plugin: version 9' >&2; exit 1;;", "the tool's plugin: version 9"),
    ] {
        let script = format!("#!/bin/sh\ncase \"$*\" in {case} *) exec {qemu} \"$@\";; esac\n");
        std::fs::write(&program, script).unwrap();
        std::fs::set_permissions(&program, PermissionsExt::from_mode(0o755)).unwrap();
        let spec = format!("lab-native:outer={}", program.display());
        let refused = output(&["run", "--platform", &spec]);
        assert_eq!(refused.status.code(), Some(3));
        assert_eq!(stderr(&refused).matches(why).count(), 1, "{}", stderr(&refused));
    }
}

#[test]
fn an_outer_machine_that_does_not_start_ends_with_its_last_words() {
    if !built() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let kernel = folder.path().join("kernel");
    std::fs::write(&kernel, "no kernel").unwrap();
    let refused =
        output(&["run", "--platform", &format!("lab-kvm-npt:kernel={}", kernel.display())]);
    let said = stderr(&refused);
    assert_eq!(refused.status.code(), Some(3), "{said}");
    assert!(said.contains("did not get ready") && said.contains("linux kernel too old"), "{said}");
}
