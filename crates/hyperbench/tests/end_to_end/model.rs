//! The cost model from results files.

use serde_json::Value;

use crate::common::{folder, output, path, stderr, stdout};

/// Runs two platforms, the second of which only differs in its label, and keeps the results.
fn results(folder: &tempfile::TempDir) -> String {
    let file = path(folder, "run.json");
    let platforms = ["--platform", "qemu-tcg:label=one", "--platform", "qemu-tcg:label=two"];
    let what = ["run", "--deterministic", "--bench", "{sgdt,in,cold-access,cpuid}", "-o", &file];
    let run = output(&[&what[..], &platforms].concat());
    assert!(run.status.success(), "{}", stderr(&run));
    file
}

#[test]
fn equal_platforms_have_a_ratio_of_one_and_nothing_virtual() {
    let folder = folder();
    let file = results(&folder);
    let model = output(&["model", &file, "--baseline", "one", "--format", "json"]);
    let model: Value = serde_json::from_str(&stdout(&model)).unwrap();
    assert_eq!(
        (&model["baseline"], &model["models"][0]["platform"]),
        (&"one".into(), &"two".into())
    );
    let costs = model["models"][0]["costs"].as_array().unwrap();
    let terms: Vec<_> = costs.iter().map(|cost| cost["term"].as_str()).collect();
    assert_eq!(terms, [Some("sen"), Some("cons"), Some("in"), None]);
    for cost in costs {
        assert_eq!(
            (cost["gnr"]["value"].as_f64(), cost["virt"]["value"].as_f64()),
            (Some(1.0), Some(0.0))
        );
    }
    let table = stdout(&output(&["model", &file, "--baseline", &file]));
    assert!(table.contains("T_cons 0.00") && table.contains("of "), "{table}");
    let csv = stdout(&output(&["model", &file, "--format", "csv"]));
    assert!(csv.starts_with("platform,baseline,benchmark,category,term,native,guest,gnr,virt"));
    assert_eq!(csv.lines().count(), 1 + 4);
}

#[test]
fn files_and_baselines_that_cannot_be_used_are_refused() {
    let folder = folder();
    let broken = path(&folder, "broken.json");
    std::fs::write(&broken, "{}").unwrap();
    for (arguments, part) in [
        (vec!["model", "/nonexistent.json"], "/nonexistent.json"),
        (vec!["model", &broken], "is no results file"),
    ] {
        let refused = output(&arguments);
        assert_eq!(refused.status.code(), Some(2));
        let message = stderr(&refused);
        assert!(message.contains(part) && message.contains("next:"), "{message}");
    }
}
