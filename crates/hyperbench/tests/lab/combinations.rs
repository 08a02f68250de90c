//! The ways to start the kernel that take longer, and the page's table of all of them.

use results::Document;

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
    let mut rows: Vec<(String, Vec<String>)> = Vec::new();
    for one in Combination::all() {
        let first = one.measure().map_or("not here".into(), |document| first_record(&document));
        let (place, cell) = (one.place(), format!("{}: {first}", one.way));
        match rows.iter_mut().find(|(known, _)| *known == place) {
            Some((_, cells)) => cells.push(cell),
            None => rows.push((place, vec![cell])),
        }
    }
    println!("|monitor|architecture|first record, s, by what starts it|");
    println!("|---|---|---|");
    for (place, cells) in rows {
        println!("{place}{}|", cells.join("; "));
    }
}

/// Seconds from the monitor's start to the kernel's first record.
fn first_record(document: &Document) -> String {
    let start = &only(document).boots[0].start;
    start.hello_ns.map_or(String::new(), |ns| format!("{:.2}", ns as f64 / 1e9))
}
