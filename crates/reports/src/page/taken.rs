//! What others took of the processor while a guest watched.

use maud::html;

use super::chart::{WIDTH, chart};
use super::part::Part;
use crate::figures;
use crate::{taken_points, taken_sentence};
use analysis::platform_set::PlatformSet;

pub(super) fn part(set: &PlatformSet) -> Option<Part> {
    let all = || set.runs().flat_map(|s| s.run.benchmarks.iter().map(move |b| (s, b)));
    let taken = || all().filter_map(|(s, b)| Some((s, b, b.taken.as_ref()?)));
    let drawings = figures::series(set, WIDTH);
    (taken().next().is_some() || !drawings.is_empty()).then(|| Part {
        id: "taken",
        short: "Taken",
        title: "Who takes the processor, how long and how often",
        lead: html! { p {
            "The guest reads its counter back to back. A gap between two reads is time that it did not \
             have. Gaps that come again after the same time are one line, with their period above it in \
             the chart."
        } },
        body: html! {
            @for (labelled, summary, taken) in taken() {
                p { (labelled.label) ", " (summary.name) ": " (taken_sentence(taken)) }
                ul { @for point in taken_points(taken) { li { (point) } } }
            }
            div.grid { @for drawing in &drawings { (chart(drawing, &drawing.description)) } }
        },
    })
}
