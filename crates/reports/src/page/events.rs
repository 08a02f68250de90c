//! Events per operation.

use std::collections::BTreeSet;

use maud::{Markup, html};

use super::part::{Part, scrolling};
use crate::{event_text, exits_verdict};
use results::platform_set::{LabelledRun, PlatformSet};
use results::{EXITS, Summary, USER_EXITS};

/// A counter that no benchmark moves by this many events an operation has no column.
const SHOWN: f64 = 0.5;

pub(super) fn part(set: &PlatformSet) -> Option<Part> {
    let tables: Vec<_> = set.runs().filter_map(platform).collect();
    (!tables.is_empty()).then(|| Part {
        id: "events",
        short: "Events",
        title: "Events per operation",
        lead: html! { p {
            "Counted by the host around the operations, less those of the loop without them. In \
             parentheses what is left beyond a whole number an operation. Counters that no benchmark \
             moves are left out here; the results file has them. Where paging is nested, exits that \
             differ from what the catalogue expects have the expected number beside them."
        } },
        body: html! { @for table in &tables { (table) } },
    })
}

fn platform(labelled: LabelledRun) -> Option<Markup> {
    let rows: Vec<&Summary> =
        labelled.run.benchmarks.iter().filter(|s| s.events.is_some()).collect();
    let columns = columns(&rows);
    let caption = format!("Events per operation on {}", labelled.label);
    let table = html! {
        table {
            caption { (caption) }
            thead { tr {
                th scope="col" { "Benchmark" } th.number scope="col" { "operations" }
                @for name in &columns { th.number scope="col" { (name) } }
            } }
            tbody { @for summary in &rows { (row(summary, &columns)) } }
        }
    };
    let shown = html! {
        (scrolling(&caption, &table))
        @if let Some(verdict) = exits_verdict(labelled.run) { p { (verdict) "." } }
    };
    (!rows.is_empty()).then_some(shown)
}

/// The counters that some benchmark moves, those by which platforms are compared first.
fn columns<'a>(rows: &[&'a Summary]) -> Vec<&'a str> {
    let counters = rows.iter().filter_map(|s| s.events.as_ref()).flat_map(|e| &e.counters);
    let moved = counters.filter(|(_, event)| event.per_operation.abs() >= SHOWN);
    let names: BTreeSet<&str> = moved.map(|(name, _)| name.as_str()).collect();
    let (first, others): (Vec<&str>, _) =
        names.into_iter().partition(|name| [USER_EXITS, EXITS].contains(name));
    first.into_iter().rev().chain(others).collect()
}

fn row(summary: &Summary, columns: &[&str]) -> Markup {
    let events = summary.events.as_ref();
    html! {
        tr {
            th scope="row" { (summary.name) }
            td.number { (events.map_or(0, |events| events.n)) }
            @for name in columns { td.number { (event_text(summary, name)) } }
        }
    }
}
