//! Images: wherever and whenever one is made of the same, it is the same to the instruction.

use std::fs;
use std::process::Command;

use results::Document;

use crate::columns::{built, raw};
use crate::common::{hyperbench, run, stderr, stdout};
use crate::failures::lab_with_packages;

/// Does something while other programs want the processors.
fn busily<T>(what: impl FnOnce() -> T) -> T {
    let busy = || Command::new("sh").args(["-c", "while :; do :; done"]).spawn().unwrap();
    let others = [busy(), busy(), busy()];
    let done = what();
    for mut other in others {
        other.kill().unwrap();
        other.wait().unwrap();
    }
    done
}

#[test]
fn images_made_again_elsewhere_are_the_same_to_the_instruction() {
    if !built() {
        return;
    }
    let cache = lab_with_packages();
    let there = |arguments: &[&str]| {
        let output = hyperbench(arguments).env("XDG_CACHE_HOME", cache.path()).output().unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
        output
    };
    // Those with Xen are made again by tools/elsewhere.sh, Bochs' for the functions of steps (`atlas.rs`).
    let build = there(&["lab", "build", "kvm"]);
    assert!(stderr(&build).contains("starting the outer machine"), "{}", stderr(&build));
    let platforms = ["--platform", "lab-kvm-npt", "--platform", "lab-kvm-shadow"];
    let arguments = [
        &platforms[..],
        &["--batches", "3", "--bench", "{hypercall,cold-access,set-cr3,set-page-table}"],
    ]
    .concat();
    let elsewhere = busily(|| there(&[&["run", "--format", "json"], &arguments[..]].concat()));
    let elsewhere: Document = serde_json::from_str(&stdout(&elsewhere)).unwrap();
    let (here, code) = run(&arguments);
    assert_eq!(code, 0);
    for (here, elsewhere) in here.platforms.iter().zip(&elsewhere.platforms) {
        let (here, elsewhere) = (raw(here), raw(elsewhere));
        assert!(here.iter().flatten().all(|measured| !measured.samples.is_empty()));
        assert_eq!(here, elsewhere);
    }
    // What is needed stays, when the rest is removed.
    let older = cache.path().join("hyperbench/lab/images/kvm-0123456789abcdef");
    fs::create_dir(&older).unwrap();
    assert!(stdout(&there(&["lab", "status"])).contains("other images: 1, 0 MB"));
    assert_eq!(stdout(&there(&["lab", "clean", "--others"])), "removed 0 MB\n");
    assert!(!older.exists());
    let left = stdout(&there(&["lab", "status"]));
    assert!(left.contains("\nkvm: ready\n") && !left.contains("other images"), "{left}");
}

#[test]
fn guests_without_room_in_the_machine_get_a_larger_one_and_the_same_figures() {
    if !built() {
        return;
    }
    let measured = |memory: &str| {
        let platforms = ["--platform", "lab-kvm-npt", "--platform", "lab-xen-pvh"];
        let bench = ["--bench", "{cpuid,set-cr3}", "--memory", memory];
        let (document, code) = run(&[&platforms[..], &bench].concat());
        assert_eq!(code, 0, "{document:?}");
        document.platforms.iter().map(raw).collect::<Vec<_>>()
    };
    assert_eq!(measured("128M"), measured("600M"));
}
