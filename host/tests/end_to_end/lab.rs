//! The lab: what is known of virtualization has to show in its figures, to the instruction.
//!
//! The images are built into the user's cache, where later runs of the tests find them.

use hyperbench::results::{Document, PlatformRun};

use crate::common::{hyperbench, output, run, stderr, stdout};

/// Whether the lab's image is there or could be built; prints why not.
fn built() -> bool {
    let build = output(&["lab", "build"]);
    if build.status.code() == Some(3) && stderr(&build).contains("cannot be downloaded") {
        eprintln!("skipped, without Debian's packages: {}", stderr(&build));
        return false;
    }
    assert!(build.status.success(), "{}", stderr(&build));
    true
}

fn platform<'a>(document: &'a Document, name: &str) -> &'a PlatformRun {
    document.platforms.iter().find(|run| run.platform == name).expect(name)
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
    // Verified: each platform runs twice, and every byte of the consoles is compared.
    let (lab, code) = run(&["--platform", "lab-*", "--verify", "--time-budget", "900"]);
    assert_eq!(code, 0, "{lab:?}");
    assert_eq!(lab.baseline, "lab-native");
    let figure = |name: &str, bench: &str| figure(&lab, name, bench);
    let same = |one: f64, other: f64| format!("{:.2}", one / other) == "1.00";
    let (native, nested, shadow, emulated) =
        ("lab-native", "lab-kvm-npt", "lab-kvm-shadow", "lab-qemu-tcg");

    for bench in ["sgdt", "sidt", "sldt", "smsw", "pushf-popf", "lgdt", "hot-access"] {
        for kvm in [nested, shadow] {
            assert!(same(figure(kvm, bench), figure(native, bench)), "{bench} on {kvm}");
        }
        assert!(figure(emulated, bench) > 10.0 * figure(native, bench), "{bench}");
    }
    assert!(same(figure(nested, "set-cr3"), figure(native, "set-cr3")));
    assert!(figure(shadow, "set-cr3") > 100.0 * figure(native, "set-cr3"));
    for bench in ["in", "out", "print"] {
        assert!(figure(nested, bench) > 1000.0 * figure(native, bench), "{bench}");
        assert!(figure(nested, bench) > figure(emulated, bench), "{bench}");
    }
    for kvm in [nested, shadow] {
        assert!(figure(kvm, "cold-access") > 100.0 * figure(kvm, "hot-access"), "{kvm}");
        assert!(figure(kvm, "hypercall") > 1000.0, "{kvm}");
    }
    assert!(figure(shadow, "cold-access") > 1.2 * figure(nested, "cold-access"));
    let dearest = figure(shadow, "set-page-table").max(figure(emulated, "set-page-table"));
    assert!(dearest > figure(nested, "set-page-table"));
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
    assert!(said.contains("error: the lab") && said.contains("next: "), "{said}");
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
