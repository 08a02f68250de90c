//! Each boot's figure.

use maud::{Markup, html};

use super::part::{Part, folded, raw, sortable};
use analysis::platform_set::{LabelledRun, PlatformSet};
use results::{BootFigure, Stop, Summary};

const HEADER: [&str; 9] =
    ["benchmark", "platform", "boot", "operations", "batches", "median", "low", "high", "ended"];

pub(super) fn part(set: &PlatformSet) -> Option<Part> {
    let all = || set.runs().flat_map(|s| s.run.benchmarks.iter().map(move |b| (s, b)));
    let boots = || all().flat_map(|(s, b)| b.boots.iter().map(move |boot| (s, b, boot)));
    boots().next()?;
    let rows =
        html! { @for (labelled, summary, boot) in boots() { (row(labelled, summary, boot)) } };
    Some(Part {
        id: "boots",
        short: "Boots",
        title: "Each boot by itself",
        lead: html! { p { "The median of each boot's batches with its 95 % interval, and why no more batches were taken." } },
        body: folded(
            "Show the table",
            &sortable("boots-table", "Each boot by itself", &HEADER, &rows),
        ),
    })
}

fn row(labelled: LabelledRun, summary: &Summary, boot: &BootFigure) -> Markup {
    html! {
        tr {
            td { (summary.name) } td { (labelled.label) } td { (boot.round) } td { (boot.n) } td { (boot.batches) }
            td { (raw(Some(boot.median))) } td { (raw(boot.low)) } td { (raw(boot.high)) }
            td { (boot.stopped.map_or("", ended)) }
        }
    }
}

fn ended(stop: Stop) -> &'static str {
    match stop {
        Stop::Precise => "precise",
        Stop::Batches => "all batches",
        Stop::Supply => "no more material",
        Stop::Budget => "time was over",
    }
}
