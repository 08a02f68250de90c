//! Flame graphs in a browser, and stacks in another tool.

use std::process::Command;

use results::{Exits, Left, Profile, Stack};
use serde_json::{Value, json};

use crate::browser::{Browser, DESKTOP, View};
use crate::command::{failed, make, succeeded};
use crate::synthetic::{HOSTILE, SMALL, document, keep};

/// Half of the instructions are the device model's, and one in a hundred is of each function
/// with a hostile name.
fn profile() -> Profile {
    let mut stacks = vec![
        stack(&["device model", "main_loop", "port_read"], 50),
        stack(&["hypervisor", "vcpu_run"], 20),
        stack(&["hypervisor", "vcpu_run", "copy_port"], 10),
    ];
    stacks.push(stack(&["hypervisor", "vcpu_run", "copy_port", "port_write"], 16));
    stacks.extend(HOSTILE.iter().map(|name| stack(&["hypervisor", "vcpu_run", name], 1)));
    stacks.sort_by(|a, b| a.frames.cmp(&b.frames));
    let left = Left { reason: HOSTILE[0].into(), ..Left::default() };
    let exits = vec![Exits { left, lengths: vec![1, 5, 9] }];
    let benchmark = HOSTILE[0].into();
    Profile { benchmark, n: 1, total: 100, stacks, exits, ..Profile::default() }
}

fn stack(frames: &[&str], own: i64) -> Stack {
    Stack { frames: frames.iter().map(|&name| name.to_owned()).collect(), own }
}

/// The names of the boxes for which `condition` holds.
fn boxes(browser: &mut Browser, condition: &str) -> Value {
    browser.evaluate(&format!(
        "[...document.querySelectorAll('.flame > svg')].filter(box => {condition})
            .map(box => box.querySelector('text').textContent)"
    ))
}

/// The titles of graphs in a page, which are no wider than the window.
const TITLES: &str = "[...document.querySelectorAll('figure.profile figcaption, .flame .title')]
    .filter(title => title.scrollWidth <= innerWidth).map(title => title.textContent)";

#[test]
fn a_flame_graph_is_searched_and_zoomed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("flame.svg");
    std::fs::write(&file, reports::profile::flame_graph(&profile())).unwrap();
    searched_and_zoomed(file.to_str().unwrap());
}

#[test]
fn a_page_has_the_flame_graphs_of_profiles() {
    let folder = tempfile::tempdir().unwrap();
    let results = keep(&document(SMALL), folder.path());
    let file = folder.path().join("profile.json");
    std::fs::write(&file, reports::profile::json(&profile()).unwrap()).unwrap();
    let file = file.to_str().unwrap();
    succeeded(&make(&[&results, "--profile", file]));
    let page = results.replace(".json", ".html");
    searched_and_zoomed(&page);
    let mut browser = Browser::start();
    browser.open(&page, View { width: 400, dark: false });
    let titles = browser.evaluate(TITLES);
    assert!(
        titles.as_array().is_some_and(|all| all.len() == 1),
        "it stands above the graph: {titles}"
    );
    let exits = "document.querySelector('#functions svg.chart').textContent";
    let exits = browser.evaluate(exits);
    assert!(exits.as_str().is_some_and(|it| it.contains("3 exits, median 5")), "{exits}");
    let told = failed(&make(&[&results, "--profile", &results]), 2);
    assert!(told.contains("there is no profile in"), "{told}");
    failed(&make(&[&results, "--profile", file, "-o", file]), 2);
    let huge = vec![stack(&["hypervisor"], i64::MAX), stack(&["guest"], i64::MAX)];
    let huge = Profile { n: 1, stacks: huge, ..Profile::default() };
    std::fs::write(file, reports::profile::json(&huge).unwrap()).unwrap();
    failed(&make(&[&results, "--profile", file]), 2);
}

/// Searches and zooms in the graph of `profile` that `file` shows.
fn searched_and_zoomed(file: &str) {
    let mut browser = Browser::start();
    browser.open(file, DESKTOP);
    assert_eq!(boxes(&mut browser, "true").as_array().unwrap().len(), 7 + HOSTILE.len());

    browser.evaluate("document.querySelector('.flame input').focus()");
    for letter in "PORT".chars() {
        browser.press(&letter.to_string(), 0, &letter.to_string());
    }
    let marked = "getComputedStyle(box.querySelector('rect')).fill === 'rgb(111, 75, 216)'";
    assert_eq!(boxes(&mut browser, marked), json!(["port_read", "copy_port", "port_write"]));
    let told = browser.evaluate("document.querySelector('.found-share').textContent");
    // What is below a match counts once.
    assert_eq!(told, "76.0 % in 3 boxes");

    // A graph has 1,200 units, however wide it is shown.
    let seen = "box.checkVisibility() && box.getBBox().width > 1000";
    assert_eq!(boxes(&mut browser, seen), json!([]));
    let click = |name: &str| {
        format!(
            "document.querySelector('.flame {name}').dispatchEvent(
        new MouseEvent('click', {{ bubbles: true }}))"
        )
    };
    browser.evaluate(&click(".found rect"));
    assert_eq!(boxes(&mut browser, seen), json!(["device model", "main_loop", "port_read"]));
    browser.evaluate(&click(".hint"));
    assert_eq!(boxes(&mut browser, seen), json!([]));

    assert_eq!(browser.complaints(), Vec::<&Value>::new());
    assert_eq!(browser.evaluate("typeof globalThis.harm"), "undefined");
    assert_eq!(browser.requests().len(), 1, "nothing is asked of the network");
}

/// A viewer of profiles, from npm's registry.
const SPEEDSCOPE: &str = "speedscope@1.25.0";

/// Functions in the viewer's table, which it opens at the key 3, with their own instructions.
const TABLE: &str = "(async () => {
    while (!document.querySelector('table tr')) await new Promise(done => setTimeout(done, 50));
    return Object.fromEntries([...document.querySelectorAll('table tr')].slice(1)
        .map(row => [...row.cells].map(cell => cell.textContent)).map(cells => [cells.at(-1), cells[1]]));
})()";

#[test]
#[ignore = "fetches a package: make test-long"]
fn folded_stacks_load_in_speedscope() {
    let folder = tempfile::tempdir().unwrap();
    let unpack = format!("npm pack --silent {SPEEDSCOPE} && tar xzf *.tgz");
    let mut shell = Command::new("sh");
    let fetched = shell.args(["-c", &unpack]).current_dir(folder.path()).status().unwrap();
    assert!(fetched.success(), "{SPEEDSCOPE} cannot be had");
    let stacks = json!(reports::profile::folded(&profile()));
    let program = format!("speedscope.loadFileFromBase64('in.folded', btoa({stacks}))");
    let file = folder.path().join("load.js");
    std::fs::write(&file, program).unwrap();
    let viewer = folder.path().join("package/dist/release/index.html");
    let mut browser = Browser::start();
    let page = format!("{}#localProfilePath={}", viewer.display(), file.display());
    browser.open(&page, DESKTOP);
    browser.press("3", 51, "3");
    let table = browser.evaluate(TABLE);
    let worlds_and_functions = 7 + HOSTILE.len();
    assert_eq!(table.as_object().unwrap().len(), worlds_and_functions, "{table}");
    assert_eq!([&table["port_read"], &table["copy_port"]], ["50 (50%)", "10 (10%)"], "{table}");
    for name in HOSTILE {
        assert_eq!(table[name.replace([';', ' '], "_")], "1 (1.0%)", "{table}");
    }
}
