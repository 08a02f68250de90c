//! The ways to start the kernel that take longer, and the page's table of all of them.

use results::{Document, Status};

use crate::columns::built;
use crate::common::combination::Combination;
use crate::common::only;

#[test]
fn the_paper_suite_is_measured_by_other_monitors_and_media() {
    let is_here = |one: &&Combination| one.long && one.tested_in.is_none();
    let measured =
        Combination::all().iter().filter(is_here).filter_map(Combination::measure).count();
    assert!(measured > 0);
}

/// `make bench-boots`: what docs/platforms.md shows, seen on this machine.
#[test]
#[ignore = "a table, and nothing to pass"]
fn the_table() {
    built();
    println!("| monitor | architecture | started by | version | first record | skipped |");
    println!("|---|---|---|---|---|---|");
    for one in Combination::all() {
        let told = match one.measure() {
            Some(document) => seen(&document),
            None => "not here | | |".into(),
        };
        println!("{} {told}", one.row());
    }
}

fn seen(document: &Document) -> String {
    let run = only(document);
    let skipped = run.benchmarks.iter().filter(|b| b.status == Status::Skipped);
    let skipped: Vec<_> = skipped.map(|b| b.name.as_str()).collect();
    let first =
        run.boots[0].start.hello_ns.map_or(String::new(), |ns| format!("{:.2} s", ns as f64 / 1e9));
    format!("{} | {first} | {} |", run.version, skipped.join(", "))
}
