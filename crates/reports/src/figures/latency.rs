//! Histogram of single operations on a logarithmic scale, with percentiles.

use serde_json::{Value, json};

use super::axis::{Scale, hidden, short};
use super::{Drawing, distribution_name};
use crate::count_text;
use analysis::platform_set::{LabelledRun, Row};
use results::Latency;
use stats::histogram::Bucket;

/// Height in pixels, of the other distributions too.
pub(super) const HEIGHT: u32 = 170;

/// Bins of a power of ten.
const PER_DECADE: f64 = 12.0;

/// The figure; `None` without samples.
pub(super) fn distribution(
    labelled: LabelledRun,
    colour: usize,
    row: Row,
    latency: &Latency,
) -> Option<Drawing> {
    let bins = bins(&latency.buckets);
    let (first, last) = (bins.first()?.0, bins.last()?.0);
    let marks = [
        (latency.p50, "p50"),
        (latency.p90, "p90"),
        (latency.p99, "p99"),
        (latency.p99_9, "p99.9"),
    ];
    let told = marks.map(|(value, name)| format!("{name} {}", count_text(value)));
    let (count, unit) = (count_text(latency.count), labelled.run.unit);
    Some(Drawing {
        name: distribution_name(labelled, row),
        title: format!("{} on {}, single operations", row.name, labelled.label),
        description: format!(
            "{count} operations in {unit}: {}, longest {}",
            told.join(", "),
            count_text(latency.max)
        ),
        height: HEIGHT,
        option: option(&bins, (edge(first), edge(last + 1)), &marks, colour),
    })
}

fn option(
    bins: &[(i32, u64)],
    (low, high): (f64, f64),
    marks: &[(u64, &str)],
    colour: usize,
) -> Value {
    let most = bins.iter().map(|bin| bin.1).max().unwrap_or(1).max(1) as f64;
    let marks: Vec<_> = marks
        .iter()
        .enumerate()
        .map(|(index, (value, name))| json!({ "value": place_of(*value), "level": 3 - index, "text": name }))
        .collect();
    let scale = Scale::log([10_f64.powf(low), 10_f64.powf(high)]);
    let mut x = Scale { min: low, max: high, ..scale }.axis("@log");
    x["gridIndex"] = json!(1);
    let mut y = Scale::linear(0.0, most, 2.0).axis("@number");
    y["gridIndex"] = json!(1);
    json!({
        "grid": [
            { "left": 52, "right": 44, "top": 8, "height": 44 },
            { "left": 52, "right": 44, "top": 56, "bottom": 24 },
        ],
        "xAxis": [hidden(0, low, high), x],
        "yAxis": [hidden(0, 0.0, 4.0), y],
        "series": [
            { "renderItem": "@mark", "xAxisIndex": 0, "yAxisIndex": 0, "rows": marks },
            { "renderItem": "@bin", "xAxisIndex": 1, "yAxisIndex": 1, "colour": colour,
                "format": "@log",
                "bins": { "from": short(low), "step": short(1.0 / PER_DECADE), "counts": counts(bins) } },
        ],
    })
}

/// The samples in bins of equal width on the logarithmic scale: number of the bin, and samples.
/// Zero counts as one, which has a logarithm.
fn bins(buckets: &[(usize, u64)]) -> Vec<(i32, u64)> {
    let mut bins: Vec<(i32, u64)> = Vec::new();
    for (index, count) in buckets {
        let Some(bucket) = Bucket::at(*index) else { continue };
        let middle = u64::midpoint(bucket.low, bucket.high);
        #[expect(clippy::cast_possible_truncation, reason = "below 20 decades")]
        let place = (place_of(middle) * PER_DECADE).floor() as i32;
        match bins.last_mut() {
            Some(last) if last.0 == place => last.1 = last.1.saturating_add(*count),
            _ => bins.push((place, *count)),
        }
    }
    bins
}

fn place_of(value: u64) -> f64 {
    (value.max(1) as f64).log10()
}

/// Where bin `place` begins, as a power of ten.
fn edge(place: i32) -> f64 {
    f64::from(place) / PER_DECADE
}

/// The bins without their numbers, and empty ones between them.
fn counts(bins: &[(i32, u64)]) -> Vec<u64> {
    let (Some(first), Some(last)) = (bins.first(), bins.last()) else { return Vec::new() };
    let count = |place| bins.iter().find(|bin| bin.0 == place).map_or(0, |bin| bin.1);
    (first.0..=last.0).map(count).collect()
}

#[cfg(test)]
mod tests {
    use super::{bins, counts};
    use stats::histogram::index_of;

    #[test]
    fn no_sample_is_lost() {
        let buckets: Vec<_> = [0, 1, 5, 11, 12, 1000, 1 << 40].map(|v| (index_of(v), 3)).to_vec();
        let bins = bins(&buckets);
        assert_eq!(bins.iter().map(|bin| bin.1).sum::<u64>(), 21);
        assert_eq!(bins[0], (0, 6), "nothing and one tick share the first bin");
        assert!(bins.is_sorted_by(|a, b| a.0 < b.0));
        let counts = counts(&bins);
        assert_eq!((counts.iter().sum::<u64>(), counts[0], counts[1]), (21, 6, 0));
    }
}
