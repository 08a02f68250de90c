//! The page in a browser.

use results::{Document, Status};
use serde_json::json;
use tempfile::TempDir;

use crate::browser::{Browser, DESKTOP, View};
use crate::command::{make, succeeded};
use crate::synthetic::{HOSTILE, SMALL, blank, document, keep};

/// Waits until the browser has painted twice: by then what came into view is drawn.
const PAINTED: &str = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 100))))";

/// Unfolds everything and brings each chart into view.
const SEE_ALL: &str = "(async () => {
    document.querySelectorAll('details').forEach(one => one.open = true);
    for (const chart of document.querySelectorAll('.chart')) {
        chart.scrollIntoView();
        await new Promise(done => requestAnimationFrame(() => setTimeout(done, 20)));
    }
    return document.querySelectorAll('.chart').length;
})()";

/// How many charts have been drawn with something in them.
const DRAWN: &str = "[...document.querySelectorAll('.chart')].filter(chart =>
    chart.querySelectorAll('svg path').length > 3 && chart.querySelectorAll('svg text').length > 1).length";

/// Makes the page of `document`.
fn made(document: &Document) -> (TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let file = keep(document, folder.path());
    succeeded(&make(&[&file]));
    (folder, file.replace(".json", ".html"))
}

fn assert_quiet(browser: &Browser, page: &str) {
    assert_eq!(browser.complaints(), Vec::<&serde_json::Value>::new());
    assert_eq!(browser.requests(), [format!("file://{page}")]);
}

#[test]
fn it_draws_all_charts_in_both_themes_and_asks_for_nothing() {
    let (_folder, page) = made(&document(SMALL));
    let mut browser = Browser::start();
    let mut grounds = Vec::new();
    for dark in [false, true] {
        browser.open(&page, View { dark, ..DESKTOP });
        browser.evaluate(PAINTED);
        let charts = browser.evaluate(SEE_ALL);
        assert!(charts.as_u64().unwrap() > 30, "{charts}");
        assert_eq!(browser.evaluate(DRAWN), charts);
        let ground = "getComputedStyle(document.body).backgroundColor";
        grounds.push(browser.evaluate(ground));
        assert_quiet(&browser, &page);
    }
    assert_ne!(grounds[0], grounds[1]);
}

#[test]
fn the_theme_can_be_changed_and_charts_change_with_it() {
    let (_folder, page) = made(&document(SMALL));
    let mut browser = Browser::start();
    browser.open(&page, DESKTOP);
    let look = "(() => { const text = document.querySelector('#bars .chart svg text');
        return [getComputedStyle(document.body).backgroundColor, text.getAttribute('fill')]; })()";
    browser.evaluate("document.querySelector('#bars').scrollIntoView()");
    browser.evaluate(PAINTED);
    let light = browser.evaluate(look);
    browser.evaluate("document.getElementById('theme').click()");
    let dark = browser.evaluate(look);
    assert_ne!(light[0], dark[0]);
    assert_ne!(light[1], dark[1]);
    browser.evaluate("document.getElementById('theme').click()");
    assert_eq!(browser.evaluate(look), light);
    assert_quiet(&browser, &page);
}

#[test]
fn tables_are_sorted_and_searched_with_the_keyboard() {
    let mut results = document(SMALL);
    let failed = &mut results.platforms[1].benchmarks[0];
    (failed.status, failed.value) = (Status::Hung, None);
    let (_folder, page) = made(&results);
    let mut browser = Browser::start();
    browser.open(&page, DESKTOP);
    let column = "[...document.querySelector('#figures-table').tBodies[0].rows]
        .filter(row => !row.hidden).map(row => row.cells[5].textContent)";
    browser.evaluate("document.querySelectorAll('#figures-table th button')[5].focus()");
    for descending in [false, true] {
        browser.press("Enter", 13, "\r");
        let cells = browser.evaluate(column);
        let texts: Vec<&str> =
            cells.as_array().unwrap().iter().filter_map(|c| c.as_str()).collect();
        assert_eq!((texts.len(), texts[20]), (21, ""), "what is empty comes last: {texts:?}");
        let costs: Vec<f64> = texts[..20].iter().map(|text| text.parse().unwrap()).collect();
        assert!(costs.is_sorted_by(|a, b| if descending { a >= b } else { a <= b }), "{costs:?}");
        let state = "document.querySelectorAll('#figures-table th')[5].getAttribute('aria-sort')";
        assert_eq!(browser.evaluate(state), if descending { "descending" } else { "ascending" });
    }
    browser.evaluate("document.getElementById('figures-table-search').focus()");
    for letter in "HUNG platform-1".chars() {
        browser.press(&letter.to_string(), 0, &letter.to_string());
    }
    assert_eq!(browser.evaluate(column), json!([""]));
    let told = browser.evaluate("document.querySelector('#figures output').textContent");
    assert_eq!(told, "1 of 21 rows");
    assert_quiet(&browser, &page);
}

#[test]
fn names_are_texts_whatever_they_hold() {
    let mut results = document(SMALL);
    for (run, name) in results.platforms.iter_mut().zip(HOSTILE) {
        run.label = name.into();
        run.caveat = HOSTILE.concat();
        run.benchmarks[0].name = HOSTILE[3].into();
        run.benchmarks[1].reason = HOSTILE[0].into();
        run.benchmarks[2].status = Status::Crashed;
        run.benchmarks[2].reason = HOSTILE[1].into();
        run.failure = Some(HOSTILE[2].into());
        run.boots.iter_mut().for_each(|boot| boot.benchmarks[0].name = HOSTILE[3].into());
        run.scaling[0].benchmark = HOSTILE[3].into();
    }
    results.baseline = HOSTILE[0].into();
    let (_folder, page) = made(&results);
    let mut browser = Browser::start();
    browser.open(&page, DESKTOP);
    browser.evaluate(PAINTED);
    let charts = browser.evaluate(SEE_ALL);
    assert_eq!(browser.evaluate(DRAWN), charts);
    // The tips of charts are built when a mouse comes by.
    let place = browser.evaluate("(() => { document.querySelector('#bars').scrollIntoView();
        const box = document.querySelector('#bars .chart svg path[fill^=\"#\"]').getBoundingClientRect();
        return [box.x, box.y]; })()");
    for step in 0..20 {
        let (x, y) = (place[0].as_f64().unwrap(), place[1].as_f64().unwrap());
        browser.point_at(x + 3.0 * f64::from(step), y + 6.0);
    }
    browser.evaluate(PAINTED);
    assert_eq!(browser.evaluate("typeof globalThis.harm"), "undefined");
    let strangers =
        browser.evaluate("document.querySelectorAll('img, [onload], [onerror]').length");
    assert_eq!(strangers, 0);
    let heads = browser.evaluate(
        "[...document.querySelectorAll('.matrix thead th')].slice(1)
        .map(head => head.firstChild.textContent)",
    );
    assert_eq!(heads, json!(HOSTILE[..3]));
    assert_quiet(&browser, &page);
}

#[test]
fn it_fits_a_phone() {
    let (_folder, page) = made(&document(SMALL));
    let mut browser = Browser::start();
    browser.open(&page, View { width: 390, dark: false });
    browser.evaluate(SEE_ALL);
    assert_eq!(browser.evaluate("document.documentElement.scrollWidth"), 390);
    assert_quiet(&browser, &page);
}

#[test]
fn it_can_be_printed() {
    let (_folder, page) = made(&document(SMALL));
    let mut browser = Browser::start();
    browser.open(&page, View { dark: true, ..DESKTOP });
    let pdf = browser.call("Page.printToPDF", &json!({ "printBackground": false }));
    assert!(pdf["data"].as_str().unwrap().starts_with("JVBERi"), "it begins as PDF files do");
    let visible =
        "[...document.querySelectorAll('.chart')].filter(c => c.checkVisibility()).length";
    assert_eq!(browser.evaluate(DRAWN), browser.evaluate(visible));
    assert_quiet(&browser, &page);
}

#[test]
fn every_figure_is_there_without_programs() {
    let (_folder, page) = made(&document(SMALL));
    let mut browser = Browser::start();
    browser.call("Emulation.setScriptExecutionDisabled", &json!({ "value": true }));
    browser.open(&page, DESKTOP);
    browser.call("Emulation.setScriptExecutionDisabled", &json!({ "value": false }));
    let rows = "[...document.querySelectorAll('.matrix, #figures-table, #boots-table')]
        .map(table => table.querySelectorAll('tbody tr:not(.category)').length)";
    assert_eq!(browser.evaluate(rows), json!([7, 21, 42]));
    assert_eq!(browser.evaluate("document.querySelectorAll('noscript p').length"), 1);
}

#[test]
fn empty_and_partial_results_have_sensible_pages() {
    let empty = Document { schema_version: 1, ..Document::default() };
    let mut partial = document(SMALL);
    partial.complete = false;
    partial.platforms[1] = blank("never-ran");
    partial.platforms[1].failure = Some("the guest did not boot".into());
    partial.platforms[2].benchmarks.truncate(2);
    partial.platforms[2].benchmarks[1].status = Status::Timeout;
    partial.platforms[2].benchmarks[1].value = None;
    partial.platforms[2].benchmarks[1].reason = "did not return".into();
    let mut browser = Browser::start();
    for (results, texts) in [
        (empty, &["no platform was measured", "This run had not ended"][..]),
        (partial, &["never-ran", "the guest did not boot", "timeout", "did not return"]),
    ] {
        let (_folder, page) = made(&results);
        browser.open(&page, DESKTOP);
        let charts = browser.evaluate(SEE_ALL);
        assert_eq!(browser.evaluate(DRAWN), charts);
        let text = browser.evaluate(
            "[...document.querySelectorAll('header, main')].map(p => p.textContent).join()",
        );
        for expected in texts {
            assert!(text.as_str().unwrap().contains(expected), "{expected:?} in {text}");
        }
        assert_quiet(&browser, &page);
    }
}
