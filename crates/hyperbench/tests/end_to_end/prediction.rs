//! Predictions from signatures and usages.

use std::fs;

use tempfile::TempDir;

use crate::common::{folder, hyperbench, output, path, stderr, stdout};

const SIGNATURE: &str = r#"{
    "signature_version": 1, "unit": "instructions",
    "platforms": [
        {"platform": "fast", "native": "metal", "operations": [
            {"name": "leaf", "event": "identify", "native": 1, "cost": 3001},
            {"name": "turn", "event": "spin", "native": 1000, "cost": 1002}]},
        {"platform": "slow", "native": "metal", "operations": [
            {"name": "leaf", "event": "identify", "native": 1,
             "cost": {"value": 9001, "low": 8001, "high": 10001}}]}]
}"#;

const USAGE: &str = r#"{
    "usage_version": 1, "unit": "instructions",
    "workloads": [{"name": "pack", "source": {"kind": "native", "from": "metal"},
                   "native": 1000000, "counts": {"identify": 10, "dance": 2}}]
}"#;

/// A folder with both files, and how `predict` is told of them.
fn files() -> (TempDir, [String; 4]) {
    let folder = folder();
    let [signature, usage] = ["signature.json", "usage.json"].map(|name| path(&folder, name));
    fs::write(&signature, SIGNATURE).unwrap();
    fs::write(&usage, USAGE).unwrap();
    (folder, ["--signature".to_owned(), signature, "--usage".to_owned(), usage])
}

fn predict(files: &[String; 4], more: &[&str]) -> std::process::Output {
    let files = files.iter().map(String::as_str);
    output(&["predict"].into_iter().chain(files).chain(more.iter().copied()).collect::<Vec<_>>())
}

#[test]
fn a_workload_is_predicted_on_every_platform() {
    let (_folder, files) = files();
    let csv = stdout(&predict(&files, &["--format", "csv"]));
    let expected = "platform,workload,model,native,predicted,measured,low,high,explained\n\
                    fast,pack,tick,1000000.0,1032060.0,,,,\n\
                    slow,pack,shadow,1000000.0,1090000.0,,,,\n";
    assert_eq!(csv, expected);
    let table = stdout(&predict(&files, &[]));
    assert!(table.contains("≥ 1,032,000") && table.contains(" slow: dance"), "{table}");
    let models = stdout(&predict(&files, &["--model", "all", "--on", "fast", "--format", "csv"]));
    assert_eq!(models.lines().count(), 1 + 4, "{models}");
}

#[test]
fn a_cost_can_be_set_and_platforms_ranked() {
    let (_folder, files) = files();
    let set = ["--set", "identify=1", "--on", "slow", "--json"];
    let json: serde_json::Value = serde_json::from_str(&stdout(&predict(&files, &set))).unwrap();
    assert_eq!(json["predictions"][0]["predicted"]["value"], 1_000_000.0);
    let ranked = predict(&files, &["--rank", "--set", "spin=1002", "--format", "csv"]);
    let ranking = stdout(&ranked);
    assert!(ranked.status.success() && ranking.contains("pack,1,fast,1032060.0,\n"), "{ranking}");
    let levers = stdout(&predict(&files, &["--levers"]));
    assert!(levers.contains("identify") && levers.contains("stolen"), "{levers}");
}

#[test]
fn a_platform_whose_costs_are_not_all_known_is_not_ranked() {
    let (_folder, files) = files();
    let refused = predict(&files, &["--rank"]);
    assert_eq!(refused.status.code(), Some(9));
    let said = stdout(&refused);
    assert!(said.contains("pack is not ranked: slow has no cost of spin"), "{said}");
    assert!(predict(&files, &["--rank", "--on", "slow"]).status.success());
}

#[test]
fn what_a_prediction_needs_is_said() {
    let folder = folder();
    let mut command = hyperbench(&["predict"]);
    let refused = command.env("XDG_DATA_HOME", folder.path()).output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
    let said = stderr(&refused);
    for words in
        ["what to predict", "--workload NAMES", "gzip", "hyperbench predict -- gzip -9 FILE"]
    {
        assert!(said.contains(words), "{words:?} is missing from {said}");
    }
}

/// Nothing is there: no home with a cache or data, and no program that could be started.
#[test]
fn what_ships_is_predicted_without_a_lab_a_guest_or_qemu() {
    let empty = folder();
    let says = |more: &[&str]| {
        let mut command = hyperbench(&[&["predict", "--workload", "gzip,find"], more].concat());
        for variable in ["XDG_DATA_HOME", "XDG_CACHE_HOME"] {
            command.env_remove(variable);
        }
        let output = command.env("HOME", empty.path()).env("PATH", empty.path()).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        stdout(&output)
    };
    let table = says(&[]);
    for words in ["instructions", " ± ", "lab-xen-pvh", "costs that ship", " lock ", "signature"] {
        assert!(table.contains(words), "{words:?} is missing from {table}");
    }
    assert!(table.lines().all(|line| line.chars().count() <= 80), "{table}");
    let csv = says(&["--format", "csv"]);
    for row in csv.lines().skip(1) {
        let [predicted, measured, low, high] = [4, 5, 6, 7].map(|column| {
            row.split(',').nth(column).unwrap().parse::<f64>().unwrap_or_else(|_| panic!("{row}"))
        });
        assert!(low < predicted && predicted < high && (predicted / measured - 1.0).abs() < 0.05);
    }
    assert_eq!(csv.lines().count(), 1 + 2 * 4, "{csv}");
    assert_eq!(fs::read_dir(empty.path()).unwrap().count(), 0, "nothing is left behind");
}

#[test]
fn a_page_of_more_than_a_browser_shows_is_refused() {
    let folder = folder();
    let (file, page) = (path(&folder, "usage.json"), path(&folder, "page.html"));
    let one = |number| {
        format!(
            r#"{{"name": "w{number}", "source": {{"kind": "native", "from": "m"}}, "native": 9, "counts": {{"syscall": 1}}}}"#
        )
    };
    let all: Vec<String> = (0..6000).map(one).collect();
    let all = all.join(",");
    std::fs::write(
        &file,
        format!(r#"{{"usage_version": 1, "unit": "instructions", "workloads": [{all}]}}"#),
    )
    .unwrap();
    let refused = output(&["predict", "--usage", &file, "--page", &page]);
    assert_eq!(refused.status.code(), Some(2), "{}", stderr(&refused));
    assert!(stderr(&refused).contains("more than a page can show"), "{}", stderr(&refused));
    assert!(!std::path::Path::new(&page).exists());
    let few = output(&["predict", "--usage", &file, "--workload", "w1,w2", "--page", &page]);
    assert_eq!(few.status.code(), Some(0), "{}", stderr(&few));
}

#[test]
fn what_is_not_there_is_said_and_ends_with_two() {
    let (folder, files) = files();
    let refused = |more: &[&str]| {
        let output = predict(&files, more);
        assert_eq!(output.status.code(), Some(2), "{more:?}");
        stderr(&output)
    };
    assert!(refused(&["--on", "moon"]).contains("there are: fast, slow"));
    assert!(refused(&["--workload", "moon"]).contains("there are: pack"));
    assert!(refused(&["--set", "moon=1"]).contains("the events identify, spin"));
    assert!(refused(&["--set", "moon"]).contains("such as cpuid=1200"));
    assert!(refused(&["--usage", &files[1]]).contains("is no usage: it has no usage_version"));
    let cycles = path(&folder, "cycles.json");
    fs::write(&cycles, USAGE.replace("instructions", "cycles")).unwrap();
    assert!(refused(&["--usage", &cycles]).contains("do not count the same"));
}

#[test]
fn neighbours_slow_down_what_is_predicted() {
    let (folder, files) = files();
    let noisy = path(&folder, "noisy.json");
    let kept = |label: &str, more: &str| {
        format!(
            r#"{{"label": "{label}", "platform": "test", "spec": "", "version": "", "caveat": "",
                 "unit": "instructions", "boots": [], {more} "benchmarks": [
                 {{"name": "spin", "category": "idle", "status": "ok", "reason": "",
                   "value": 1, "low": 1, "high": 1, "eta": {{"value": 2, "low": 1.5, "high": 2.5}}}}]}}"#
        )
    };
    let beside = r#""beside": {"name": "noise", "alone": "fast", "platform": "test", "spec": "",
                               "version": "", "workload": "spin", "count": 1},"#;
    let mut all: serde_json::Value =
        serde_json::to_value(results::Document::default()).expect("a document is JSON");
    all["schema_version"] = results::SCHEMA_VERSION.into();
    let platforms = [kept("fast", ""), kept("fast+noise", beside)]
        .map(|run| serde_json::from_str::<serde_json::Value>(&run).unwrap());
    all["platforms"] = platforms.to_vec().into();
    fs::write(&noisy, all.to_string()).unwrap();
    let csv = stdout(&predict(&files, &["--beside", &noisy, "--format", "csv"]));
    let row = csv.lines().find(|line| line.starts_with("fast+noise")).unwrap();
    // All that is predicted alone, 1,032,060, takes twice as long.
    assert!(row.starts_with("fast+noise,pack,tick,1000000.0,2064120.0,"), "{csv}");
    assert!(csv.lines().any(|line| line.starts_with("fast,pack,tick,1000000.0,1032060.0,")));
    let on = ["--beside", &noisy, "--on", "fast+noise", "--format", "csv"];
    assert_eq!(stdout(&predict(&files, &on)).lines().count(), 2);
    all["platforms"].as_array_mut().unwrap().truncate(1);
    fs::write(&noisy, all.to_string()).unwrap();
    let refused = predict(&files, &["--beside", &noisy]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(stderr(&refused).contains("does not say what neighbours do"), "{}", stderr(&refused));
}

#[test]
fn counts_of_other_programs_become_a_usage_or_are_refused() {
    let folder = folder();
    let [text, usage] = ["statistics", "usage.json"].map(|name| path(&folder, name));
    fs::write(&text, "halt_exits: 12\nexits: 90\n").unwrap();
    let foreign = ["usage", "--foreign", &text, "--name", "web", "--native", "2e9", "-o", &usage];
    assert!(output(&foreign).status.success());
    let import = ["import", &text, "--workload", "web", "--native", "2e9"];
    assert_eq!(stdout(&output(&import)), fs::read_to_string(&usage).unwrap());
    let made: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(&usage).unwrap()).unwrap();
    assert_eq!(made["workloads"][0]["counts"], serde_json::json!({"halt": 12.0}));
    assert_eq!(made["workloads"][0]["source"]["kind"], "foreign");
    fs::write(&text, "").unwrap();
    let refused = output(&foreign);
    assert_eq!(refused.status.code(), Some(2));
    assert!(stderr(&refused).contains("has no exits of a guest: it is empty"));
}
