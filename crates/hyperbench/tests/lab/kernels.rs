//! Debian's Linuxes by their versions, and the atlas that is made of them.

use std::fs;

use crate::columns::built;
use crate::common::{folder, output, path, run, skip, stderr, stdout};

/// Whether Debian can be asked which kernels it has; prints why not.
pub fn has_list() -> bool {
    let list = output(&["lab", "kernels"]);
    if list.status.code() == Some(3) && stderr(&list).contains("index cannot be read") {
        skip(stderr(&list));
        return false;
    }
    assert!(list.status.success() && stdout(&list).contains("6.12."), "{}", stderr(&list));
    true
}

#[test]
fn a_version_names_debians_build_of_it_and_the_result_says_which() {
    if !built() || !has_list() {
        return;
    }
    let folder = folder();
    let file = path(&folder, "results.json");
    let options =
        ["--platform", "lab-kvm-npt:kernel=6.12", "--bench", "hypercall", "--batches", "3"];
    let (document, code) = run(&[&options[..], &["-o", &*file]].concat());
    assert_eq!(code, 0, "{:?}", document.platforms[0].failure);
    let run = &document.platforms[0];
    let linux = run.linux.as_ref().expect("it says which Linux it had");
    assert!(
        linux.release.starts_with("6.12.") && linux.banner.starts_with(&linux.release),
        "{linux:?}"
    );
    assert!(linux.compiler.starts_with("GCC: (Debian") && linux.packages[0].sha256.len() == 64);
    let cost = run.find("hypercall").and_then(|it| it.value).unwrap();
    assert!((2000.0..5000.0).contains(&cost), "{cost}");
    let atlas = stdout(&output(&["atlas", folder.path().to_str().unwrap(), "--format", "csv"]));
    assert!(atlas.contains("lab-kvm-npt,hypercall,") && atlas.contains(&linux.version), "{atlas}");
}

#[test]
fn an_atlas_goes_on_where_it_ended_and_names_what_cannot_be_measured() {
    if !built() || !has_list() {
        return;
    }
    let folder = folder();
    let (plan, place) = (path(&folder, "plan.toml"), path(&folder, "atlas"));
    let text = "benchmarks = ['hypercall', 'cpuid']\n[linux]\nplatforms = ['lab-kvm-npt']\nversions = ['6.12', '4.4']\n";
    fs::write(&plan, text).unwrap();
    let words = ["atlas", &*place, "--measure", "--plan", &*plan];
    let first = output(&words);
    assert_eq!(first.status.code(), Some(4), "{}", stderr(&first));
    assert!(stdout(&first).contains("! 4.4: Debian has no cloud Linux 4.4"), "{}", stdout(&first));
    let again = output(&words);
    assert_eq!(again.status.code(), Some(4), "{}", stderr(&again));
    assert!(!stderr(&again).contains("atlas 1 of 2"), "it is there: {}", stderr(&again));
    assert_eq!(stdout(&again), stdout(&first));
}

#[test]
fn a_guest_boots_another_linux_and_the_result_says_which() {
    if !built() || !has_list() {
        return;
    }
    crate::linux::build(&ground::Arch::native().name);
    let platforms = ["lab-native:guest-kernel=6.12", "lab-native"];
    let words = platforms.map(|one| ["--platform", one]).concat();
    let (document, code) = run(&[&words[..], &["--guest", "linux", "--bench", "getppid"]].concat());
    assert_eq!(code, 0);
    let releases: Vec<_> = document
        .platforms
        .iter()
        .map(|run| run.boots[0].guest.system.as_ref().unwrap().release.clone())
        .collect();
    let [other, own] = &document.platforms[..] else { panic!("{releases:?}") };
    assert!(releases[0].starts_with("6.12.") && !releases[1].starts_with("6.12."), "{releases:?}");
    let [build] = &other.inner[..] else { panic!("{:?}", other.inner) };
    assert!(build.key == "guest-kernel" && releases[0].starts_with(&build.release), "{build:?}");
    assert!(build.packages[0].sha256.len() == 64 && own.inner.is_empty());
    let bare = output(&["run", "--platform", platforms[0], "--bench", "in"]);
    assert_eq!(bare.status.code(), Some(2));
    assert!(stderr(&bare).contains("guest-kernel= is of guests with a Linux"), "{}", stderr(&bare));
}
