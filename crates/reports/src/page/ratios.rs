//! Bars with intervals.

use maud::html;

use super::chart::chart;
use super::part::Part;
use crate::figures;
use analysis::platform_set::PlatformSet;

pub(super) fn part(set: &PlatformSet) -> Option<Part> {
    let drawings = figures::ratios(set);
    (!drawings.is_empty()).then(|| Part {
        id: "bars",
        short: "Bars",
        title: "Side by side",
        lead: html! { p {
            @if set.runs().len() > 1 { "Each bar begins at the baseline, 1×. " }
            "The scale is logarithmic and the same in all charts. The thin line is the 95 % interval."
        } },
        body: html! { div.grid.wide { @for drawing in &drawings { (chart(drawing, "")) } } },
    })
}
