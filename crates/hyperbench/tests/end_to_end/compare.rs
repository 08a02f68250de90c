//! Runs that end in a comparison.

use serde_json::Value;

use crate::common::log::Log;
use crate::common::{VERSION, fake_qemu, folder, output, path, stderr, stdout, test_image};

const FIFTH_DEARER: &str = "qemu-tcg:option=slow=sgdt";

fn variants<'a>(kernel: &'a str, b: &'a str) -> Vec<&'a str> {
    let run = ["run", "--kernel", kernel, "--deterministic", "--boots", "2"];
    [&run[..], &["--bench", "{sgdt,sidt}", "--ab", "qemu-tcg", b]].concat()
}

#[test]
fn two_variants_take_turns_and_are_compared_at_the_end() {
    let folder = folder();
    let file = path(&folder, "ab.json");
    let arguments = [variants(test_image(), FIFTH_DEARER), vec!["-o", &file]].concat();
    let run = output(&arguments);
    assert!(run.status.success(), "{}", stderr(&run));
    let text = stdout(&run);
    assert!(text.contains("from A to B") && text.contains("1 slower, 1 same"), "{text}");
    assert!(text.contains("+20.0 %"), "{text}");
    let (a, b) = (format!("{file}:A"), format!("{file}:B"));
    let json = stdout(&output(&["compare", &a, &b, "--json"]));
    let json: Value = serde_json::from_str(&json).unwrap();
    let verdicts: Vec<_> = json["rows"].as_array().unwrap().iter().map(|r| &r["verdict"]).collect();
    assert_eq!(verdicts, ["slower", "same"]);
    assert_eq!(json["rows"][0]["change"]["basis"], "exact");
}

#[test]
fn a_rule_fails_the_run_and_needs_a_comparison() {
    let rule = ["--fail-on", "slower>5%"];
    let failed = output(&[variants(test_image(), FIFTH_DEARER), rule.to_vec()].concat());
    assert_eq!(failed.status.code(), Some(7), "{}", stderr(&failed));
    assert!(stdout(&failed).contains("FAILED: sgdt: +20.0 % breaks slower>5%"));
    let same = output(&[variants(test_image(), "qemu-tcg"), rule.to_vec()].concat());
    assert_eq!(same.status.code(), Some(0), "{}", stderr(&same));
    let alone = output(&["run", "--platform", "qemu-tcg", "--fail-on", "slower>5%"]);
    assert_eq!(alone.status.code(), Some(2));
    assert!(stderr(&alone).contains("--ab"), "{}", stderr(&alone));
}

/// A platform whose first boot finds SGDT to take the first of `ticks`, the second the second, and
/// so on, again and again.
fn scripted(folder: &tempfile::TempDir, ticks: &[u64]) -> String {
    for (boot, ticks) in ticks.iter().enumerate() {
        let log = Log::default().boot("sgdt").costing("sgdt", *ticks).done().text();
        std::fs::write(path(folder, &format!("boot{boot}")), log).unwrap();
    }
    let (boots, count) = (path(folder, "boot"), ticks.len());
    let next = format!("n=$(cat {boots}s 2>/dev/null || echo 0); echo $((n + 1)) >{boots}s");
    let guest = format!("{next}; cat {boots}$((n % {count}))");
    format!("qemu-tcg:binary={}", fake_qemu(folder, VERSION, &guest))
}

/// Boots a side and verdict of the comparison of two such platforms.
fn decided(a: &[u64], b: &[u64]) -> (u64, Value) {
    let folders = [folder(), folder()];
    let (a, b) = (scripted(&folders[0], a), scripted(&folders[1], b));
    let file = path(&folders[0], "ab.json");
    let run = output(&["run", "--bench", "sgdt", "--ab", &a, &b, "-o", &file]);
    assert_eq!(run.status.code(), Some(0), "{}", stderr(&run));
    assert!(stdout(&run).contains("measured until decided, 120 boots at most"), "{}", stdout(&run));
    let compared = output(&["compare", &format!("{file}:A"), &format!("{file}:B"), "--json"]);
    let json: Value = serde_json::from_str(&stdout(&compared)).unwrap();
    assert_eq!((&json["until_decided"], &json["a"]["boots"]), (&120.into(), &json["b"]["boots"]));
    (json["a"]["boots"].as_u64().unwrap(), json["rows"][0]["verdict"].clone())
}

#[test]
fn a_comparison_ends_as_soon_as_it_is_decided_or_hopeless() {
    assert_eq!(decided(&[50, 51, 50, 52], &[60, 62, 61, 60]), (11, "slower".into()));
    assert_eq!(decided(&[500, 501], &[501, 500]), (11, "same".into()));
    // Two levels of an operation's own, wider than what is to be told apart.
    assert_eq!(decided(&[50, 150], &[150, 50]), (30, "undecided".into()));
}
