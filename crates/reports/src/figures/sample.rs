//! A sample as histogram and box plot show it.

use stats::outliers::Outliers;
use stats::sorted::Sorted;

/// Bins of a histogram, at least and at most.
const BINS: (f64, f64) = (7.0, 40.0);

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

    /// Whether all values are the same.
    pub(super) fn is_constant(&self) -> bool {
        self.ends.0.to_bits() == self.ends.1.to_bits()
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
    fn mild_outliers_are_dots() {
        let mut values: Vec<f64> = (0..100).map(f64::from).collect();
        values.push(200.0);
        assert_eq!(Sample::of(values).unwrap().dots, [200.0]);
    }
}
