//! What the kernel shows where nobody takes its records, and reading that back.

use std::fs;

use results::{Document, Status};

use crate::common::screen::{Machine, Screen};
use crate::common::{folder, only, output, path, skip, stderr, stdout, wait_until};

/// Few, cheap, and one that is skipped on an emulator or has no serial port.
const OPTIONS: &str = "bench=idle,in,hot-access,pte-unmap,breakpoint batches=9 reference=off";

/// What `ingest` makes of a file.
fn ingested(arguments: &[&str]) -> Document {
    let output = output(&[&["ingest", "--json"], arguments].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Starts the machine with `options` inside its image.
fn start<'a>(screen: &Screen, folder: &'a tempfile::TempDir, options: &str) -> Machine<'a> {
    let image = path(folder, "image");
    let options = format!("{options} {}", screen.options);
    let words =
        ["image", &screen.image, "--arch", &screen.arch, "--options", &options, "-o", &image];
    let made = output(&words);
    assert_eq!(made.status.code(), Some(0), "{}", stderr(&made));
    Machine::start(screen, folder, &image, &path(folder, "serial.log"))
}

#[test]
fn a_screen_shows_what_can_be_read_back() {
    for screen in Screen::all() {
        if let Some(missing) = screen.files.iter().find(|file| !file.exists()) {
            skip(format!("{}: {} is not there", screen.what, missing.display()));
            continue;
        }
        let folder = folder();
        let shown = start(&screen, &folder, OPTIONS).summary();
        let typed = path(&folder, "typed.txt");
        fs::write(&typed, &shown).unwrap();
        let document = ingested(&["--screen", &typed]);
        let run = only(&document);
        let guest = &run.boots[0].guest;
        let kernel = guest.kernel.as_ref().unwrap();
        assert_eq!((&kernel.arch, &kernel.boot), (&screen.arch, &screen.boot), "{}", screen.what);
        assert_eq!(guest.cpu.as_ref().unwrap().count, Some(2), "{}", screen.what);
        assert_eq!(run.benchmarks.len(), 5, "{shown}");
        assert!(run.benchmarks.iter().all(|one| one.category != "elsewhere"), "{shown}");
        let log = path(&folder, "serial.log");
        if screen.arguments.contains("LOG") {
            assert_same_figures(&document, &ingested(&[&log]), &shown);
        } else {
            assert_eq!(run.find("in").unwrap().status, Status::Skipped, "{shown}");
        }
    }
}

/// The screen's figures are the records': medians, with the intervals of order statistics, to the last
/// digit that is shown.
fn assert_same_figures(screen: &Document, records: &Document, shown: &str) {
    let is_same = |shown: Option<f64>, recorded: f64| match shown {
        Some(shown) if shown < 1e5 => (shown - recorded).abs() < 0.0051,
        Some(shown) => (shown - recorded).abs() < 0.51,
        None => recorded <= 0.0,
    };
    for summary in &only(screen).benchmarks {
        let recorded = only(records).find(&summary.name).unwrap();
        assert_eq!(summary.status, recorded.status, "{shown}");
        let Some(estimate) = &recorded.estimate else { continue };
        let interval = estimate.ci95.unwrap();
        if interval.low > 0.01 {
            assert!(is_same(summary.value, estimate.median), "{estimate:?} {shown}");
            assert!(is_same(summary.low, interval.low), "{estimate:?} {shown}");
        }
        assert!(is_same(summary.high, interval.high), "{estimate:?} {shown}");
    }
}

/// A screen of 25 rows has room for 21 benchmarks: the rest is on another page, and it says so.
#[test]
fn what_does_not_fit_is_on_another_page() {
    let screen = &Screen::all()[0];
    let folder = folder();
    let mut machine = start(screen, &folder, "bench=#0-30 batches=6 budget=10 timeout=500");
    let first = machine.summary();
    assert!(first.contains("page 1 of 2"), "{first}");
    let one = path(&folder, "one.txt");
    fs::write(&one, &first).unwrap();
    let half = output(&["ingest", "--screen", &one]);
    assert_eq!(half.status.code(), Some(9), "{}", stderr(&half));
    assert!(stdout(&half).contains("page 2") && stderr(&half).contains("page 2"));
    let mut second = String::new();
    wait_until("the other page is shown", || {
        second = machine.summary();
        second.contains("page 2 of 2")
    });
    let two = path(&folder, "two.txt");
    fs::write(&two, &second).unwrap();
    let document = ingested(&["--screen", &two, &one]);
    assert_eq!(only(&document).benchmarks.len(), 31, "{first}\n{second}");
}

#[test]
fn what_was_misread_is_named_with_its_line() {
    let folder = folder();
    let file = path(&folder, "typed.txt");
    fs::write(&file, "HyperBench 0.1.0 any efi, page 1 of 1 *0000\nsum of 1 lines *00000000\n")
        .unwrap();
    let refused = output(&["ingest", "--screen", &file]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(stderr(&refused).contains("line 1: its check"), "{}", stderr(&refused));
}
