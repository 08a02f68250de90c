//! A checked, sorted sample and the figures that summarise it.

/// At least one finite value, in ascending order. Functions that take a `Sorted` need no further
/// checks and cannot meet NaN.
#[derive(Clone, Debug, PartialEq)]
pub struct Sorted(Vec<f64>);

impl Sorted {
    /// Sorts `values`; `None` if there is none, or one that is not finite.
    pub fn new(mut values: Vec<f64>) -> Option<Self> {
        if values.is_empty() || values.iter().any(|v| !v.is_finite()) {
            return None;
        }
        values.sort_unstable_by(f64::total_cmp);
        Some(Self(values))
    }

    /// The values, ascending.
    pub fn values(&self) -> &[f64] {
        &self.0
    }

    /// Number of values, at least 1.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Smallest value.
    pub fn min(&self) -> f64 {
        self.0[0]
    }

    /// Largest value.
    pub fn max(&self) -> f64 {
        self.0[self.0.len() - 1]
    }

    /// Arithmetic mean.
    pub fn mean(&self) -> f64 {
        mean(&self.0)
    }

    /// Standard deviation with divisor n − 1; 0 for a single value.
    pub fn std_dev(&self) -> f64 {
        let mean = self.mean();
        let squares: f64 = self.0.iter().map(|v| (v - mean).powi(2)).sum();
        (squares / (self.0.len().max(2) - 1) as f64).sqrt()
    }

    /// The `p` quantile, `p` from 0 to 1 (clamped): linear interpolation between the order
    /// statistics around position (n − 1)·p. Type 7 of Hyndman & Fan, 'Sample Quantiles in
    /// Statistical Packages', The American Statistician 50 (1996); the default of R and `NumPy`.
    pub fn quantile(&self, p: f64) -> f64 {
        let position = p.clamp(0.0, 1.0) * (self.0.len() - 1) as f64;
        let below = position.floor() as usize;
        let above = position.ceil() as usize;
        self.0[below] + (self.0[above] - self.0[below]) * (position - position.floor())
    }

    /// Middle value, or the mean of the two middle values.
    pub fn median(&self) -> f64 {
        self.quantile(0.5)
    }

    /// Mean of what is left when ⌊n·`share`⌋ values are dropped at *each* end, `share` from 0 to
    /// below 0.5. The '5 %-trimmed' mean has `share` = 0.05. (Tukey, 'The Future of Data
    /// Analysis', Ann. Math. Stat. 33, 1962; the same as R's `mean(x, trim = share)`.)
    pub fn trimmed_mean(&self, share: f64) -> f64 {
        let most = (self.0.len() - 1) / 2;
        let dropped = ((self.0.len() as f64 * share) as usize).min(most);
        mean(&self.0[dropped..self.0.len() - dropped])
    }

    /// Median absolute deviation from the median, *not* scaled: for normal data multiply by 1.4826
    /// to estimate the standard deviation (Hampel, JASA 69, 1974).
    pub fn mad(&self) -> f64 {
        let median = self.median();
        let deviations = self.0.iter().map(|v| (v - median).abs()).collect();
        Self::new(deviations).map_or(0.0, |d| d.median())
    }
}

/// Arithmetic mean of at least one value, computed around the first so that equal values give
/// exactly that value.
pub fn mean(values: &[f64]) -> f64 {
    let origin = values[0];
    origin + values.iter().map(|v| v - origin).sum::<f64>() / values.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{close, sorted};

    #[test]
    fn emptiness_and_nonsense_are_refused() {
        assert_eq!(Sorted::new(vec![]), None);
        assert_eq!(Sorted::new(vec![1.0, f64::NAN]), None);
        assert_eq!(Sorted::new(vec![f64::INFINITY]), None);
    }

    #[test]
    fn summary_of_a_small_sample() {
        let s = sorted(&[9.0, 1.0, 4.0, 2.0]);
        assert_eq!((s.min(), s.max(), s.count()), (1.0, 9.0, 4));
        assert_eq!((s.mean(), s.median()), (4.0, 3.0));
        close(s.std_dev(), (38.0f64 / 3.0).sqrt(), 1e-12);
        assert_eq!(s.mad(), 1.5); // deviations 2, 1, 1, 6
    }

    #[test]
    fn quantiles_are_of_type_7() {
        let s = sorted(&[10.0, 20.0, 30.0, 40.0, 50.0]);
        assert_eq!(s.quantile(0.25), 20.0);
        close(s.quantile(0.9), 46.0, 1e-12); // position 3.6
        assert_eq!((s.quantile(-1.0), s.quantile(2.0)), (10.0, 50.0));
    }

    #[test]
    fn trimming_drops_the_share_at_each_end() {
        let mut values: Vec<f64> = (1..=20).map(f64::from).collect();
        values[19] = 1e9;
        let s = sorted(&values);
        assert_eq!(s.trimmed_mean(0.05), 10.5); // 1 and 1e9 dropped
        assert_eq!(sorted(&[1.0, 5.0, 90.0]).trimmed_mean(0.49), 5.0);
        assert_eq!(sorted(&[1.0, 5.0, 90.0]).trimmed_mean(0.05), 32.0);
        // However much is to be dropped, the middle stays.
        assert_eq!(sorted(&[1.0, 5.0, 90.0]).trimmed_mean(0.9), 5.0);
        assert_eq!(sorted(&[1.0, 2.0, 4.0, 8.0]).trimmed_mean(0.9), 3.0);
    }

    #[test]
    fn a_constant_sample_is_exact() {
        let s = sorted(&[0.1; 7]);
        assert_eq!((s.mean(), s.median(), s.trimmed_mean(0.05)), (0.1, 0.1, 0.1));
        assert_eq!((s.std_dev(), s.mad()), (0.0, 0.0));
        assert_eq!(sorted(&[3.0]).std_dev(), 0.0);
    }
}
