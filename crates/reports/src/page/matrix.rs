//! The guest-native ratios as a table of coloured cells.

use maud::{Markup, html};

use super::part::Part;
use crate::figures::{LEVELS, level};
use crate::{cost_text, ratio_text};
use analysis::platform_set::{LabelledRun, PlatformSet, Row};
use results::Summary;

/// With more columns, the name of the benchmark's included, each row is a card in wide windows, too.
const COLUMNS: usize = 10;

pub(super) fn part(set: &PlatformSet) -> Option<Part> {
    let (baseline, rows) = (set.baseline()?, set.benchmarks());
    let caption =
        format!("Cost of one operation on {}, and what others take of it", baseline.label);
    (!rows.is_empty()).then(|| Part {
        id: "matrix",
        short: "Costs",
        title: "Cost of one operation",
        lead: lead(set, baseline),
        body: table(set, baseline, &rows, &caption),
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
            "The large figure is how many times the " (unit) " of " (baseline.label) " an operation \
             costs (the paper's GNR = T_guest / T_native); the small one is its cost in " (unit)
            ", with the distance to the farther end of its 95 % interval."
        }
        (legend())
    }
}

fn legend() -> Markup {
    html! {
        ul.legend aria-label="Colours" {
            @for (index, (_, meaning)) in LEVELS.iter().enumerate() {
                li { span class=(format!("swatch h{index}")) aria-hidden="true" {} (meaning) }
            }
            li { span.swatch.blank aria-hidden="true" {} "no measurable difference" }
        }
    }
}

fn table(set: &PlatformSet, baseline: LabelledRun, rows: &[Row], caption: &str) -> Markup {
    let columns = set.runs().len() + 1;
    let platform = |labelled: LabelledRun| {
        html! {
            (labelled.label)
            @if labelled.label == baseline.label { span.tag { "baseline" } }
        }
    };
    html! {
        table class=(if columns <= COLUMNS { "matrix few" } else { "matrix" }) {
            caption { (caption) }
            thead { tr {
                th scope="col" { "benchmark" }
                @for labelled in set.runs() { th scope="col" { (platform(labelled)) } }
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
    let of = html! { span.of { (labelled.label) } };
    let Some(summary) = labelled.run.find(row.name) else {
        return html! { td.none { (of) "–" } };
    };
    let ratio = set.ratio(labelled, summary).filter(|_| labelled.label != baseline.label);
    let Some(ratio) = ratio else {
        return html! { td class=(class(summary)) { (of) (cost_text(summary)) } };
    };
    html! {
        td class=(level(ratio).map_or_else(String::new, |level| format!("h{level}"))) {
            div.on { (of) b { (ratio_text(ratio)) } " " small { (cost_text(summary)) } }
        }
    }
}

fn class(summary: &Summary) -> &'static str {
    match (summary.status.is_failure(), summary.value) {
        (true, _) => "failed",
        (false, Some(_)) => "",
        (false, None) => "none",
    }
}
