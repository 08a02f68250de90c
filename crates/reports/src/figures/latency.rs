//! Histogram of single operations on a logarithmic scale, with percentiles.

use maud::{Markup, html};

use super::axis::Axis;
use super::histogram::{BINS, HEIGHT, LEFT, RIGHT, bins};
use super::marks::{line, text};
use super::{Drawing, distribution_name};
use crate::count_text;
use crate::digits::counted;
use analysis::platform_set::{LabelledRun, Row};
use results::Latency;
use stats::histogram::Bucket;

/// Bins of a power of ten.
const PER_DECADE: f64 = 12.0;

/// Pixels between the names of percentiles, which stand at heights of their own lest one hides
/// another.
const LEVEL: f64 = 10.0;

/// An operation in a hundred that takes so many times as long as usual deserves a look.
const LONG: u64 = 2;

/// The figure; `None` without samples.
pub(super) fn distribution(
    labelled: LabelledRun,
    colour: usize,
    row: Row,
    latency: &Latency,
    width: f64,
) -> Option<Drawing> {
    let l = latency;
    let percentiles = [(l.p50, "p50"), (l.p90, "p90"), (l.p99, "p99"), (l.p99_9, "p99.9")];
    let texts = percentiles.map(|(value, name)| format!("{name} {}", count_text(value)));
    let percentiles = percentiles.map(|(value, name)| (value, name.to_owned()));
    let unit = labelled.run.unit;
    Some(Drawing {
        name: distribution_name(labelled, row),
        title: format!("{} on {}, single operations", row.name, labelled.label),
        description: format!(
            "{} in {unit}: {}, longest {}",
            counted(latency.count, "operations"),
            texts.join(", "),
            count_text(latency.max)
        ),
        remark: (l.p99 >= l.p50.saturating_mul(LONG)).then_some("a long tail"),
        size: (width, HEIGHT),
        marks: histogram(&latency.buckets, &percentiles, colour, width)?,
    })
}

/// The bars of `buckets` and where named values lie; `None` without a bucket.
pub(super) fn histogram(
    buckets: &[(usize, u64)],
    named: &[(u64, String)],
    colour: usize,
    width: f64,
) -> Option<Markup> {
    let bins = by_decade(buckets);
    Some(marks(&counts(&bins), bins.first()?.0, named, colour, width))
}

fn marks(
    counts: &[u64],
    first: i32,
    percentiles: &[(u64, String)],
    colour: usize,
    width: f64,
) -> Markup {
    let edge = |bin: usize| 10_f64.powf((f64::from(first) + bin as f64) / PER_DECADE);
    let (low, high) = (edge(0), edge(counts.len()));
    let x = Axis::log([low, high]).within(low, high).along(LEFT, width - RIGHT - 20.0);
    html! { g class=(format!("c{colour}")) {
        @for (level, (value, name)) in percentiles.iter().enumerate() {
            @let (place, y) = (x.at(*value as f64), 6.0 + level as f64 * LEVEL);
            (line("ink", (place, y - 4.0), (place, BINS.0)))
            (text("small", (place + 3.0, y), "start", name))
        }
        (bins(counts, &x, edge))
    } }
}

/// The samples in bins of equal width on the logarithmic scale: number of the bin, and samples.
/// Zero counts as one, which has a logarithm.
fn by_decade(buckets: &[(usize, u64)]) -> Vec<(i32, u64)> {
    let mut bins: Vec<(i32, u64)> = Vec::new();
    for (index, count) in buckets {
        let Some(bucket) = Bucket::at(*index) else { continue };
        let middle = u64::midpoint(bucket.low, bucket.high);
        #[expect(clippy::cast_possible_truncation, reason = "below 20 decades")]
        let place = ((middle.max(1) as f64).log10() * PER_DECADE).floor() as i32;
        match bins.last_mut() {
            Some(last) if last.0 == place => last.1 = last.1.saturating_add(*count),
            _ => bins.push((place, *count)),
        }
    }
    bins
}

/// The bins without their numbers, and empty ones between them.
fn counts(bins: &[(i32, u64)]) -> Vec<u64> {
    let (Some(first), Some(last)) = (bins.first(), bins.last()) else { return Vec::new() };
    let count = |place| bins.iter().find(|bin| bin.0 == place).map_or(0, |bin| bin.1);
    (first.0..=last.0).map(count).collect()
}

#[cfg(test)]
mod tests {
    use super::{by_decade, counts};
    use stats::histogram::index_of;

    #[test]
    fn no_sample_is_lost() {
        let buckets: Vec<_> = [0, 1, 5, 11, 12, 1000, 1 << 40].map(|v| (index_of(v), 3)).to_vec();
        let bins = by_decade(&buckets);
        assert_eq!(bins.iter().map(|bin| bin.1).sum::<u64>(), 21);
        assert_eq!(bins[0], (0, 6), "nothing and one tick share the first bin");
        assert!(bins.is_sorted_by(|a, b| a.0 < b.0));
        let counts = counts(&bins);
        assert_eq!((counts.iter().sum::<u64>(), counts[0], counts[1]), (21, 6, 0));
    }
}
