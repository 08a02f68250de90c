//! The guest-native ratios as a table of coloured cells.

use maud::{Markup, html};

use super::part::Part;
use crate::figures::{LEVELS, level};
use crate::ratio_text;
use crate::tables::answers::{Counted, cost};
use analysis::platform_set::{LabelledRun, PlatformSet, Row};
use results::Summary;

/// With more columns, the name of the benchmark's included, each row is a card in wide windows, too.
const COLUMNS: usize = 10;

/// The part, with a table for each of `kinds`, the platforms with guests of one kind.
pub(super) fn part(kinds: &[PlatformSet]) -> Option<Part> {
    let measured: Vec<&PlatformSet> =
        kinds.iter().filter(|kind| !kind.benchmarks().is_empty()).collect();
    let widest = measured.iter().max_by_key(|kind| kind.runs().len())?;
    let baseline = widest.baseline()?;
    Some(Part {
        id: "matrix",
        short: "Costs",
        title: "Cost of one operation",
        lead: lead(widest, baseline),
        body: html! { @for kind in measured { (table(kind)) } },
    })
}

fn lead(set: &PlatformSet, baseline: LabelledRun) -> Markup {
    let unit = baseline.run.unit;
    let (what, how) = match Counted::of(baseline.run, None) {
        Some(Counted::Ns) => {
            ("time".to_owned(), "with ± where its 95 % interval reaches 10 % or farther".to_owned())
        }
        _ => (
            unit.to_string(),
            format!("in {unit}, with the distance to the farther end of its 95 % interval"),
        ),
    };
    if set.runs().len() == 1 {
        return html! { p { "The cost of an operation, " (how) "." } };
    }
    html! {
        p {
            "The large figure is the " (what) " that an operation takes as a multiple of " (baseline.label)
            "'s (the paper's GNR = T_guest / T_native); the small one is its cost, " (how) "."
            @if set.others().any(|other| !other.run.is_like(baseline.run)) {
                " An emulator beside a hypervisor has no ratio: its figures are about a program."
            }
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

fn table(set: &PlatformSet) -> Markup {
    let Some(baseline) = set.baseline() else { return Markup::default() };
    let (columns, rows) = (set.runs().len() + 1, set.benchmarks());
    let caption = match columns {
        ..=2 => format!("Cost of one operation on {}", baseline.label),
        _ => format!("Cost of one operation on {}, and what others take of it", baseline.label),
    };
    let platform = |labelled: LabelledRun| {
        html! {
            (labelled.label)
            @if columns > 2 && labelled.label == baseline.label { span.tag { "baseline" } }
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
        return html! { td class=(class(summary)) { (of) (cost(labelled.run, summary)) } };
    };
    html! {
        td class=(level(ratio).map_or_else(String::new, |level| format!("h{level}"))) {
            div.on { (of) b { (ratio_text(ratio)) } " " small { (cost(labelled.run, summary)) } }
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
