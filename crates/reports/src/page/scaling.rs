//! Cost against count, and the verdicts.

use maud::{Markup, html};

use super::chart::{WIDTH, chart};
use super::part::{Part, raw, sortable};
use crate::{figures, relation_text};
use analysis::platform_set::{LabelledRun, PlatformSet};
use results::Series;

const HEADER: [&str; 8] =
    ["benchmark", "platform", "T(C) is", "fixed a", "each b", "R²", "N for 1 %", "remark"];

pub(super) fn part(set: &PlatformSet) -> Option<Part> {
    let drawings = figures::scalings(set, WIDTH);
    let rows = || set.runs().flat_map(|s| s.run.scaling.iter().map(move |series| (s, series)));
    rows().next()?;
    let rows = html! { @for (labelled, series) in rows() { (row(labelled, series)) } };
    Some(Part {
        id: "scaling",
        short: "Scaling",
        title: "Cost against count",
        lead: html! { p {
            "T(C) is the cost of C operations, T(C) = a + b·C the line through it. The charts show \
             T(C) / (b·C): level at 1× where cost is proportional to count, falling where there is a \
             fixed cost a besides."
        } },
        body: html! {
            div.grid { @for drawing in &drawings { (chart(drawing, &drawing.description)) } }
            (sortable("scaling-table", "What relates cost and count", &HEADER, &rows))
        },
    })
}

fn row(labelled: LabelledRun, series: &Series) -> Markup {
    let fit = series.fit;
    html! {
        tr {
            td { (series.benchmark) } td { (labelled.label) }
            td { (fit.map_or("no verdict", |fit| relation_text(fit.relation))) }
            td { (raw(fit.map(|fit| fit.fixed))) } td { (raw(fit.map(|fit| fit.per_operation))) }
            td { (raw(fit.map(|fit| fit.r_squared))) }
            td { @if let Some(enough) = fit.and_then(|fit| fit.enough) { (enough) } }
            td { (series.why_unfit()) }
        }
    }
}
