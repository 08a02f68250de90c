//! Bars with intervals.

use maud::html;

use super::chart::{WIDTH, chart};
use super::part::{Part, folded};
use crate::figures;
use analysis::platform_set::PlatformSet;

pub(super) fn part(set: &PlatformSet) -> Option<Part> {
    let drawings = figures::ratios(set, WIDTH);
    (!drawings.is_empty()).then(|| Part {
        id: "bars",
        short: "Bars",
        title: "Side by side",
        lead: html! { p {
            @if set.runs().len() > 1 { "Each bar begins at the baseline, 1×. " }
            "The scale is logarithmic and the same in all charts. The thin line is the 95 % interval."
        } },
        body: folded("Show the bars", &html! {
            div.columns { @for drawing in &drawings { (chart(drawing, &"")) } }
        }),
    })
}
