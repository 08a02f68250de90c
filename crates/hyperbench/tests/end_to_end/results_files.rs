//! The commands that read results files: on empty, partial, very large, old and broken ones.

use results::{Boot, Document, Measured, PlatformRun, Resolution, Status, Summary, parse};
use serde_json::Value;
use tempfile::TempDir;

use crate::common::{folder, output, path, stderr, stdout};

/// A run in which benchmarks hung, faulted and crashed.
const PARTIAL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/partial.json");

const FORMATS: [&str; 11] = [
    "csv",
    "jsonl",
    "markdown",
    "latex",
    "bmf",
    "github-action",
    "junit",
    "kcidb",
    "ktap",
    "lava",
    "openmetrics",
];

/// A platform with these benchmarks, three boots each.
pub fn platform(label: &str, benchmarks: usize, figure: f64) -> PlatformRun {
    let mut run = PlatformRun {
        label: label.into(),
        platform: "test".into(),
        spec: "test".into(),
        version: "TESTER 1".into(),
        boots: (1..=3).map(|round| Boot { round, ..Boot::default() }).collect(),
        ..PlatformRun::default()
    };
    for number in 0..benchmarks {
        let name = format!("bench-{number}");
        for boot in &mut run.boots {
            let cost = figure * (1.0 + number as f64) * (1.0 + f64::from(boot.round) / 1000.0);
            let estimate = results::Estimate::of(vec![cost; 8]);
            let part = Measured {
                status: Status::Ok,
                estimate,
                ..Measured::unfinished(&name, "test", "")
            };
            boot.benchmarks.push(part);
        }
        let summary = run.sum_up(&name);
        run.benchmarks.extend(summary);
    }
    run
}

/// Writes results with these platforms.
pub fn write(folder: &TempDir, name: &str, platforms: Vec<PlatformRun>) -> String {
    let baseline = platforms.first().map(|run| run.label.clone()).unwrap_or_default();
    let document =
        Document { schema_version: 1, complete: true, baseline, platforms, ..Document::default() };
    let file = path(folder, name);
    std::fs::write(&file, serde_json::to_vec(&document).unwrap()).unwrap();
    file
}

/// Runs a command that has to succeed; returns what it printed.
fn good(arguments: &[&str]) -> String {
    let result = output(arguments);
    assert_eq!(result.status.code(), Some(0), "{arguments:?}: {}", stderr(&result));
    stdout(&result)
}

/// Runs a command that has to end with `code` and a next step; returns what it complained.
fn bad(arguments: &[&str], code: i32) -> String {
    let result = output(arguments);
    let message = stderr(&result);
    assert_eq!(result.status.code(), Some(code), "{arguments:?}: {message}");
    assert!(message.contains("next:") || message.contains("--help"), "{message}");
    message
}

#[test]
fn empty_results_are_shown_exported_and_compared_as_empty() {
    let folder = folder();
    let none = write(&folder, "none.json", vec![]);
    let bare = write(&folder, "bare.json", vec![platform("bare", 0, 1.0)]);
    for file in [&none, &bare] {
        assert!(good(&["show", file]).starts_with("HyperBench"));
        for format in FORMATS {
            good(&["export", file, "--format", format]);
        }
        good(&["export", file, "--format", "csv", "--samples"]);
    }
    assert!(good(&["compare", &bare, &bare]).contains("no benchmarks to compare"));
    let message = bad(&["compare", &none, &bare], 2);
    assert!(message.contains("0 platforms"), "{message}");
    assert!(good(&["model", &bare]).contains("no platform besides the baseline bare"));
    let message = bad(&["model", &none], 2);
    assert!(message.contains("no platform in"), "{message}");
}

#[test]
fn partial_results_say_what_failed() {
    let shown = good(&["show", PARTIAL, "--details"]);
    for word in ["hung [", "fault [", "crashed [", "sgdt"] {
        assert!(shown.contains(word), "{shown}");
    }
    let csv = good(&["export", PARTIAL, "--format", "csv"]);
    assert_eq!(csv.lines().filter(|line| line.contains(",hung,")).count(), 1, "{csv}");
    for line in good(&["export", PARTIAL, "--format", "jsonl"]).lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        let failed = line["status"] != "ok";
        assert_eq!(failed, line["value"].is_null() && line["reason"] != "", "{line}");
    }
    assert!(good(&["export", PARTIAL, "--format", "markdown"]).contains("| hung \\["));
    assert!(good(&["export", PARTIAL, "--format", "latex"]).contains("hung {[}"));
    let modelled = good(&["model", PARTIAL, "--baseline", PARTIAL]);
    assert!(modelled.contains("sgdt") && modelled.contains("Left out,"), "{modelled}");
    let text = good(&["compare", PARTIAL, PARTIAL]);
    assert!(text.contains("missing") && text.contains("one boot a side"), "{text}");
}

#[test]
fn what_breaks_or_gets_slower_has_an_exit_code() {
    let folder = folder();
    let old = write(&folder, "old.json", vec![platform("p", 4, 100.0)]);
    let new = write(&folder, "new.json", vec![platform("p", 4, 120.0)]);
    let mut hung = platform("p", 4, 100.0);
    hung.benchmarks[2] = Summary::without_value("bench-2", "test", Status::Hung, "silence".into());
    let broken = write(&folder, "broken.json", vec![hung]);
    let text = good(&["compare", &old, &new]);
    assert!(text.contains("4 slower") && text.contains("+20.0 %"), "{text}");
    assert!(text.contains("reliability of 'A is better than B' over 4 benchmarks"), "{text}");
    let code = |arguments: &[&str]| output(arguments).status.code();
    assert_eq!(code(&["compare", &old, &new, "--fail-on", "slower>5%"]), Some(7));
    assert_eq!(code(&["compare", &old, &new, "--fail-on", "slower>25%"]), Some(0));
    assert_eq!(code(&["compare", &new, &old, "--fail-on", "slower>5%"]), Some(0));
    assert_eq!(code(&["compare", &old, &broken, "--fail-on", "slower>5%"]), Some(4));
    assert_eq!(code(&["compare", &old, &broken]), Some(0));
    let json: Value = serde_json::from_str(&good(&["compare", &old, &new, "--json"])).unwrap();
    assert_eq!(
        (&json["rows"][0]["verdict"], &json["comparable"]),
        (&"slower".into(), &true.into())
    );
    let change = &json["rows"][0]["change"];
    assert!((change["share"].as_f64().unwrap() - 0.2).abs() < 1e-9, "{change}");
    bad(&["compare", &old, &new, "--fail-on", "slower"], 2);
    bad(&["compare", &old, &new, "--rules", "/nonexistent.toml"], 2);
    bad(&["compare", &old, "/nonexistent.json"], 2);
    bad(&["compare", &format!("{old}:q"), &new], 2);
}

#[test]
fn a_ratio_reads_the_same_in_every_output() {
    let folder = folder();
    let (slow, fast) = (platform("slow", 3, 230.0), platform("fast", 3, 100.0));
    let file = write(&folder, "both.json", vec![fast, slow]);
    // The third boot of three is a thousandth dearer than the second: ± 0.25 % each.
    let csv = good(&["export", &file, "--format", "csv"]);
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let names = reader.headers().unwrap().clone();
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    let row = rows.iter().find(|row| &row[0] == "slow" && &row[1] == "bench-1").unwrap();
    let column = |name| {
        let place = names.iter().position(|known| known == name).unwrap();
        row[place].parse::<f64>().unwrap()
    };
    let ratio = ["ratio", "ratio_low", "ratio_high"].map(column);
    assert!((ratio[0] - 2.3).abs() < 1e-9 && ratio[1] < ratio[0] && ratio[0] < ratio[2]);

    let close = |found: &Value, shift: f64, name: &str| {
        let ends = ["value", "low", "high"].map(|end| found[end].as_f64());
        let value = ends[0].or(found["share"].as_f64()).unwrap();
        for (found, known) in [value, ends[1].unwrap(), ends[2].unwrap()].iter().zip(ratio) {
            assert!((found + shift - known).abs() < 1e-9, "{name}: {found} and {known}");
        }
    };
    let model: Value = serde_json::from_str(&good(&["model", &file, "--json"])).unwrap();
    close(&model["models"][0]["costs"][1]["gnr"], 0.0, "model");
    let sides = [format!("{file}:fast"), format!("{file}:slow")];
    let compared = good(&["compare", &sides[0], &sides[1], "--json"]);
    let compared: Value = serde_json::from_str(&compared).unwrap();
    close(&compared["rows"][1]["change"], 1.0, "compare");

    let page = path(&folder, "page.html");
    good(&["report", &file, "-o", &page]);
    let texts = [
        good(&["show", &file, "--details"]),
        good(&["export", &file, "--format", "markdown"]),
        good(&["export", &file, "--format", "latex"]),
        good(&["model", &file]),
        std::fs::read_to_string(&page).unwrap(),
    ];
    for text in texts {
        assert!(text.contains("2.30×") || text.contains("2.30$\\times$"), "{text}");
    }
}

#[test]
fn results_of_other_machines_without_a_clock_are_only_compared_by_force() {
    let folder = folder();
    let here = write(&folder, "here.json", vec![platform("p", 4, 100.0)]);
    let refused = output(&["compare", &here, "paper-kvm-ept"]);
    assert_eq!(refused.status.code(), Some(8));
    let (text, message) = (stdout(&refused), stderr(&refused));
    assert!(text.contains("differs, decisive: host.cpu: unknown → Intel Xeon E7-4820"), "{text}");
    assert!(!text.contains("verdict") && message.contains("--force"), "{text}{message}");
    assert!(good(&["compare", "paper-host", "paper-kvm-ept"]).contains("reliability"));
    assert!(good(&["compare", &here, "paper-kvm-ept", "--force"]).contains("missing"));
}

#[test]
fn published_figures_are_a_baseline_and_marked_as_such() {
    let shown = good(&["show", PARTIAL, "--baseline", "paper-host", "--details"]);
    assert!(shown.contains("ratio to paper-host"), "{shown}");
    assert!(shown.contains("published figures of another machine"), "{shown}");
    assert!(shown.contains("not published"), "{shown}");
    let message = bad(&["show", PARTIAL, "--baseline", "paper-mainframe"], 2);
    assert!(message.contains("paper-kvm-shadow"), "{message}");
}

#[test]
fn several_files_stand_side_by_side() {
    let folder = folder();
    let one = write(&folder, "one.json", vec![platform("p", 2, 100.0)]);
    let two = write(&folder, "two.json", vec![platform("p", 2, 150.0)]);
    let shown = good(&["show", &one, &two, "--baseline", &two, "--details"]);
    assert!(shown.contains("one:p") && shown.contains("ratio to two:p"), "{shown}");
    assert!(shown.contains("0.67×"), "{shown}");
    let csv = good(&["export", &one, &two, "--format", "csv"]);
    assert!(csv.contains("two:p,bench-1,test,ok,cycles,"), "{csv}");
}

#[test]
fn a_hundred_platforms_with_sixty_benchmarks_are_handled() {
    let folder = folder();
    let platforms = (0..100).map(|p| platform(&format!("platform-{p}"), 60, 100.0 + f64::from(p)));
    let old = write(&folder, "old.json", platforms.collect());
    let new = write(&folder, "new.json", vec![platform("platform-7", 60, 130.0)]);
    let shown = good(&["show", &old, "--details"]);
    assert!(shown.contains("platform-99") && shown.contains("bench-59"));
    let longest = shown.lines().map(|line| line.chars().count()).max().unwrap();
    assert!(longest < 250, "a line has {longest} characters");
    assert_eq!(good(&["export", &old, "--format", "csv"]).lines().count(), 1 + 100 * 60);
    assert_eq!(good(&["export", &old, "--format", "jsonl"]).lines().count(), 100 * 60);
    for format in ["markdown", "latex"] {
        assert!(good(&["export", &old, "--format", format]).contains("bench-59"));
    }
    assert!(good(&["compare", &format!("{old}:platform-7"), &new]).contains("60 slower"));
    let message = bad(&["compare", &old, &new], 2);
    assert!(message.contains("100 platforms"), "{message}");
    let modelled = good(&["model", &old]);
    assert_eq!(modelled.matches("Cost model of").count(), 99, "all but the baseline");
    assert_eq!(good(&["model", &old, "--format", "csv"]).lines().count(), 1 + 99 * 60);
}

#[test]
fn raw_batches_can_be_exported() {
    let document = parse(std::fs::read(PARTIAL).unwrap(), PARTIAL).unwrap();
    let boots = document.platforms.iter().flat_map(|run| &run.boots);
    let batches: usize = boots.flat_map(|b| &b.benchmarks).map(|m| m.samples.len()).sum();
    let csv = good(&["export", PARTIAL, "--format", "csv", "--samples"]);
    assert_eq!(csv.lines().count(), 1 + batches);
    assert!(csv.starts_with("platform,benchmark,category,unit,boot,batch,n,run,control,cost\n"));
    let lines = good(&["export", PARTIAL, "--format", "jsonl", "--samples"]);
    assert_eq!(lines.lines().count(), batches);
    bad(&["export", PARTIAL, "--format", "latex", "--samples"], 2);
}

#[test]
fn absurd_figures_stop_no_command() {
    let folder = folder();
    let mut odd = platform("odd", 6, 100.0);
    for (summary, value) in odd.benchmarks.iter_mut().zip([f64::MAX, 5e-324, -1.0, 0.0, 1e300]) {
        summary.value = Some(value);
        (summary.low, summary.high) = (Some(-value), Some(value));
        summary.boots.iter_mut().for_each(|boot| boot.median = value);
        summary.resolution = Some(Resolution::Resolved);
    }
    let odd = write(&folder, "odd.json", vec![odd]);
    let plain = write(&folder, "plain.json", vec![platform("odd", 6, 100.0)]);
    good(&["show", &odd, &plain]);
    for format in FORMATS {
        good(&["export", &odd, "--format", format]);
    }
    good(&["compare", &odd, &plain]);
    good(&["compare", &plain, &odd, "--json"]);
}

#[test]
fn the_schema_is_printed_as_it_is_kept() {
    assert_eq!(good(&["schema"]), include_str!("../../../../docs/results.schema.json"));
}
