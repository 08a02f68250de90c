//! Histogram and box plot of a benchmark's batches on a platform, after `VMbench`.

use maud::{Markup, html};

use super::axis::Axis;
use super::histogram::{HEIGHT, LEFT, RIGHT, bins};
use super::marks::{area, interval, line};
use super::sample::Sample;
use super::{Drawing, TOGETHER, distribution_name, latency};
use crate::{count_text, figure_text};
use analysis::platform_set::{LabelledRun, Row};
use results::{Measured, Status, Unit};

/// Where the middle of the box is.
const BOX: f64 = 20.0;

/// The figure, in the platform's colour; `None` where nothing was measured, and where all batches
/// are equal.
pub fn distribution(labelled: LabelledRun, index: usize, row: Row, width: f64) -> Option<Drawing> {
    let summary = labelled.run.find(row.name)?;
    let colour = index % TOGETHER;
    if let Some(latency) = &summary.latency {
        return latency::distribution(labelled, colour, row, latency, width);
    }
    let sample = sample(labelled, row).filter(|sample| !sample.is_constant())?;
    Some(Drawing {
        name: distribution_name(labelled, row),
        title: format!("{} on {}", row.name, labelled.label),
        description: description(&sample, labelled.run.unit),
        remark: sample.remark(),
        size: (width, HEIGHT),
        marks: marks(&sample, colour, width),
    })
}

/// That all batches of a benchmark but outliers are equal, in words; `None` where they are not.
pub(crate) fn equal(labelled: LabelledRun, row: Row) -> Option<String> {
    let sample = sample(labelled, row).filter(Sample::is_constant)?;
    let (count, cost) = (count_text(sample.count as u64), figure_text(sample.quartiles[1]));
    let (beyond, unit) = (beyond(&sample), labelled.run.unit);
    let which = if beyond.is_empty() { "all" } else { "most of" };
    Some(format!("{}: {which} {count} batches are equal, {cost} {unit}{beyond}", labelled.label))
}

fn sample(labelled: LabelledRun, row: Row) -> Option<Sample> {
    let parts = labelled.run.boots.iter().flat_map(|boot| &boot.benchmarks);
    let parts = parts.filter(|part| part.name == row.name && part.status == Status::Ok);
    Sample::of(parts.flat_map(Measured::costs).collect())
}

/// What can be seen, and what lies beyond the edges.
fn description(sample: &Sample, unit: Unit) -> String {
    let count = count_text(sample.count as u64);
    let [q1, median, q3] = sample.quartiles.map(figure_text);
    let beyond = beyond(sample);
    format!("{count} batches: median {median} {unit}, half of them from {q1} to {q3}{beyond}")
}

/// How many values are not drawn, and how far they reach.
pub(super) fn beyond(sample: &Sample) -> String {
    let (below, above) = sample.beyond;
    let mut text = String::new();
    if below > 0 {
        text += &format!("; {below} lower not drawn, down to {}", figure_text(sample.ends.0));
    }
    if above > 0 {
        text += &format!("; {above} higher not drawn, up to {}", figure_text(sample.ends.1));
    }
    text
}

/// Box plot and histogram of a sample.
pub(super) fn marks(sample: &Sample, colour: usize, width: f64) -> Markup {
    let (low, high) = sample.range;
    let x = Axis::linear(low, high, 3.0).along(LEFT, width - RIGHT);
    let step = (high - low) / sample.bins.len() as f64;
    let counts: Vec<u64> = sample.bins.iter().map(|count| *count as u64).collect();
    let edge = |bin: usize| low + bin as f64 * step;
    html! { g class=(format!("c{colour}")) {
        (quartiles(sample, &x))
        (bins(&counts, &x, edge))
    } }
}

fn quartiles(sample: &Sample, x: &Axis) -> Markup {
    let [q1, median, q3] = sample.quartiles.map(|value| x.at(value));
    html! {
        (interval((x.at(sample.whiskers.0), x.at(sample.whiskers.1)), BOX, 4.0))
        (area((q1, BOX - 7.0), (q3, BOX + 7.0), ""))
        (line("ink strong", (median, BOX - 9.0), (median, BOX + 9.0)))
        @for value in &sample.dots { circle.dot cx=(x.at(*value)) cy=(BOX) r="2.5" {} }
    }
}
