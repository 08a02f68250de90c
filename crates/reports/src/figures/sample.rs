//! A sample as histogram and box plot show it.

use stats::outliers::Outliers;
use stats::sorted::Sorted;

/// Bins of a histogram, at least and at most.
const BINS: (f64, f64) = (7.0, 40.0);

/// A sample is wide if the middle half of it is, as a share of its median.
const WIDE: f64 = 0.1;

/// What is on each side of a valley has at least this share of all values, and the valley's bin at most
/// this share of the highest of either side.
const PEAK: f64 = 0.15;
const VALLEY: f64 = 0.25;

/// What is drawn of a sample, and what is not.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Sample {
    /// Quartiles: first, median, third.
    pub(super) quartiles: [f64; 3],
    /// Whiskers: the farthest values within 1.5 interquartile ranges of the quartiles.
    pub(super) whiskers: (f64, f64),
    /// The range drawn: all values within three interquartile ranges of the quartiles.
    pub(super) range: (f64, f64),
    /// Values in each of the equally wide bins of the range.
    pub(super) bins: Vec<usize>,
    /// Values in the range outside the whiskers, those apart from which can be told apart.
    pub(super) dots: Vec<f64>,
    /// How many values lie below and above the range.
    pub(super) beyond: (usize, usize),
    /// The smallest and the largest value.
    pub(super) ends: (f64, f64),
    /// Number of values.
    pub(super) count: usize,
}

impl Sample {
    /// `None` of no values, or ones that are no numbers.
    pub(super) fn of(values: Vec<f64>) -> Option<Self> {
        let sorted = Sorted::new(values)?;
        let fences = Outliers::of(&sorted);
        let within = |(low, high): (f64, f64)| move |value: &&f64| (low..=high).contains(*value);
        let inside: Vec<f64> =
            sorted.values().iter().filter(within(fences.inner)).copied().collect();
        let drawn: Vec<f64> =
            sorted.values().iter().filter(within(fences.outer)).copied().collect();
        let median = sorted.median();
        let ends_of =
            |v: &[f64]| (v.first().copied().unwrap_or(median), v.last().copied().unwrap_or(median));
        let (whiskers, extent) = (ends_of(&inside), ends_of(&drawn));
        let range = widened(extent);
        let quartiles = [sorted.quantile(0.25), median, sorted.quantile(0.75)];
        Some(Self {
            quartiles,
            whiskers,
            range,
            bins: bins(&drawn, range, quartiles[2] - quartiles[0]),
            dots: apart(drawn.iter().filter(|v| **v < whiskers.0 || **v > whiskers.1), range),
            beyond: (
                sorted.values().iter().filter(|v| **v < extent.0).count(),
                sorted.values().iter().filter(|v| **v > extent.1).count(),
            ),
            ends: (sorted.min(), sorted.max()),
            count: sorted.count(),
        })
    }

    /// What deserves a look: that the values have several peaks, or lie far apart.
    pub(super) fn remark(&self) -> Option<&'static str> {
        let [q1, median, q3] = self.quartiles;
        match q3 - q1 > WIDE * median {
            _ if has_valley(&self.bins) => Some("several peaks"),
            true => Some("wide"),
            false => None,
        }
    }

    /// Whether all values that would be drawn are the same.
    pub(super) fn is_constant(&self) -> bool {
        self.whiskers.0.to_bits() == self.whiskers.1.to_bits() && self.dots.is_empty()
    }
}

/// A range that is not empty, with the values in its middle where they are all alike.
fn widened((low, high): (f64, f64)) -> (f64, f64) {
    if high > low {
        return (low, high);
    }
    let room = (low.abs() * 0.05).max(0.5);
    (low - room, low + room)
}

/// The histogram, its bins as wide as Freedman and Diaconis have it: 2·IQR / n^(1/3).
fn bins(drawn: &[f64], (low, high): (f64, f64), iqr: f64) -> Vec<usize> {
    let width = 2.0 * iqr / (drawn.len() as f64).cbrt();
    let wanted = if width > 0.0 { (high - low) / width } else { BINS.0 };
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "within BINS")]
    let count = wanted.clamp(BINS.0, BINS.1).ceil() as usize;
    let mut bins = vec![0; count];
    for value in drawn {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share")]
        let place = ((value - low) / (high - low) * count as f64) as usize;
        bins[place.min(count - 1)] += 1;
    }
    bins
}

/// Whether a histogram has bins that are low beside higher ones on both sides, which hold enough not
/// to be chance. An eighth of all bins are a valley: the steps of a clock leave single ones empty.
fn has_valley(bins: &[usize]) -> bool {
    let enough = (PEAK * bins.iter().sum::<usize>() as f64).max(5.0);
    let highest = |bins: &[usize]| bins.iter().max().copied().unwrap_or_default() as f64;
    let wide = (bins.len() / 8).max(1);
    let is_valley = |at: usize| {
        let (valley, sides) = (&bins[at..at + wide], [&bins[..at], &bins[at + wide..]]);
        let is_deep = |side: &&[usize]| highest(valley) <= VALLEY * highest(side);
        let is_heavy = |side: &&[usize]| side.iter().sum::<usize>() as f64 >= enough;
        sides.iter().all(|side| is_deep(side) && is_heavy(side))
    };
    (0..=bins.len() - wide).any(is_valley)
}

/// Of values closer to each other than a two-hundredth of the range, one.
fn apart<'a>(values: impl Iterator<Item = &'a f64>, (low, high): (f64, f64)) -> Vec<f64> {
    let mut kept: Vec<f64> = Vec::new();
    for value in values {
        if kept.last().is_none_or(|last| value - last > (high - low) / 200.0) {
            kept.push(*value);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_is_in_a_bin_or_counted_as_beyond() {
        let mut values: Vec<f64> = (0..500).map(|i| 100.0 + f64::from(i % 50)).collect();
        values.extend([5e6, -9e3, 5e6]);
        let sample = Sample::of(values).unwrap();
        assert_eq!(sample.bins.iter().sum::<usize>(), 500);
        assert_eq!((sample.beyond, sample.ends), ((1, 2), (-9e3, 5e6)));
        assert_eq!((sample.range, sample.count), ((100.0, 149.0), 503));
        assert!(sample.dots.is_empty() && !sample.is_constant());
    }

    #[test]
    fn equal_values_are_one_bin_in_the_middle() {
        let sample = Sample::of(vec![2.0; 30]).unwrap();
        assert_eq!((sample.range, sample.bins.iter().max()), ((1.5, 2.5), Some(&30)));
        assert!(sample.is_constant());
        assert_eq!(Sample::of(vec![2.0, f64::NAN]), None);
        assert_eq!(Sample::of(Vec::new()), None);
    }

    #[test]
    fn several_peaks_and_wide_samples_deserve_a_look() {
        let around = |centre: f64| (0..100).map(move |i| centre + f64::from(i % 9 + i % 4) / 10.0);
        let remark = |values: Vec<f64>| Sample::of(values).unwrap().remark();
        assert_eq!(remark(around(1000.0).collect()), None);
        assert_eq!(remark(around(1000.0).chain(around(1010.0)).collect()), Some("several peaks"));
        assert_eq!(remark(around(1000.0).chain([1010.0; 3]).collect()), None);
        assert_eq!(remark((0..100).map(|i| 100.0 + f64::from(i)).collect()), Some("wide"));
    }

    #[test]
    fn mild_outliers_are_dots() {
        let mut values: Vec<f64> = (0..100).map(f64::from).collect();
        values.push(200.0);
        assert_eq!(Sample::of(values).unwrap().dots, [200.0]);
    }
}
