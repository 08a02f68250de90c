//! Pages of many hosts and of many days, in a browser.

use std::fs;
use std::path::Path;
use std::process::Command;

use results::Document;
use serde_json::{Value, json};

use crate::browser::{Browser, DESKTOP, View};
use crate::command::{failed, succeeded};
use crate::synthetic::{HOSTILE, SMALL, document};

/// Thirty results of a day each, `change`d by their numbers. Benchmarks of the same platform are 5 %
/// apart from day to day at most.
fn keep(folder: &Path, change: impl Fn(u32, &mut Document)) {
    for number in 0..30 {
        let mut results = document(SMALL);
        results.started = format!("2026-01-{:02}T00:00:00Z", number + 1);
        results.platforms.truncate(1);
        for summary in &mut results.platforms[0].benchmarks {
            let noise = 1.0 + f64::from(number * 7 % 5) / 100.0;
            summary.value = Some(100.0 * noise);
            summary.error = Some(0.1);
        }
        change(number, &mut results);
        let text = serde_json::to_vec(&results).unwrap();
        fs::write(folder.join(format!("{number:02}.json")), text).unwrap();
    }
}

/// Runs `hyperbench COMMAND` on `folder` and returns the page.
fn page_of(command: &str, folder: &Path) -> String {
    let page = folder.join("page.html");
    let mut tool = Command::new(env!("CARGO_BIN_EXE_hyperbench"));
    let output = tool.arg(command).arg(folder).arg("--page").arg(&page).output().unwrap();
    let told = succeeded(&output);
    assert!(told.contains("open it in a browser: "), "{told}");
    assert!(!output.stdout.is_empty(), "the table is printed, too");
    page.display().to_string()
}

fn multiply(results: &mut Document, benchmark: usize, factor: f64) {
    let value = &mut results.platforms[0].benchmarks[benchmark].value;
    *value = value.map(|value| value * factor);
}

/// Looks at `page` as on a desk in both themes and on a phone: it fits, and asks for nothing.
fn looked_at(browser: &mut Browser, page: &str) {
    for view in [View { dark: true, ..DESKTOP }, View { width: 390, dark: false }, DESKTOP] {
        browser.open(page, view);
        let width = browser.evaluate("document.documentElement.scrollWidth").as_u64();
        assert!(width <= Some(view.width.into()), "{width:?}");
        assert_eq!(browser.complaints(), Vec::<&Value>::new());
        assert_eq!(browser.requests(), [format!("file://{page}")]);
        let outside = "[...document.querySelectorAll('.chart')].filter(svg => {
            const frame = svg.getBoundingClientRect();
            return [...svg.querySelectorAll('text, rect, line')].some(part => {
                const box = part.getBoundingClientRect();
                return box.left < frame.left - 1 || box.right > frame.right + 1
                    || box.top < frame.top - 1 || box.bottom > frame.bottom + 1;
            });
        }).map(svg => svg.getAttribute('aria-label'))";
        browser.evaluate("document.querySelectorAll('section').forEach(s => s.style.contentVisibility = 'visible')");
        assert_eq!(browser.evaluate(outside), json!([]));
    }
}

#[test]
fn steps_are_marked_where_they_are() {
    let folder = tempfile::tempdir().unwrap();
    keep(folder.path(), |number, results| {
        multiply(results, 1, 1e9);
        if number >= 20 {
            multiply(results, 0, 1.5);
            results.host.kernel = "6.13".into();
        }
    });
    let page = page_of("trend", folder.path());
    let mut browser = Browser::start();
    looked_at(&mut browser, &page);
    let charts = "[...document.querySelectorAll('#charts figure')].map(chart =>
        [chart.querySelectorAll('.step').length, chart.querySelectorAll('.level').length,
         chart.querySelector('.dots').getAttribute('d').split('M').length - 1])";
    let charts = browser.evaluate(charts);
    assert_eq!(charts[0], json!([1, 2, 30]), "what steps comes first");
    assert!(charts.as_array().unwrap()[1..].iter().all(|chart| *chart == json!([0, 1, 30])));
    let place = "(() => { const chart = document.querySelector('#charts figure');
        const at = chart.querySelector('.step').getBoundingClientRect().x;
        const [before, after] = [...chart.querySelectorAll('.level')].map(l => l.getBoundingClientRect());
        return [before.right <= at && at <= after.left, after.y < before.y]; })()";
    assert_eq!(browser.evaluate(place), json!([true, true]), "between its levels, and up");
    let row = browser.evaluate("document.querySelector('#steps-table tbody tr').textContent");
    let row = row.as_str().unwrap();
    assert!(row.contains("2026-01-21") && row.contains("+50 %"), "{row}");
    assert!(row.contains("host.kernel") && row.contains("6.13"), "{row}");
}

#[test]
fn odd_hosts_are_marked_and_hostile_names_are_texts() {
    let folder = tempfile::tempdir().unwrap();
    keep(folder.path(), |number, results| {
        results.platforms[0].label = HOSTILE[0].into();
        results.platforms[0].benchmarks[2].name = HOSTILE[3].into();
        if number == 7 {
            multiply(results, 2, 3.0);
            results.host.huge_pages = Some(HOSTILE[1].into());
        }
    });
    let page = page_of("fleet", folder.path());
    let mut browser = Browser::start();
    looked_at(&mut browser, &page);
    let marked = browser.evaluate(
        "[...document.querySelectorAll('#charts figure')].filter(chart => chart.querySelector('.odd'))
            .map(chart => [chart.querySelector('b').textContent, chart.querySelector('.odd title').textContent])",
    );
    assert_eq!(marked.as_array().unwrap().len(), 1, "{marked}");
    assert_eq!(marked[0][0], HOSTILE[3]);
    assert!(marked[0][1].as_str().unwrap().contains("07.json: 3"), "{marked}");
    let row = browser.evaluate("document.querySelector('#odd-table tbody').textContent");
    let row = row.as_str().unwrap();
    assert!(row.contains(HOSTILE[1]) && row.contains("on 1 of 30, 1 outlying"), "{row}");
    assert_eq!(browser.evaluate("typeof globalThis.harm"), "undefined");
    assert_eq!(browser.evaluate("document.querySelectorAll('img, [onload], [onerror]').length"), 0);
}

#[test]
fn a_page_does_not_take_the_place_of_a_result() {
    let folder = tempfile::tempdir().unwrap();
    keep(folder.path(), |_, _| {});
    let file = folder.path().join("03.json");
    let before = fs::read(&file).unwrap();
    for command in ["fleet", "trend"] {
        let mut tool = Command::new(env!("CARGO_BIN_EXE_hyperbench"));
        let told =
            failed(&tool.arg(command).arg(&file).arg("--page").arg(&file).output().unwrap(), 2);
        assert!(told.contains("would destroy"), "{told}");
        assert_eq!(fs::read(&file).unwrap(), before);
    }
}
