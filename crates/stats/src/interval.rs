//! A confidence interval.

/// An interval that covers an unknown true value with a stated probability.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Lower end, in the unit of the estimate.
    pub low: f64,
    /// Upper end, `low <= high`.
    pub high: f64,
    /// Probability, 0 to 1, with which such an interval covers the truth: exact where the method
    /// knows it, else the nominal level.
    pub coverage: f64,
}

impl Interval {
    /// Larger distance from `estimate` to an end: the smallest *m* for which
    /// `estimate` ± *m* takes in the whole interval. In the unit of the estimate, never negative.
    pub fn margin(&self, estimate: f64) -> f64 {
        (self.high - estimate).max(estimate - self.low).max(0.0)
    }

    /// [`margin`](Self::margin) as a share of |`estimate`|: 0.01 is ± 1 %. Infinite for a zero
    /// estimate with a margin, zero where there is no margin.
    pub fn relative_margin(&self, estimate: f64) -> f64 {
        match self.margin(estimate) {
            0.0 => 0.0,
            margin => margin / estimate.abs(),
        }
    }

    /// The smallest factor *f* for which `estimate` / *f* to `estimate` · *f* takes in the whole
    /// interval; infinite unless that and the estimate are above zero.
    pub fn factor(&self, estimate: f64) -> f64 {
        if self.low <= 0.0 || estimate <= 0.0 {
            return f64::INFINITY;
        }
        (self.high / estimate).max(estimate / self.low).max(1.0)
    }

    /// Whether `value` lies in the closed interval.
    pub fn contains(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOPSIDED: Interval = Interval { low: 98.0, high: 105.0, coverage: 0.95 };

    #[test]
    fn the_margin_takes_in_the_farther_end() {
        assert_eq!(LOPSIDED.margin(100.0), 5.0);
        assert_eq!(LOPSIDED.relative_margin(100.0), 0.05);
        assert_eq!(Interval { low: 90.0, ..LOPSIDED }.margin(100.0), 10.0);
    }

    #[test]
    fn the_factor_takes_in_the_farther_end() {
        let wide = Interval { low: 25.0, high: 300.0, coverage: 0.95 };
        assert_eq!((wide.factor(100.0), wide.factor(50.0)), (4.0, 6.0));
        assert_eq!([LOPSIDED.factor(0.0), LOPSIDED.factor(-1.0)], [f64::INFINITY; 2]);
        assert_eq!(Interval { low: -1.0, ..LOPSIDED }.factor(100.0), f64::INFINITY);
    }

    #[test]
    fn its_ends_are_in_it() {
        assert_eq!(
            [97.9, 98.0, 105.0, 105.1].map(|value| LOPSIDED.contains(value)),
            [false, true, true, false]
        );
    }

    #[test]
    fn a_point_has_no_margin_even_at_zero() {
        let zero = Interval { low: 0.0, high: 0.0, coverage: 1.0 };
        assert_eq!(zero.relative_margin(0.0), 0.0);
        assert!(zero.contains(0.0));
        assert_eq!(LOPSIDED.relative_margin(0.0), f64::INFINITY);
    }
}
