//! Curves: cost by size or number of CPUs, with their knees in words.

use maud::html;

use super::chart::{WIDTH, chart};
use super::part::Part;
use crate::figures;
use analysis::platform_set::PlatformSet;

pub(super) fn part(set: &PlatformSet) -> Option<Part> {
    let drawings = figures::curve_drawings(set, WIDTH);
    (!drawings.is_empty()).then(|| Part {
        id: "curves",
        short: "Curves",
        title: "Cost by size and number of CPUs",
        lead: html! { p {
            "Families of benchmarks that differ in a size, a length or the number of CPUs that take \
             part. Both scales are logarithmic: a cost that does not depend on the size is level. A \
             knee, named above the chart, is where a cache, a TLB or a limit of the hypervisor ends, \
             or where there are more virtual CPUs than the host has."
        } },
        body: html! {
            div.grid { @for drawing in &drawings { (chart(drawing, &drawing.description)) } }
        },
    })
}
