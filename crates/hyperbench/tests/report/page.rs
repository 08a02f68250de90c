//! The page in a browser.

use std::fs;
use std::process::Command;

use results::{Document, Status};
use serde_json::json;
use tempfile::TempDir;

use crate::browser::{Browser, DESKTOP, View};
use crate::command::{make, succeeded};
use crate::synthetic::{HOSTILE, SMALL, blank, document, keep};

/// Unfolds everything, and returns how many charts there are.
const SEE_ALL: &str = "(() => {
    document.querySelectorAll('details').forEach(one => one.open = true);
    document.querySelectorAll('section').forEach(one => one.style.contentVisibility = 'visible');
    return document.querySelectorAll('.chart').length;
})()";

/// How many charts have something in them, and all of it within their edges.
const DRAWN: &str = "[...document.querySelectorAll('.chart')].filter(chart => {
    const frame = chart.getBoundingClientRect();
    const parts = [...chart.querySelectorAll('rect, line, path, text')];
    return parts.length > 3 && chart.querySelector('text') && parts.every(part => {
        const box = part.getBoundingClientRect();
        return box.left >= frame.left - 1 && box.right <= frame.right + 1
            && box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1;
    });
}).length";

/// What is wider than the window, or scrolls within the page.
const CLIPPED: &str = "[...document.querySelectorAll('body *')].filter(one => {
    const scrolls = /auto|scroll/.test(getComputedStyle(one).overflow);
    const box = one.getBoundingClientRect();
    return one.tagName !== 'CAPTION' && (box.width > 0 && box.right > innerWidth + 1
        || scrolls && (one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight));
}).map(one => one.outerHTML.slice(0, 200))";

/// Names of columns and units of the table of all figures that have a word on two lines.
const BROKEN: &str =
    "[...document.querySelectorAll('#figures-table th, #figures-table td:nth-child(4)')]
    .filter(cell => {
        const text = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode();
        return text && [...text.data.matchAll(/\\S+/g)].some(word => {
            const range = document.createRange();
            range.setStart(text, word.index);
            range.setEnd(text, word.index + word[0].length);
            return range.getClientRects().length > 1;
        });
    }).map(cell => cell.textContent)";

/// A checker of accessibility, from npm's registry.
const AXE: &str = "axe-core@4.14.1";

/// What it finds against the guidelines of the World Wide Web Consortium: rules, and the elements
/// that break them.
const VIOLATIONS: &str =
    "axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa'] }).then(({ violations }) =>
    violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 200))]))";

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
    let look = "(() => { const text = document.querySelector('#bars .chart text');
        return [document.body, text].map(one => getComputedStyle(one))
            .map(style => style.backgroundColor + style.fill); })()";
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
        .filter(row => !row.hidden).map(row => row.cells[4].textContent)";
    browser.evaluate(SEE_ALL);
    browser.evaluate("document.querySelectorAll('#figures-table th button')[4].focus()");
    for descending in [false, true] {
        browser.press("Enter", 13, "\r");
        let cells = browser.evaluate(column);
        let texts: Vec<&str> =
            cells.as_array().unwrap().iter().filter_map(|c| c.as_str()).collect();
        assert_eq!((texts.len(), texts[20]), (21, ""), "what is empty comes last: {texts:?}");
        let costs: Vec<f64> = texts[..20].iter().map(|text| text.parse().unwrap()).collect();
        assert!(costs.is_sorted_by(|a, b| if descending { a >= b } else { a <= b }), "{costs:?}");
        let state = "document.querySelectorAll('#figures-table th')[4].getAttribute('aria-sort')";
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
    let charts = browser.evaluate(SEE_ALL);
    assert_eq!(browser.evaluate(DRAWN), charts);
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
fn it_fits_a_desk_and_a_phone() {
    let (_folder, page) = made(&document(SMALL));
    let mut browser = Browser::start();
    for width in [1280, 400] {
        browser.open(&page, View { width, dark: false });
        browser.evaluate(SEE_ALL);
        let wide = browser.evaluate("document.documentElement.scrollWidth").as_u64();
        assert!(wide <= Some(width.into()), "{wide:?}");
        assert_eq!(browser.evaluate(CLIPPED), json!([]), "at {width} pixels");
        assert_eq!(browser.evaluate(BROKEN), json!([]), "at {width} pixels");
        assert_quiet(&browser, &page);
    }
}

#[test]
#[ignore = "fetches a package: make test-long"]
fn a_checker_of_accessibility_finds_nothing() {
    let (folder, page) = made(&document(SMALL));
    let unpack = format!("npm pack --silent {AXE} && tar xzf *.tgz");
    let fetched =
        Command::new("sh").args(["-c", &unpack]).current_dir(folder.path()).status().unwrap();
    assert!(fetched.success(), "{AXE} cannot be had");
    let axe = fs::read_to_string(folder.path().join("package/axe.min.js")).unwrap();
    let mut browser = Browser::start();
    for (width, dark) in [(1280, false), (1280, true), (400, false), (400, true)] {
        browser.open(&page, View { width, dark });
        browser.evaluate(SEE_ALL);
        browser.evaluate(&format!("{axe};0"));
        assert_eq!(browser.evaluate(VIOLATIONS), json!([]), "{width} pixels, dark: {dark}");
    }
}

#[test]
fn it_can_be_printed() {
    let (_folder, page) = made(&document(SMALL));
    let mut browser = Browser::start();
    browser.open(&page, View { dark: true, ..DESKTOP });
    let pdf = browser.call("Page.printToPDF", &json!({ "printBackground": false }));
    assert!(pdf["data"].as_str().unwrap().starts_with("JVBERi"), "it begins as PDF files do");
    let folded = "document.querySelectorAll('details.folded:not([open])').length";
    assert_eq!(browser.evaluate(folded), 0, "paper has what screens fold");
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
    assert!(browser.evaluate(SEE_ALL).as_u64() > Some(30));
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
