//! Steps between builds, and the functions that make them.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::columns::built;
use crate::common::{folder, output, path, stderr, stdout};
use crate::kernels::has_list;
use crate::patch::{ADDED, SVM, find, patched_modules, unpack};
use crate::vmx;

/// What `hyperbench atlas` prints with these `words`, for programs.
fn atlas(words: &[&str]) -> Value {
    let run = output(&[&["atlas"], words, &["--json", "--threshold", "0%"]].concat());
    assert!(run.status.success(), "{}", stderr(&run));
    serde_json::from_str(&stdout(&run)).unwrap()
}

fn steps(atlas: &Value) -> &[Value] {
    atlas["steps"].as_array().unwrap()
}

/// The functions of the greatest steps of `benchmarks` on `platform` sum to them, to the last digit, though other
/// operations ran before.
fn functions_sum_to_steps(platform: &str, kernels: [&str; 2], benchmarks: &[&str]) {
    // Images that are there before are neither removed nor made again.
    let both = kernels.map(|kernel| format!("{platform}:kernel={kernel}"));
    let made = ["run", "--platform", &both[0], "--platform", &both[1], "--bench", benchmarks[0]];
    let made = output(&[&made[..], &["--batches", "3"]].concat());
    assert!(made.status.success(), "{}", stderr(&made));
    let folder = folder();
    let (plan, place) = (path(&folder, "plan.toml"), path(&folder, "atlas"));
    let text = format!(
        "benchmarks = {benchmarks:?}\n\
         [linux]\nplatforms = ['{platform}']\nversions = {kernels:?}\n"
    );
    fs::write(&plan, text).unwrap();
    let most = benchmarks.len() - 1;
    let atlas = atlas(&[&*place, "--measure", "--plan", &*plan, &format!("--explain={most}")]);
    assert!(steps(&atlas).len() >= most, "{atlas}");
    for step in &steps(&atlas)[..most] {
        let by = &step["explained"];
        let number = |value: &Value| value.as_f64().unwrap();
        let [before, after] = ["before", "after"].map(|side| number(&step[side]));
        assert_eq!([&by["before"], &by["after"]], [&step["before"], &step["after"]], "{step}");
        let functions = by["functions"].as_array().unwrap();
        let named: f64 = functions.iter().map(|one| number(&one["difference"])).sum();
        let sum = named + number(&by["others_difference"]);
        assert!((sum - (after - before)).abs() < 1e-6, "{step}");
        assert!(functions.iter().any(|one| one["name"].as_str().unwrap().contains("kvm_")));
    }
}

/// One source by two compilers.
const BY_TWO_COMPILERS: [&str; 2] = ["6.12.90+deb12", "6.12.90+deb13"];

#[test]
fn functions_of_another_compilers_build_sum_to_its_steps() {
    if built() && has_list() {
        functions_sum_to_steps("lab-kvm-npt", BY_TWO_COMPILERS, &["cpuid", "icr-write"]);
    }
}

#[test]
#[ignore = "it takes minutes: make test-intel"]
fn functions_of_a_new_series_sum_to_its_steps_on_vmx() {
    if vmx::available() && has_list() {
        functions_sum_to_steps("lab-kvm-ept", ["6.17", "6.18"], &["cpuid", "tsc-deadline"]);
    }
}

/// A build of one's own is set against Debian's, and stands in the line afterwards, with the functions of its step.
#[test]
fn ones_own_build_has_its_steps_to_the_instruction() {
    if !built() {
        return;
    }
    let [original, changed, place] = [folder(), folder(), folder()];
    unpack(SVM.image, "linux-image-", original.path());
    let patched = patched_modules(&changed, &SVM);
    let boot = fs::read_dir(original.path().join("boot")).unwrap().map(|it| it.unwrap().path());
    let is_kernel = |path: &std::path::PathBuf| path.to_string_lossy().contains("vmlinuz-");
    let kernel = boot.into_iter().find(is_kernel).unwrap().display().to_string();
    let before = format!("lab-kvm-npt:kernel={kernel},modules={}", modules(original.path()));
    let words = ["run", "--platform", &before, "--bench", "{hypercall,cpuid,in}", "--batches", "5"];
    let run = output(&[&words[..], &["--events", "-o", &path(&place, "before.json")]].concat());
    assert!(run.status.success(), "{}", stderr(&run));

    let mine = format!("kernel={kernel},modules={},label=patched", patched.display());
    let at = place.path().to_str().unwrap();
    let words = [at, "--mine", &mine, "--bench", "{hypercall,cpuid,in}"];
    let set_in = atlas(&words);
    let [step] = steps(&set_in) else { panic!("{set_in}") };
    assert_eq!((&step["benchmark"], &step["to"]), (&"hypercall".into(), &"patched".into()));
    let added = |step: &Value| step["after"].as_f64().unwrap() - step["before"].as_f64().unwrap();
    assert!((added(step) - f64::from(ADDED)).abs() < 1e-6, "{step}");

    let line = atlas(&[at, "--explain=3"]);
    let [step] = steps(&line) else { panic!("{line}") };
    let [function] = &step["explained"]["functions"].as_array().unwrap()[..] else {
        panic!("{step}")
    };
    assert_eq!(
        (&function["name"], &function["difference"]),
        (&SVM.victim.into(), &f64::from(ADDED).into())
    );
}

/// The folder of modules in an unpacked package.
fn modules(folder: &Path) -> String {
    let module = find(folder, SVM.module).expect("it has KVM");
    let above =
        |path: &Path| path.ancestors().find(|it| it.ends_with("lib/modules")).map(Path::to_owned);
    above(&module).unwrap().display().to_string()
}

#[test]
fn the_build_that_made_a_step_is_found_by_halves() {
    if !built() || !has_list() {
        return;
    }
    let [before, after] = BY_TWO_COMPILERS;
    let range = format!("6.12.88+deb12..{after}");
    let words =
        ["bisect-step", "--kernels", &range, "--platform", "lab-kvm-npt", "--bench", "icr-write"];
    let found = output(&[&words[..], &["--batches", "5"]].concat());
    assert!(found.status.success(), "{}", stderr(&found));
    let (text, next) = (stdout(&found), stderr(&found));
    assert!(
        text.starts_with("icr-write on lab-kvm-npt: ") && text.contains(" instructions ("),
        "{text}"
    );
    assert!(text.contains(before) && text.contains(after), "{text}");
    let profile = format!("next: hyperbench profile 'lab-kvm-npt:kernel={before}'");
    assert!(next.contains(&profile), "{next}");
}
