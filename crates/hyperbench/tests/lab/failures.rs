//! An outer machine that dies or hangs while it runs: what is said of it, and what is left.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::columns::{built, users_lab};
use crate::common::{hyperbench, stderr, stdout};

/// A lab of its own, with the packages of the user's.
pub fn lab_with_packages() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let lab = folder.path().join("hyperbench/lab");
    fs::create_dir_all(&lab).unwrap();
    for entry in fs::read_dir(users_lab()).unwrap() {
        let entry = entry.unwrap();
        if entry.file_name() != "images" && entry.file_name() != "runs" {
            symlink(entry.path(), lab.join(entry.file_name())).unwrap();
        }
    }
    folder
}

/// Runs two benchmarks with `script` in the place of the QEMU inside; returns what was printed.
/// Nothing may be left of the run.
fn run_instead_of_qemu(script: &str, budget: &str) -> String {
    let cache = lab_with_packages();
    let program = cache.path().join("program");
    fs::write(&program, format!("#!/bin/busybox sh\n{script}\n")).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let spec = format!("lab-kvm-npt:qemu={},label=broken", program.display());
    let run = hyperbench(&["run", "--platform", &spec, "--bench", "{in,out}"])
        .args(["--time-budget", budget])
        .env("XDG_CACHE_HOME", cache.path())
        .output()
        .unwrap();
    assert_eq!(run.status.code(), Some(3), "{}", stdout(&run));
    assert!(left(&cache.path().join("hyperbench/lab/runs")).is_empty());
    assert!(!running(&cache.path().display().to_string()));
    stdout(&run)
}

fn left(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
}

/// Whether a process has `word` in its command line.
fn running(word: &str) -> bool {
    fs::read_dir("/proc").unwrap().flatten().any(|entry| {
        let line = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&line).contains(word)
    })
}

#[test]
fn an_outer_linux_that_panics_leaves_its_last_lines() {
    if built() {
        let said = run_instead_of_qemu("echo c > /proc/sysrq-trigger", "120");
        assert!(said.contains("the guest ended"), "{said}");
        assert!(said.contains("Kernel panic - not syncing"), "{said}");
    }
}

#[test]
fn an_outer_linux_that_hangs_ends_with_the_time_budget() {
    if built() {
        let said = run_instead_of_qemu("while :; do :; done", "5");
        assert!(said.contains("the time budget of 5 s was used up"), "{said}");
    }
}

#[test]
fn a_damaged_image_is_told_of_and_made_again() {
    if !built() {
        return;
    }
    let cache = lab_with_packages();
    let images = cache.path().join("hyperbench/lab/images");
    fs::create_dir(&images).unwrap();
    // Those of other architectures and with other parts do not matter.
    for image in left(&users_lab().join("images")) {
        symlink(&image, images.join(image.file_name().unwrap())).unwrap();
    }
    let hyperbench = |arguments: &[&str]| {
        let result = hyperbench(arguments).env("XDG_CACHE_HOME", cache.path()).output().unwrap();
        (result.status.code(), stdout(&result) + &stderr(&result))
    };
    let run = ["run", "--platform", "lab-kvm-npt", "--bench", "in"];
    assert_eq!(hyperbench(&run).0, Some(0));
    for link in left(&images).iter().filter(|path| path.join("snapshot.qcow2").is_file()) {
        if link.file_name().unwrap().to_string_lossy().starts_with("kvm-") {
            let image = fs::read_link(link).unwrap();
            fs::remove_file(link).unwrap();
            fs::create_dir(link).unwrap();
            for file in left(&image) {
                fs::copy(&file, link.join(file.file_name().unwrap())).unwrap();
            }
            let state = fs::File::options().write(true).open(link.join("snapshot.qcow2")).unwrap();
            state.set_len(20 << 20).unwrap();
        }
    }
    let (code, said) = hyperbench(&run);
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains("is damaged") && said.contains("hyperbench lab build"), "{said}");
    let (code, said) = hyperbench(&["lab", "build"]);
    assert_eq!(code, Some(0), "{said}");
    assert_eq!(hyperbench(&run).0, Some(0));
}
