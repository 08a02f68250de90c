//! Runs that end in a comparison.

use serde_json::Value;

use crate::common::{folder, output, path, stderr, stdout, test_image};

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
    assert!(text.contains("change from A to B") && text.contains("1 slower, 1 same"), "{text}");
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
