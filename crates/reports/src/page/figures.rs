//! Every figure, to be sorted and searched.

use maud::{Markup, html};

use super::part::{Part, chance, folded, raw, sortable};
use analysis::platform_set::{LabelledRun, PlatformSet};
use results::Summary;

const HEADER: [&str; 18] = [
    "benchmark",
    "platform",
    "status",
    "unit",
    "cost",
    "low",
    "high",
    "ratio",
    "typical",
    "batches",
    "min",
    "median",
    "trimmed mean",
    "max",
    "MAD",
    "mild outliers",
    "severe outliers",
    "normal, p",
];

pub(super) fn part(set: &PlatformSet) -> Option<Part> {
    let all = || set.runs().flat_map(|s| s.run.benchmarks.iter().map(move |b| (s, b)));
    all().next()?;
    let rows = html! { @for (labelled, summary) in all() { (row(set, labelled, summary)) } };
    Some(Part {
        id: "figures",
        short: "All figures",
        title: "Every figure",
        lead: html! { p {
            "Cost of one operation where nobody disturbs the machine, with its 95 % interval. From \"typical\" on all is of \
             all batches, disturbed or not. Seven significant digits. Click a column's name to sort by it."
        } },
        body: folded("Show the table", &sortable("figures-table", "Every figure", &HEADER, &rows)),
    })
}

fn row(set: &PlatformSet, labelled: LabelledRun, summary: &Summary) -> Markup {
    let estimate = summary.estimate.as_ref();
    let ratio = set.ratio(labelled, summary).map(|figure| figure.value);
    let costs = [summary.value, summary.low, summary.high, ratio, summary.typical];
    let counts = |count: Option<usize>| count.map(|count| count.to_string()).unwrap_or_default();
    let spread = [
        estimate.map(|e| e.min),
        estimate.map(|e| e.median),
        estimate.map(|e| e.trimmed_mean),
        estimate.map(|e| e.max),
        estimate.map(|e| e.mad),
    ];
    html! {
        tr {
            td { (summary.name) } td { (labelled.label) }
            td { (status(summary)) } td { (labelled.run.unit) }
            @for figure in costs { td { (raw(figure)) } }
            td { (counts(estimate.map(|e| e.batches))) }
            @for figure in spread { td { (raw(figure)) } }
            td { (counts(estimate.map(|e| e.outliers.mild))) }
            td { (counts(estimate.map(|e| e.outliers.severe))) }
            td { (estimate.and_then(|e| e.normality).map_or_else(String::new, |test| chance(test.p))) }
        }
    }
}

fn status(summary: &Summary) -> &'static str {
    if summary.is_below_resolution() { "below resolution" } else { summary.status.word() }
}
