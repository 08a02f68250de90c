//! An outer machine that dies or hangs while it runs: what is said of it, and what is left.

use std::fs;
use std::io::Read;
use std::os::unix::fs::{FileExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::columns::{built, users_lab};
use crate::common::{hyperbench, stderr, stdout};
use crate::patch::{find, unpack};

/// A lab of its own, with the packages of the user's.
pub fn lab_with_packages() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let lab = folder.path().join("hyperbench/lab");
    fs::create_dir_all(&lab).unwrap();
    for entry in left(&users_lab()) {
        let name = entry.file_name().unwrap();
        if !["images", "outer", "runs"].iter().any(|own| name == *own) {
            symlink(&entry, lab.join(name)).unwrap();
        }
    }
    // An outer machine may be replaced by another.
    fs::create_dir(lab.join("outer")).unwrap();
    for outer in left(&users_lab().join("outer")) {
        symlink(&outer, lab.join("outer").join(outer.file_name().unwrap())).unwrap();
    }
    folder
}

/// In the place of the QEMU inside: Linux panics where a guest is to have 64 MiB, and else hangs.
const INSTEAD_OF_QEMU: &str = "#!/bin/busybox sh
case $* in *'-m 65536k'*) echo c > /proc/sysrq-trigger ;; esac
while :; do :; done
";

/// Runs two benchmarks with that in a guest with so much memory; returns what was printed. Nothing may
/// be left of the run.
fn run_instead_of_qemu(cache: &TempDir, memory: &str, budget: &str) -> String {
    let program = cache.path().join("program");
    fs::write(&program, INSTEAD_OF_QEMU).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let spec = format!("lab-kvm-npt:qemu={},label=broken", program.display());
    let run = hyperbench(&["run", "--platform", &spec, "--bench", "{in,out}"])
        .args(["--time-budget", budget, "--memory", memory])
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

/// Both in one image, which takes long to make.
#[test]
fn an_outer_linux_that_panics_leaves_its_last_lines_and_one_that_hangs_ends_with_the_time_budget() {
    if !built() {
        return;
    }
    let cache = lab_with_packages();
    let said = run_instead_of_qemu(&cache, "64M", "120");
    assert!(said.contains("the guest ended"), "{said}");
    assert!(said.contains("Kernel panic - not syncing"), "{said}");
    let said = run_instead_of_qemu(&cache, "128M", "5");
    assert!(said.contains("the time budget of 5 s was used up"), "{said}");
}

/// A lab of its own with the packages and images of the user's; those of KVM have folders of their own.
fn lab_with_images() -> TempDir {
    let cache = lab_with_packages();
    let images = cache.path().join("hyperbench/lab/images");
    fs::create_dir(&images).unwrap();
    // Those of other architectures and with other parts do not matter.
    for image in left(&users_lab().join("images")) {
        let (name, own) = (image.file_name().unwrap(), images.join(image.file_name().unwrap()));
        let is_kvm = name.to_string_lossy().starts_with("kvm-");
        if is_kvm && image.join("snapshot.qcow2").is_file() {
            fs::create_dir(&own).unwrap();
            for file in left(&image) {
                symlink(&file, own.join(file.file_name().unwrap())).unwrap();
            }
        } else {
            symlink(&image, own).unwrap();
        }
    }
    cache
}

/// Runs the program with the lab in `cache`; returns the exit code and all that it printed.
fn with_lab(cache: &TempDir, arguments: &[&str]) -> (Option<i32>, String) {
    let result = hyperbench(arguments).env("XDG_CACHE_HOME", cache.path()).output().unwrap();
    (result.status.code(), stdout(&result) + &stderr(&result))
}

/// In the place of a file of every image that KVM runs in puts its first 20 MiB, with which something is done.
/// It gets to know how long the file was.
fn damage(cache: &TempDir, name: &str, how: impl Fn(&fs::File, u64)) {
    for image in left(&cache.path().join("hyperbench/lab/images")) {
        if !image.is_symlink() && image.is_dir() {
            let own = image.join(name);
            let whole = fs::File::open(&own).unwrap();
            let length = whole.metadata().unwrap().len();
            fs::remove_file(&own).unwrap();
            let mut file = fs::File::create(&own).unwrap();
            std::io::copy(&mut whole.take(20 << 20), &mut file).unwrap();
            how(&file, length);
        }
    }
}

#[test]
fn a_damaged_image_is_told_of_and_made_again() {
    if !built() {
        return;
    }
    let cache = lab_with_images();
    let run = ["run", "--platform", "lab-kvm-npt", "--bench", "in"];
    assert_eq!(with_lab(&cache, &run).0, Some(0));
    damage(&cache, "snapshot.qcow2", |_, _| {});
    let (code, said) = with_lab(&cache, &run);
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains("is damaged") && said.contains("hyperbench lab build"), "{said}");
    let (code, said) = with_lab(&cache, &["lab", "build"]);
    assert_eq!(code, Some(0), "{said}");
    assert_eq!(with_lab(&cache, &run).0, Some(0));
}

/// A profile of an image in which bytes have changed, but not how many they are.
#[test]
fn a_profile_of_a_garbled_image_says_what_is_wrong() {
    if !built() {
        return;
    }
    for name in ["snapshot.qcow2", "initramfs"] {
        let cache = lab_with_images();
        damage(&cache, name, |file, length| {
            file.write_all_at(&vec![0x55; 1 << 20], 64 << 10).unwrap();
            file.set_len(length).unwrap();
        });
        let (code, said) = with_lab(&cache, &["profile", "lab-kvm-npt", "in"]);
        assert_eq!(code, Some(3), "{name}: {said}");
        assert!(said.contains("is damaged") && said.contains("hyperbench lab build"), "{said}");
        let (_, status) = with_lab(&cache, &["lab", "status"]);
        assert!(
            status.contains("kvm: downloaded, not made"),
            "found once, it stays known: {status}"
        );
    }
}

#[test]
fn modules_of_another_linux_are_refused_in_words() {
    if !built() {
        return;
    }
    let cache = lab_with_packages();
    let folder = tempfile::tempdir().unwrap();
    unpack("kvm", "linux-image-", folder.path());
    let modules = folder.path().join("lib/modules");
    for name in ["kvm.ko", "kvm-amd.ko", "irqbypass.ko"] {
        let module = find(&modules, name).unwrap();
        let mut bytes = fs::read(&module).unwrap();
        let release = memchr::memmem::find(&bytes, b"vermagic=6.").expect("it is for a Linux 6");
        bytes[release + b"vermagic=".len()] = b'7';
        fs::write(&module, bytes).unwrap();
    }
    let spec = format!("lab-kvm-npt:modules={}", modules.display());
    let (code, said) = with_lab(&cache, &["profile", &spec, "in"]);
    assert_eq!(code, Some(3), "{said}");
    assert!(
        said.contains("The modules are for Linux 7.") && said.contains("go together"),
        "{said}"
    );
}
