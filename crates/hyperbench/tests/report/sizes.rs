//! Large results: how large their pages are, and how long these take to open.

use std::fs;
use std::time::Instant;

use crate::browser::{Browser, DESKTOP};
use crate::command::{make, succeeded};
use crate::synthetic::{Size, document, keep};

/// What a page must stay below for ten platforms with sixty benchmarks, in bytes.
const LARGEST: u64 = 3_000_000;

const LARGE: Size = Size { platforms: 10, benchmarks: 60, boots: 3, batches: 60 };
const HUNDRED: Size = Size { platforms: 100, benchmarks: 17, boots: 1, batches: 30 };

fn page(size: Size) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let file = keep(&document(size), folder.path());
    succeeded(&make(&[&file]));
    (folder, file.replace(".json", ".html"))
}

#[test]
fn ten_platforms_with_sixty_benchmarks_fit() {
    let (_folder, page) = page(LARGE);
    let bytes = fs::metadata(&page).unwrap().len();
    assert!(bytes < LARGEST, "{bytes}");
    let text = fs::read_to_string(&page).unwrap();
    assert_eq!(text.matches("class=\"chart\"").count(), 6 * 2 + 60 * 2 + 1 + 600);
}

#[test]
fn a_hundred_platforms_open_and_say_what_is_left_out() {
    let (_folder, page) = page(HUNDRED);
    assert!(fs::metadata(&page).unwrap().len() < 3 * LARGEST);
    let mut browser = Browser::start();
    browser.open(&page, DESKTOP);
    let columns = browser.evaluate("document.querySelectorAll('.matrix thead th').length");
    assert_eq!(columns, 101);
    let rows = browser.evaluate("document.querySelector('#figures-table').tBodies[0].rows.length");
    assert_eq!(rows, 1700);
    let told = browser.evaluate("document.querySelector('#distributions .lead').textContent");
    assert!(told.as_str().unwrap().contains("Of 1700 figures"), "{told}");
    assert!(browser.complaints().is_empty());
}

/// Prints, and asserts nothing: `make bench-report`.
#[test]
#[ignore = "a measurement, not a test"]
fn opening_time() {
    for (name, size) in [("10 platforms × 60 benchmarks", LARGE), ("100 × 17", HUNDRED)] {
        let (_folder, page) = page(size);
        let bytes = fs::metadata(&page).unwrap().len();
        let mut browser = Browser::start();
        let mut times = Vec::new();
        for _ in 0..7 {
            let start = Instant::now();
            browser.open(&page, DESKTOP);
            let loaded = start.elapsed();
            browser.evaluate(
                "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))",
            );
            times.push((loaded, start.elapsed()));
        }
        times.sort();
        let (loaded, painted) = times[times.len() / 2];
        println!(
            "{name}: {} kB, loaded after {} ms, painted after {} ms (medians of {}, slowest {} ms)",
            bytes / 1000,
            loaded.as_millis(),
            painted.as_millis(),
            times.len(),
            times.iter().map(|time| time.1).max().unwrap_or_default().as_millis(),
        );
    }
}
