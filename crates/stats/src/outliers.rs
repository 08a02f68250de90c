//! Outliers by Tukey's fences.

use super::sorted::Sorted;

/// Tukey's fences and how many values lie beyond them.
///
/// With Q1, Q3 the type-7 quartiles and IQR = Q3 − Q1, a value is a *mild* outlier beyond
/// Q1 − 1.5·IQR or Q3 + 1.5·IQR, a *severe* one beyond Q1 − 3·IQR or Q3 + 3·IQR (Tukey,
/// 'Exploratory Data Analysis', 1977, chapter 2). Outliers are counted, never removed. In data of
/// which more than half is one value the IQR may be 0, and then every other value is severe.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outliers {
    /// Inner fences (low, high): values beyond are at least mild.
    pub inner: (f64, f64),
    /// Outer fences (low, high): values beyond are severe.
    pub outer: (f64, f64),
    /// Values between an inner and an outer fence below the median.
    pub low_mild: usize,
    /// Values below the outer fence.
    pub low_severe: usize,
    /// Values between an inner and an outer fence above the median.
    pub high_mild: usize,
    /// Values above the outer fence.
    pub high_severe: usize,
}

impl Outliers {
    /// Places the fences for `sample` and counts what lies beyond them.
    pub fn of(sample: &Sorted) -> Self {
        let (q1, q3) = (sample.quantile(0.25), sample.quantile(0.75));
        let fences = |k: f64| (q1 - k * (q3 - q1), q3 + k * (q3 - q1));
        let (inner, outer) = (fences(1.5), fences(3.0));
        let below = |fence| sample.values().partition_point(|&v| v < fence);
        let above = |fence| sample.count() - sample.values().partition_point(|&v| v <= fence);
        Self {
            inner,
            outer,
            low_mild: below(inner.0) - below(outer.0),
            low_severe: below(outer.0),
            high_mild: above(inner.1) - above(outer.1),
            high_severe: above(outer.1),
        }
    }

    /// Mild outliers on both sides.
    pub fn mild(&self) -> usize {
        self.low_mild + self.high_mild
    }

    /// Severe outliers on both sides.
    pub fn severe(&self) -> usize {
        self.low_severe + self.high_severe
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Rng, sorted};

    #[test]
    fn fences_and_counts_by_hand() {
        // 0..=8 has Q1 = 2, Q3 = 6; the added pairs on both sides keep the quartiles' places.
        let s = sorted(&[-20.0, -8.0, 1.0, 2.0, 2.0, 3.0, 4.0, 5.0, 6.0, 6.0, 7.0, 16.0, 30.0]);
        let found = Outliers::of(&s);
        assert_eq!(found.inner, (-4.0, 12.0));
        assert_eq!(found.outer, (-10.0, 18.0));
        assert_eq!((found.low_mild, found.low_severe), (1, 1));
        assert_eq!((found.high_mild, found.high_severe), (1, 1));
        assert_eq!((found.mild(), found.severe()), (2, 2));
    }

    #[test]
    fn a_value_on_a_fence_is_inside() {
        let s = sorted(&[2.0, 2.0, 4.0, 6.0, 12.0, 6.0, 2.0, 6.0, 4.0]);
        assert_eq!(Outliers::of(&s).inner.1, 12.0);
        assert_eq!(Outliers::of(&s).mild(), 0);
    }

    #[test]
    fn planted_outliers_are_found_among_noise() {
        let mut rng = Rng::new(11);
        let mut values: Vec<f64> = (0..500).map(|_| 1000.0 + rng.normal()).collect();
        values.extend([1500.0; 7]); // an interrupt's worth away
        let found = Outliers::of(&sorted(&values));
        assert_eq!((found.high_severe, found.low_severe), (7, 0));
        assert!(found.mild() <= 12, "0.7 % of normal data: {}", found.mild());
    }

    #[test]
    fn constant_data_has_none() {
        let found = Outliers::of(&sorted(&[5.0; 30]));
        assert_eq!((found.mild(), found.severe()), (0, 0));
    }
}
