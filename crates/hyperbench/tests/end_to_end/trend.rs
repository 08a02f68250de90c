//! Results over time.

use std::fs;

use results::Document;
use serde_json::Value;

use super::results_files::platform;
use crate::common::{folder, output, path, stderr, stdout};

/// Thirty nights; in the twentieth another version comes, and everything costs a tenth more.
fn nights() -> tempfile::TempDir {
    let folder = folder();
    for night in 0..30 {
        let new = night >= 20;
        let figure = if new { 110.0 } else { 100.0 } + f64::from(night * 7 % 5) / 10.0;
        let mut run = platform("p", 2, figure);
        run.version = String::from(if new { "TESTER 2" } else { "TESTER 1" });
        let document = Document {
            schema_version: 1,
            complete: true,
            started: format!("2026-01-{:02}T00:00:00Z", night + 1),
            platforms: vec![run],
            ..Document::default()
        };
        // By their names the files are in the wrong order.
        let file = path(&folder, &format!("{}.json", 99 - night));
        fs::write(file, serde_json::to_vec(&document).unwrap()).unwrap();
    }
    folder
}

#[test]
fn a_step_is_shown_with_its_day_and_what_came_with_it() {
    let nights = nights();
    let all = nights.path().to_str().unwrap();
    let table = output(&["trend", all]);
    assert_eq!(table.status.code(), Some(0), "{}", stderr(&table));
    let text = stdout(&table);
    for part in
        ["p bench-0: +10 %", "79.json, 2026-01-21T", "platform.version: TESTER 1 → TESTER 2", "▁"]
    {
        assert!(text.contains(part), "{part} is not in {text}");
    }
    let json: Value = serde_json::from_str(&stdout(&output(&["trend", all, "--json"]))).unwrap();
    assert_eq!(json["series"][1]["steps"][0]["at"], 20);
    let csv = stdout(&output(&["trend", all, "--format", "csv"]));
    assert_eq!(csv.lines().count(), 1 + 2 * 30);
    assert!(csv.starts_with("platform,benchmark,started,file,value,step\n"), "{csv}");
    let given = stdout(&output(&["trend", all, "--as-given"]));
    assert!(given.contains("p bench-0: −9"), "{given}");
}

#[test]
fn a_step_fails_where_it_is_to_fail() {
    let nights = nights();
    let all = nights.path().to_str().unwrap();
    let code = |more: &[&str]| output(&[&["trend", all], more].concat()).status.code();
    assert_eq!(code(&["--fail-on-change"]), Some(7));
    assert_eq!(code(&["--fail-on-change=10"]), Some(7));
    assert_eq!(code(&["--fail-on-change=9"]), Some(0));
    assert_eq!(code(&["--fail-on-change", "--threshold", "20%"]), Some(0));
    assert_eq!(code(&["--last", "5"]), Some(2));
    fs::write(path(&nights, "bad.json"), "{").unwrap();
    assert_eq!(code(&[]), Some(9));
    assert_eq!(code(&["--fail-on-change"]), Some(9), "a file that is missing reaches further");
    assert_eq!(output(&["trend", "/nonexistent.json"]).status.code(), Some(2));
}
