//! Events per operation.

use maud::{Markup, html};

use super::part::{Part, table};
use crate::{EVENTS_HEADER, event_texts, exits_verdict};
use analysis::platform_set::{LabelledRun, PlatformSet};
use results::Summary;

pub(super) fn part(set: &PlatformSet) -> Option<Part> {
    let tables: Vec<_> = set.runs().enumerate().filter_map(platform).collect();
    (!tables.is_empty()).then(|| Part {
        id: "events",
        short: "Events",
        title: "Events per operation",
        lead: html! { p {
            "Counted by the host around the operations, less those of the loop without them. In \
             parentheses what is left beyond a whole number an operation. Counters that an operation \
             hardly moves are left out here; the results file has them. Where paging is nested, exits that \
             differ from what the catalogue expects have the expected number beside them."
        } },
        body: html! { @for table in &tables { (table) } },
    })
}

fn platform((index, labelled): (usize, LabelledRun)) -> Option<Markup> {
    let run = labelled.run;
    let counted: Vec<&Summary> = run.benchmarks.iter().filter(|s| s.events.is_some()).collect();
    let caption = format!("Events per operation on {}", labelled.label);
    let header = [&["benchmark"], &EVENTS_HEADER[..]].concat();
    let rows = html! {
        @for summary in &counted { tr {
            th scope="row" { (summary.name) }
            @for text in event_texts(summary) { td { (text) } }
        } }
    };
    (!counted.is_empty()).then(|| {
        html! {
            h3 { (labelled.label) }
            (table("numbers", &format!("events-{index}"), &caption, &header, &rows))
            @if let Some(verdict) = exits_verdict(run) { p { (verdict) "." } }
        }
    })
}
