//! Histogram and box plot of a benchmark's batches on a platform, after `VMbench`.

use serde_json::json;

use super::axis::{Scale, hidden, short};
use super::sample::Sample;
use super::{Drawing, distribution_name, latency};
use crate::{count_text, figure_text};
use analysis::platform_set::{LabelledRun, Row};
use results::{Measured, Status, Unit};

/// The figure, in the platform's colour; `None` where nothing was measured, and where all batches
/// are equal.
pub fn distribution(labelled: LabelledRun, colour: usize, row: Row) -> Option<Drawing> {
    let summary = labelled.run.find(row.name)?;
    if let Some(latency) = &summary.latency {
        return latency::distribution(labelled, colour, row, latency);
    }
    let sample = sample(labelled, row).filter(|sample| !sample.is_constant())?;
    Some(Drawing {
        name: distribution_name(labelled, row),
        title: format!("{} on {}", row.name, labelled.label),
        description: description(&sample, labelled.run.unit),
        height: latency::HEIGHT,
        option: option(&sample, colour),
    })
}

/// That all batches of a benchmark are equal, in words; `None` where they are not.
pub(crate) fn equal(labelled: LabelledRun, row: Row) -> Option<String> {
    let sample = sample(labelled, row).filter(Sample::is_constant)?;
    let (count, cost) = (count_text(sample.count as u64), figure_text(sample.ends.0));
    Some(format!("{}: all {count} batches are equal, {cost} {}", labelled.label, labelled.run.unit))
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
    let mut text =
        format!("{count} batches: median {median} {unit}, half of them from {q1} to {q3}");
    let (below, above) = sample.beyond;
    if below > 0 {
        text += &format!("; {below} lower ones not drawn, down to {}", figure_text(sample.ends.0));
    }
    if above > 0 {
        text += &format!("; {above} higher ones not drawn, up to {}", figure_text(sample.ends.1));
    }
    text
}

fn option(sample: &Sample, colour: usize) -> serde_json::Value {
    let (low, high) = sample.range;
    let width = (high - low) / sample.bins.len() as f64;
    let dots: Vec<_> = sample.dots.iter().map(|value| json!({ "value": short(*value) })).collect();
    let [q1, median, q3] = sample.quartiles.map(short);
    let whiskers = (short(sample.whiskers.0), short(sample.whiskers.1));
    let most = sample.bins.iter().max().copied().unwrap_or(1).max(1) as f64;
    let mut x = Scale::linear(low, high, 3.0).axis("@number");
    x["gridIndex"] = json!(1);
    let mut y = Scale::linear(0.0, most, 2.0).axis("@number");
    y["gridIndex"] = json!(1);
    json!({
        "grid": [
            { "left": 44, "right": 14, "top": 6, "height": 24 },
            { "left": 44, "right": 14, "top": 36, "bottom": 24 },
        ],
        "xAxis": [hidden(0, low, high), x],
        "yAxis": [hidden(0, -1.0, 1.0), y],
        "series": [
            { "renderItem": "@box", "xAxisIndex": 0, "yAxisIndex": 0, "rows": [{ "low": whiskers.0,
                "q1": q1, "median": median, "q3": q3, "high": whiskers.1, "colour": colour }] },
            { "renderItem": "@dot", "xAxisIndex": 0, "yAxisIndex": 0, "rows": dots },
            { "renderItem": "@bin", "xAxisIndex": 1, "yAxisIndex": 1, "colour": colour,
                "format": "@number",
                "bins": { "from": short(low), "step": short(width), "counts": sample.bins } },
        ],
    })
}
