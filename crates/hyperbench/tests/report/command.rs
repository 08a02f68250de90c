//! The command: where it writes, and what it refuses.

use std::fs;
use std::process::{Command, Output, Stdio};

use serde_json::json;

use crate::browser::{Browser, DESKTOP};
use crate::synthetic::{HOSTILE, SMALL, document, keep};

/// Runs `hyperbench report`.
pub fn make(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hyperbench"));
    command.arg("report").args(arguments).stdin(Stdio::null()).output().unwrap()
}

/// Checks that it went well, and returns what it printed as errors.
pub fn succeeded(output: &Output) -> String {
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{told}");
    told
}

/// Checks that it ended with `code`, and returns what it printed as errors.
pub fn failed(output: &Output, code: i32) -> String {
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{told}");
    assert!(told.contains("next: "), "{told}");
    told
}

#[test]
fn the_page_is_beside_the_results_and_it_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let file = keep(&document(SMALL), folder.path());
    let told = succeeded(&make(&[&file]));
    let page = folder.path().join("run.html");
    assert!(told.contains(&format!("wrote {}", page.display())), "{told}");
    assert!(told.contains("open it in a browser: "), "{told}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "nothing else is left");
    let printed = make(&[&file, "-o", "-"]);
    assert_eq!(succeeded(&printed), "");
    assert_eq!(printed.stdout, fs::read(&page).unwrap());
}

#[test]
fn files_are_shown_side_by_side_against_any_platform() {
    let folder = tempfile::tempdir().unwrap();
    let file = keep(&document(SMALL), folder.path());
    let other = folder.path().join("other.json");
    fs::copy(&file, &other).unwrap();
    let other = other.to_str().unwrap();
    let output = make(&[&file, other, "--baseline", "other:platform-1", "-o", "-"]);
    succeeded(&output);
    let page = String::from_utf8(output.stdout).unwrap();
    assert!(page.contains("run:platform-1") && page.contains("against other:platform-1"));
    let published = make(&[&file, "--baseline", "paper-host", "-o", "-"]);
    succeeded(&published);
    let page = String::from_utf8(published.stdout).unwrap();
    assert!(page.contains("published figures of another machine"));
}

#[test]
fn what_cannot_be_done_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let file = keep(&document(SMALL), folder.path());
    let before = fs::read(&file).unwrap();
    assert!(failed(&make(&[&file, "-o", &file]), 2).contains("would destroy"));
    assert_eq!(fs::read(&file).unwrap(), before);
    let told = failed(&make(&[&file, "--baseline", "nobody"]), 2);
    assert!(told.contains("platform-0, platform-1, platform-2"), "{told}");
    let told = failed(&make(&[&file, "--figure", "moon"]), 2);
    assert!(
        told.contains("matrix, ratios:idle") && told.contains("distribution:BENCHMARK"),
        "{told}"
    );
    failed(&make(&[&file, "--figure", "matrix", "--format", "html"]), 2);
    failed(&make(&[&file, "-o", "/dev/full"]), 5);
    failed(&make(&[&file, "-o", "/nonexistent/page.html"]), 5);
    failed(&make(&["/nonexistent/run.json"]), 2);
    for arguments in
        [&["--format", "svg"][..], &["--theme", "dark"], &["--figure", "matrix", "--width", "9"]]
    {
        assert_eq!(make(&[&[&file[..]], arguments].concat()).status.code(), Some(2));
    }
}

#[test]
fn an_old_page_is_kept_where_a_new_one_cannot_be_made() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("run.html");
    fs::write(&page, "old").unwrap();
    let damaged = folder.path().join("run.json");
    fs::write(&damaged, "{\"schema_version\": 1").unwrap();
    failed(&make(&[damaged.to_str().unwrap()]), 2);
    assert_eq!(fs::read_to_string(&page).unwrap(), "old");
}

#[test]
fn single_figures_are_drawings_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let mut results = document(SMALL);
    results.platforms[1].label = HOSTILE[0].into();
    let file = keep(&results, folder.path());
    let mut browser = Browser::start();
    let distribution = format!("distribution:bench1:{}", HOSTILE[0]);
    let figures = ["matrix", "model", "ratios:io", "scaling:bench2", &distribution];
    for (index, figure) in figures.into_iter().enumerate() {
        let theme = ["light", "dark"][index % 2];
        let drawing = folder.path().join(format!("{index}.svg"));
        let drawing = drawing.to_str().unwrap();
        succeeded(&make(&[&file, "--figure", figure, "--theme", theme, "-o", drawing]));
        browser.open(drawing, DESKTOP);
        let found = browser.evaluate(
            "[document.documentElement.tagName, document.querySelectorAll('parsererror, script').length,
              document.documentElement.getAttribute('width'),
              document.querySelectorAll('rect, path').length > 2, document.querySelectorAll('text').length > 2]",
        );
        assert_eq!(found, json!(["svg", 0, "760", true, true]), "{figure}");
        assert!(browser.complaints().is_empty());
    }
    succeeded(&make(&[&file, "--figure", "ratios:io"]));
    assert!(folder.path().join("run-ratios-io.svg").exists());
}
