//! The guest-native ratios as a table of coloured cells.

use maud::{Markup, html};

use super::part::{Part, scrolling};
use crate::figures::{LEVELS, level};
use crate::{cost_text, ratio_text};
use results::Summary;
use results::study::{Row, Study, Subject};

pub(super) fn part(study: &Study) -> Option<Part> {
    let (baseline, rows) = (study.baseline()?, study.benchmarks());
    let caption =
        format!("Cost of one operation on {}, and what others take of it", baseline.label);
    (!rows.is_empty()).then(|| Part {
        id: "matrix",
        short: "Costs",
        title: "Cost of one operation",
        lead: lead(study, baseline),
        body: scrolling(&caption, &table(study, baseline, &rows, &caption)),
    })
}

fn lead(study: &Study, baseline: Subject) -> Markup {
    let unit = baseline.run.unit;
    if study.subjects().len() == 1 {
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

fn table(study: &Study, baseline: Subject, rows: &[Row], caption: &str) -> Markup {
    let columns = study.subjects().len() + 1;
    html! {
        table.matrix {
            caption { (caption) }
            thead { tr {
                th scope="col" { "Benchmark" }
                @for subject in study.subjects() {
                    th scope="col" {
                        (subject.label)
                        @if subject.label == baseline.label { span.tag { "baseline" } }
                    }
                }
            } }
            @for group in rows.chunk_by(|a, b| a.category == b.category) {
                tbody {
                    tr.category { th scope="rowgroup" colspan=(columns) { (group[0].category) } }
                    @for row in group {
                        tr {
                            th scope="row" { (row.name) }
                            @for subject in study.subjects() { (cell(study, baseline, subject, *row)) }
                        }
                    }
                }
            }
        }
    }
}

fn cell(study: &Study, baseline: Subject, subject: Subject, row: Row) -> Markup {
    let Some(summary) = subject.run.find(row.name) else { return html! { td.none { "–" } } };
    let ratio = study.ratio(subject, summary).filter(|_| subject.label != baseline.label);
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
