//! Histogram and box plot of each benchmark on each platform.

use maud::{Markup, html};

use super::chart::{WIDTH, chart};
use super::part::Part;
use crate::figures::{self, Drawing};
use analysis::platform_set::{PlatformSet, Row};

/// Figures at most: each takes some kilobytes, and the page has to stay one that opens.
const FIGURES: usize = 700;

/// So many figures that deserve a look are unfolded.
const UNFOLDED: usize = 24;

/// The figures of a benchmark.
struct Benchmark<'a> {
    name: &'a str,
    drawings: Vec<Drawing>,
}

pub(super) fn part(set: &PlatformSet) -> Option<Part> {
    let mut all: Vec<_> = set.benchmarks().iter().map(|row| Benchmark::new(set, *row)).collect();
    all.retain(|one| !one.drawings.is_empty());
    let equal: Vec<_> = set.benchmarks().iter().filter_map(|row| equal(set, *row)).collect();
    let count: usize = all.iter().map(|one| one.drawings.len()).sum();
    let each = if count > FIGURES { (FIGURES / all.len().max(1)).max(1) } else { usize::MAX };
    for one in &mut all {
        one.drawings.truncate(each);
    }
    let (remarkable, others): (Vec<_>, Vec<_>) =
        all.iter().partition(|one| one.drawings.iter().any(|it| it.remark.is_some()));
    (count > 0 || !equal.is_empty()).then(|| Part {
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
                 percentiles instead of the box. Unfolded is what has several peaks, a long tail, or \
                 a middle half that is wider than a tenth of the median."
            }
            @if each < usize::MAX {
                p.warning {
                    "Of " (count) " figures the first " (each) " of each benchmark are here. \
                     hyperbench report FILE --figure distribution:BENCHMARK:PLATFORM draws the others."
                }
            }
        },
        body: html! {
            @for (index, one) in remarkable.iter().enumerate() {
                @let until: usize = remarkable[..=index].iter().map(|it| it.drawings.len()).sum();
                (one.folded(until <= UNFOLDED))
            }
            @for one in &others { (one.folded(false)) }
            @if !equal.is_empty() {
                p { "Nothing is drawn where all batches but outliers cost the same:" }
                ul { @for text in &equal { li { (text) } } }
            }
        },
    })
}

impl<'a> Benchmark<'a> {
    fn new(set: &PlatformSet, row: Row<'a>) -> Self {
        let runs = set.runs().enumerate();
        let drawing = |(index, labelled)| figures::distribution(labelled, index, row, WIDTH);
        Self { name: row.name, drawings: runs.filter_map(drawing).collect() }
    }

    fn folded(&self, is_open: bool) -> Markup {
        let mut remarks: Vec<&str> = self.drawings.iter().filter_map(|it| it.remark).collect();
        remarks.sort_unstable();
        remarks.dedup();
        html! {
            details open[is_open] {
                summary {
                    (self.name)
                    @if !remarks.is_empty() { ": " span.why { (remarks.join(", ")) } }
                }
                div.grid { @for drawing in &self.drawings { (chart(drawing, &drawing.description)) } }
            }
        }
    }
}

/// On which platforms all batches of a benchmark but outliers are equal; `None` where on none.
fn equal(set: &PlatformSet, row: Row) -> Option<String> {
    let texts: Vec<_> = set.runs().filter_map(|labelled| figures::equal(labelled, row)).collect();
    (!texts.is_empty()).then(|| format!("{}: {}", row.name, texts.join("; ")))
}
