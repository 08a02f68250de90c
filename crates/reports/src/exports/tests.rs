//! The formats of others, held to what these say of them.

use serde_json::{Value, json};

use crate::{ExportFormat, export};
use results::{Document, Judgement, PlatformRun, Resolution, Status, Summary, Violation};

/// A platform with a figure, one without, and texts that mean something in every format.
fn document() -> Document {
    let blank = |name: &str, status| {
        Summary::without_value(name, "a\\b", status, "line\n# SKIP not \"this\"".to_owned())
    };
    let cost = Summary {
        value: Some(12.5),
        low: Some(12.0),
        high: Some(13.25),
        resolution: Some(Resolution::Resolved),
        reason: String::new(),
        ..blank("in", Status::Ok)
    };
    let run = PlatformRun {
        label: "p\"1#".into(),
        version: "QEMU 9".into(),
        benchmarks: vec![cost, blank("out", Status::Hung), blank("ipi", Status::Skipped)],
        ..PlatformRun::default()
    };
    Document { platforms: vec![run], ..Document::default() }
}

fn exported(format: ExportFormat) -> String {
    rendered(&document(), format, false)
}

fn rendered(document: &Document, format: ExportFormat, all_ratios: bool) -> String {
    let mut out = Vec::new();
    export(document, format, all_ratios, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn tables_have_ratios_of_emulators_to_others_only_where_these_are_wanted() {
    let mut document = document();
    document.baseline = "p\"1#".to_owned();
    let emulator = PlatformRun {
        label: "e".into(),
        caveat: "emulated: not a processor's".into(),
        ..document.platforms[0].clone()
    };
    document.platforms.push(emulator);
    for format in [ExportFormat::Markdown, ExportFormat::Latex] {
        let has_ratio = |all_ratios| {
            let text = rendered(&document, format, all_ratios);
            text.lines().any(|line| line.contains("category") && line.contains("ratio"))
        };
        assert_eq!((has_ratio(false), has_ratio(true)), (false, true));
    }
}

#[test]
fn bencher_gets_costs_with_their_intervals() {
    let bmf: Value = serde_json::from_str(&exported(ExportFormat::Bmf)).unwrap();
    let metric = json!({ "value": 12.5, "lower_value": 12.0, "upper_value": 13.25 });
    assert_eq!(bmf, json!({ "p\"1#/in": { "cycles": metric } }));
}

#[test]
fn the_github_action_gets_a_list_of_costs() {
    let list: Value = serde_json::from_str(&exported(ExportFormat::GithubAction)).unwrap();
    let entry = json!({
        "name": "p\"1#/in", "unit": "cycles", "value": 12.5, "range": "± 0.750", "extra": "QEMU 9"
    });
    assert_eq!(list, json!([entry]));
}

#[test]
fn open_metrics_have_families_with_escaped_labels_and_an_end() {
    let text = exported(ExportFormat::Openmetrics);
    let labels =
        |benchmark| format!("platform=\"p\\\"1#\",benchmark=\"{benchmark}\",category=\"a\\\\b\"");
    let expected = format!(
        "# TYPE hyperbench_cost_cycles gauge\n# UNIT hyperbench_cost_cycles cycles\n\
         # HELP hyperbench_cost_cycles Cost of one operation\n\
         hyperbench_cost_cycles{{{}}} 12.5\n",
        labels("in")
    );
    assert!(text.starts_with(&expected), "{text}");
    assert!(text.contains(&format!("hyperbench_ok{{{}}} 0.0\n", labels("out"))), "{text}");
    assert!(text.ends_with("# EOF\n") && text.matches("# TYPE ").count() == 4, "{text}");
    assert!(!text.contains("instructions"), "no family without a sample: {text}");
}

#[test]
fn kernel_tap_has_a_plan_for_every_test_and_one_line_a_result() {
    let text = exported(ExportFormat::Ktap);
    let lines: Vec<&str> = text.lines().collect();
    let expected = [
        "KTAP version 1",
        "1..1",
        "  KTAP version 1",
        "  # Subtest: p\"1 ",
        "  1..3",
        "  # in: 12.5 ± 0.8 cycles",
        "  ok 1 in",
        "  # out: hung: line   SKIP not \"this\"",
        "  not ok 2 out",
        "  # ipi: skipped: line   SKIP not \"this\"",
        "  ok 3 ipi # SKIP line   SKIP not \"this\"",
        "not ok 1 p\"1 ",
    ];
    assert_eq!(lines, expected);
}

#[test]
fn junit_has_a_suite_with_a_case_for_each_benchmark() {
    let text = exported(ExportFormat::Junit);
    let report = quick_junit::Report::deserialize_from_str(&text).unwrap();
    let suite = &report.test_suites[0];
    assert_eq!((suite.tests, suite.failures, suite.disabled), (3, 1, 1), "{text}");
    assert_eq!((suite.name.as_str(), suite.test_cases[1].name.as_str()), ("p\"1#", "out"));
    assert!(text.contains("12.5") && text.contains("hung"), "{text}");
}

#[test]
fn lava_finds_signals_with_measurements() {
    let expected = "<LAVA_SIGNAL_TESTSET START p_1_>\n\
        <LAVA_SIGNAL_TESTCASE TEST_CASE_ID=in RESULT=pass MEASUREMENT=12.5 UNITS=cycles>\n\
        <LAVA_SIGNAL_TESTCASE TEST_CASE_ID=out RESULT=fail>\n\
        <LAVA_SIGNAL_TESTCASE TEST_CASE_ID=ipi RESULT=skip>\n<LAVA_SIGNAL_TESTSET STOP>\n";
    assert_eq!(exported(ExportFormat::Lava), expected);
}

#[test]
fn kernel_ci_gets_a_test_for_each_benchmark() {
    let all: Value = serde_json::from_str(&exported(ExportFormat::Kcidb)).unwrap();
    let tests = all["tests"].as_array().unwrap();
    let paths: Vec<_> = tests.iter().map(|test| [&test["path"], &test["status"]]).collect();
    assert_eq!(paths[0], ["hyperbench.p_1_.in", "PASS"]);
    assert_eq!(paths[1], ["hyperbench.p_1_.out", "FAIL"]);
    assert_eq!(tests[0]["number"], json!({ "value": 12.5, "unit": "cycles" }));
    assert_eq!(tests[1].get("number"), None);
}

#[test]
fn a_run_that_broke_a_rule_has_failed_in_every_form_that_builds_read() {
    let mut judged = document();
    let run = &judged.platforms[0];
    let (of, benchmark) = (run.label.clone(), run.benchmarks[0].name.clone());
    let rendered = |document: &Document, format| rendered(document, format, false);
    let failures = |text: &str| text.matches("<failure").count();
    let before = failures(&rendered(&judged, ExportFormat::Junit));
    let violation = Violation { benchmark, change: 0.12, rule: "slower>5%".to_owned() };
    judged.judgement = Some(Judgement { of, against: "A".to_owned(), violations: vec![violation] });
    let junit = rendered(&judged, ExportFormat::Junit);
    assert_eq!(failures(&junit), before + 1, "{junit}");
    assert!(junit.contains("12 % slower, against slower&gt;5%"), "{junit}");
    let markdown = rendered(&judged, ExportFormat::Markdown);
    assert!(markdown.starts_with("**Failed**") && markdown.contains("+12 %"), "{markdown}");
}
