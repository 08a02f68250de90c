//! The guest-native ratios as a table of coloured cells.

use maud::{Markup, html};

use super::part::{Part, scrolling};
use crate::figures::{LEVELS, level};
use crate::{cost_text, ratio_text};
use analysis::platform_set::{LabelledRun, PlatformSet, Row};
use results::Summary;

pub(super) fn part(set: &PlatformSet) -> Option<Part> {
    let (baseline, rows) = (set.baseline()?, set.benchmarks());
    let caption =
        format!("Cost of one operation on {}, and what others take of it", baseline.label);
    (!rows.is_empty()).then(|| Part {
        id: "matrix",
        short: "Costs",
        title: "Cost of one operation",
        lead: lead(set, baseline),
        body: scrolling(&caption, &table(set, baseline, &rows, &caption)),
    })
}

fn lead(set: &PlatformSet, baseline: LabelledRun) -> Markup {
    let unit = baseline.run.unit;
    if set.runs().len() == 1 {
        return html! {
            p { "In " (unit) ", with the distance to the farther end of its 95 % interval." }
        };
    }
    html! {
        p {
            "The ratio is the paper's GNR = T_guest / T_native, with " (baseline.label) " for native: \
             1× is as fast. Below it stands the cost of one operation in " (unit) ", with the \
             distance to the farther end of its 95 % interval."
        }
        (legend())
    }
}

fn legend() -> Markup {
    html! {
        ul.legend aria-label="Colours" {
            @for (index, (_, meaning)) in LEVELS.iter().enumerate() {
                li { span class=(format!("h h{index}")) aria-hidden="true" {} (meaning) }
            }
        }
    }
}

fn table(set: &PlatformSet, baseline: LabelledRun, rows: &[Row], caption: &str) -> Markup {
    let columns = set.runs().len() + 1;
    html! {
        table.matrix {
            caption { (caption) }
            thead { tr {
                th scope="col" { "Benchmark" }
                @for labelled in set.runs() {
                    th scope="col" {
                        (labelled.label)
                        @if labelled.label == baseline.label { span.tag { "baseline" } }
                    }
                }
            } }
            @for group in rows.chunk_by(|a, b| a.category == b.category) {
                tbody {
                    tr.category { th scope="rowgroup" colspan=(columns) { (group[0].category) } }
                    @for row in group {
                        tr {
                            th scope="row" { (row.name) }
                            @for labelled in set.runs() { (cell(set, baseline, labelled, *row)) }
                        }
                    }
                }
            }
        }
    }
}

fn cell(set: &PlatformSet, baseline: LabelledRun, labelled: LabelledRun, row: Row) -> Markup {
    let Some(summary) = labelled.run.find(row.name) else { return html! { td.none { "–" } } };
    let ratio = set.ratio(labelled, summary).filter(|_| labelled.label != baseline.label);
    let Some(ratio) = ratio else {
        return html! { td class=(class(summary)) { (cost_text(summary)) } };
    };
    html! {
        td class=(format!("h{}", level(ratio.value))) {
            b { (ratio_text(ratio)) }
            small { (cost_text(summary)) }
        }
    }
}

fn class(summary: &Summary) -> &'static str {
    match (summary.status.is_failure(), summary.value) {
        (true, _) => "failed",
        (false, Some(_)) => "plain",
        (false, None) => "none",
    }
}
