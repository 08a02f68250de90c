//! Steps between builds, and the functions that make them.

use std::fs;

use serde_json::Value;

use crate::columns::built;
use crate::common::{folder, output, path, stderr, stdout};
use crate::kernels::has_list;
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

/// The functions of each step on `platform` sum to it, to the last digit, though other operations ran before.
fn functions_sum_to_steps(platform: &str, kernels: [&str; 2]) {
    let folder = folder();
    let (plan, place) = (path(&folder, "plan.toml"), path(&folder, "atlas"));
    let text = format!(
        "platforms = ['{platform}']\nkernels = {kernels:?}\n\
         benchmarks = ['hypercall', 'cpuid', 'in', 'icr-write', 'tsc-deadline']\n"
    );
    fs::write(&plan, text).unwrap();
    let words = [&*place, "--measure", "--plan", &*plan, "--explain=9"];
    let atlas = atlas(&words);
    assert!(steps(&atlas).len() > 2, "{atlas}");
    for step in steps(&atlas) {
        let by = &step["explained"];
        let number = |value: &Value| value.as_f64().unwrap();
        let [before, after] = ["before", "after"].map(|side| number(&step[side]));
        assert_eq!([number(&by["before"]), number(&by["after"])], [before, after], "{step}");
        let functions = by["functions"].as_array().unwrap();
        let named: f64 = functions.iter().map(|one| number(&one["difference"])).sum();
        let sum = named + number(&by["others_difference"]);
        assert!((sum - (after - before)).abs() < 1e-6, "{step}");
        assert!(functions.iter().any(|one| one["name"].as_str().unwrap().contains("kvm_")));
    }
}

#[test]
fn functions_of_a_stable_update_sum_to_its_steps() {
    if built() && has_list() {
        functions_sum_to_steps("lab-kvm-npt", ["6.12.43+deb12", "6.12.117+deb12"]);
    }
}

#[test]
fn functions_of_a_new_series_sum_to_its_steps_on_vmx() {
    if vmx::available() && has_list() {
        functions_sum_to_steps("lab-kvm-ept", ["6.17", "6.18"]);
    }
}
