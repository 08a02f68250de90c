//! Percentiles of single operations.

use maud::{Markup, html};

use super::part::{Part, sortable};
use analysis::platform_set::{LabelledRun, PlatformSet};
use results::{Latency, Summary};

const HEADER: [&str; 10] =
    ["benchmark", "platform", "unit", "operations", "min", "p50", "p90", "p99", "p99.9", "max"];

pub(super) fn part(set: &PlatformSet) -> Option<Part> {
    let all = || set.runs().flat_map(|s| s.run.benchmarks.iter().map(move |b| (s, b)));
    let timed = || all().filter_map(|(s, b)| Some((s, b, b.latency.as_ref()?)));
    timed().next()?;
    let rows = html! { @for (labelled, summary, latency) in timed() { (row(labelled, summary, latency)) } };
    Some(Part {
        id: "latencies",
        short: "Latencies",
        title: "Latency of single operations",
        lead: html! { p {
            "Percentiles are exact to 1.6 %. The cost of timing nothing is subtracted; interrupts and \
             preemption are not."
        } },
        body: sortable("latency-table", "Latency of single operations", &HEADER, &rows),
    })
}

fn row(labelled: LabelledRun, summary: &Summary, latency: &Latency) -> Markup {
    let l = latency;
    html! {
        tr {
            td { (summary.name) } td { (labelled.label) } td { (labelled.run.unit) }
            @for figure in [l.count, l.min, l.p50, l.p90, l.p99, l.p99_9, l.max] { td { (figure) } }
        }
    }
}
