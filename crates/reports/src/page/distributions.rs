//! Histogram and box plot of each benchmark on each platform.

use maud::{Markup, html};

use super::chart::chart;
use super::part::Part;
use crate::figures::{self, Drawing};
use analysis::platform_set::PlatformSet;

/// Figures at most: each takes some kilobytes, and the page has to stay one that opens.
const FIGURES: usize = 700;

/// So many figures at the top are unfolded.
const UNFOLDED: usize = 24;

pub(super) fn part(set: &PlatformSet) -> Option<Part> {
    let rows = set.benchmarks();
    let of = |row| {
        let drawings = set.runs().enumerate();
        drawings.filter_map(move |(index, s)| figures::distribution(s, index, row)).collect()
    };
    let all: Vec<(&str, Vec<Drawing>)> = rows.iter().map(|row| (row.name, of(*row))).collect();
    let said: Vec<(&str, Vec<String>)> = rows
        .iter()
        .map(|row| (row.name, set.runs().filter_map(|s| figures::equal(s, *row)).collect()))
        .collect();
    let said: Vec<_> = said.into_iter().filter(|(_, texts)| !texts.is_empty()).collect();
    let all: Vec<_> = all.into_iter().filter(|(_, drawings)| !drawings.is_empty()).collect();
    let count: usize = all.iter().map(|(_, drawings)| drawings.len()).sum();
    let each = if count > FIGURES { (FIGURES / all.len().max(1)).max(1) } else { usize::MAX };
    (count > 0 || !said.is_empty()).then(|| Part {
        id: "distributions",
        short: "Distributions",
        title: "How the batches are distributed",
        lead: html! {
            p {
                "A batch times many operations; shown is the cost of one in each batch of all boots. \
                 The box holds the middle half, its line is the median, the whiskers reach to the \
                 farthest batch within 1.5 box widths. Each chart has its own scale. What is farther \
                 than 3 box widths is counted in the caption and not drawn; the results file has \
                 every batch. Single operations, where they were timed, have a logarithmic scale and \
                 percentiles instead of the box."
            }
            @if each < usize::MAX {
                p.warning {
                    "Of " (count) " figures the first " (each) " of each benchmark are here. \
                     hyperbench report FILE --figure distribution:BENCHMARK:PLATFORM draws the others."
                }
            }
        },
        body: html! {
            @for (index, (name, drawings)) in all.iter().enumerate() {
                @let shown = |drawings: &[Drawing]| each.min(drawings.len());
                @let until: usize = all[..=index].iter().map(|(_, drawings)| shown(drawings)).sum();
                (benchmark(name, &drawings[..shown(drawings)], until <= UNFOLDED))
            }
            @if !said.is_empty() {
                p { "There is nothing to draw where all batches cost the same:" }
                ul { @for (name, texts) in &said { li { (name) ": " (texts.join("; ")) } } }
            }
        },
    })
}

fn benchmark(name: &str, drawings: &[Drawing], open: bool) -> Markup {
    html! {
        details open[open] {
            summary { (name) }
            div.grid.small { @for drawing in drawings { (chart(drawing, &drawing.description)) } }
        }
    }
}
