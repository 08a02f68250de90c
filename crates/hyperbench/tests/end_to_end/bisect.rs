//! `bisect-step`: the codes that git expects, and a search by git itself.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

use crate::common::{arch_with, folder, output, path, stderr, stdout, test_image};
use crate::results_files::{platform, write};

const FIFTH_DEARER: &str = "qemu-tcg:option=slow=sgdt";

/// What is measured, without noise.
fn what() -> [&'static str; 5] {
    ["--kernel", test_image(), "--deterministic", "--bench", "{sgdt,sidt}"]
}

#[test]
fn a_step_of_a_bisection_has_the_codes_that_git_expects() {
    let folder = folder();
    let good = path(&folder, "good.json");
    let run = output(&[&["run", "--platform", "qemu-tcg", "-o", &good][..], &what()].concat());
    assert!(run.status.success(), "{}", stderr(&run));
    let step = |more: &[&str]| {
        let step = output(&[&["bisect-step", &good][..], &what(), more].concat());
        (step.status.code(), stderr(&step))
    };
    assert_eq!(step(&[]).0, Some(0), "the platform is that of the good results");
    assert_eq!(step(&["--platform", FIFTH_DEARER]).0, Some(1));
    let lenient = ["--platform", FIFTH_DEARER, "--fail-on", "slower>30%"];
    assert_eq!(step(&lenient).0, Some(0));
    let (code, message) = step(&["--platform", "qemu-tcg:binary=/nonexistent"]);
    assert_eq!(code, Some(125), "a build that is not there: {message}");
    for wrong in [&["--platform", "qemu"][..], &["--bench", "["], &["--nonsense"]] {
        let (code, message) = step(wrong);
        assert_eq!(code, Some(129), "{message}");
    }
    let lost = output(&["bisect-step", "/nonexistent.json"]);
    assert_eq!(lost.status.code(), Some(129));
}

#[test]
fn good_results_that_cannot_be_searched_with_end_the_search() {
    let folder = folder();
    let none = write(&folder, "none.json", vec![]);
    let many = (0..100).map(|p| platform(&format!("platform-{p}"), 60, 100.0)).collect();
    let many = write(&folder, "many.json", many);
    for (good, complaint) in [
        (none.clone(), "0 platforms"),
        (many.clone(), "100 platforms"),
        (format!("{many}:platform-7"), "test"),
        (format!("{many}:platform-100"), "platform-100"),
    ] {
        let step = output(&["bisect-step", &good]);
        assert_eq!(step.status.code(), Some(129), "{good}: {}", stderr(&step));
        assert!(stderr(&step).contains(complaint), "{good}: {}", stderr(&step));
    }
}

#[test]
fn what_failed_before_does_not_blame_a_commit() {
    let folder = folder();
    let good = path(&folder, "good.json");
    let what = ["--kernel", test_image(), "--deterministic", "--bench", "{sgdt,test-fault}"];
    let run = output(&[&["run", "--platform", "qemu-tcg", "-o", &good][..], &what].concat());
    assert_eq!(run.status.code(), Some(4), "{}", stderr(&run));
    let step = output(&[&["bisect-step", &good][..], &what].concat());
    assert_eq!(step.status.code(), Some(0), "{}{}", stdout(&step), stderr(&step));
}

/// A program that runs QEMU as it is, after `change` of its arguments.
fn commit(repository: &Path, subject: &str, change: &str) {
    let qemu = &arch_with("sgdt").qemu.binary;
    let program = repository.join("qemu");
    let script = format!("#!/bin/sh\n# {subject}\n{change}\nexec {qemu} \"$@\"\n");
    fs::write(&program, script).unwrap();
    fs::set_permissions(&program, PermissionsExt::from_mode(0o755)).unwrap();
    git(repository, &["add", "qemu"]);
    git(repository, &["commit", "-q", "-m", subject]);
}

fn git(repository: &Path, arguments: &[&str]) -> Output {
    let who = ["-c", "user.name=test", "-c", "user.email=test@example.org"];
    let result = Command::new("git").args(who).args(arguments).current_dir(repository).output();
    let result = result.expect("git can be run");
    assert!(result.status.success(), "git {arguments:?}: {}", stderr(&result));
    result
}

#[test]
fn git_finds_the_commit_that_made_a_benchmark_dearer() {
    const SLOWER: &str = r#"for word; do
    shift
    case $word in *bench=*) word="$word slow=sgdt" ;; esac
    set -- "$@" "$word"
done"#;
    let repository = folder();
    let here = repository.path();
    git(here, &["init", "-q"]);
    commit(here, "release", "");
    let good = path(&repository, "good.json");
    let binary = format!("qemu-tcg:binary={}", here.join("qemu").display());
    let run = output(&[&["run", "--platform", &binary, "-o", &good][..], &what()].concat());
    assert!(run.status.success(), "{}", stderr(&run));
    commit(here, "one", "");
    commit(here, "two", "");
    // In the middle, where the search begins.
    commit(here, "broken build", "exit 1");
    commit(here, "mended", "");
    commit(here, "dearer", SLOWER);
    commit(here, "six", SLOWER);
    git(here, &["bisect", "start", "HEAD", "HEAD~6"]);
    let step = [env!("CARGO_BIN_EXE_hyperbench"), "bisect-step", &good];
    let search = git(here, &[&["bisect", "run"], &step[..], &what()].concat());
    let found = stdout(&git(here, &["log", "-1", "--format=%s", "bisect/bad"]));
    assert_eq!(found, "dearer\n", "{}{}", stdout(&search), stderr(&search));
    assert!(stdout(&git(here, &["bisect", "log"])).contains("git bisect skip"));
}
