//! The paper's cost model (its section 3) filled from measurements: what virtualization adds
//! to each operation, and which part of it is the processor's, memory's and I/O's.
//! `docs/cost-model.md` says which benchmark feeds which term.

mod cost;
mod monitor;

pub use cost::{Cost, Model, Part, Share};
pub use monitor::{MonitorCost, monitor_costs};

use crate::{LEVEL, Summary};
use stats::interval::Interval;

/// A figure with the interval in which it is known to lie, in the platform's unit.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
pub struct Figure {
    /// The figure itself.
    pub value: f64,
    /// Lower end; the figure itself where no interval is known.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// Whether the interval is known.
    pub has_interval: bool,
}

impl Figure {
    /// The cost of an operation; `None` unless it was measured and can be told from zero.
    pub fn of(summary: &Summary) -> Option<Self> {
        let value = summary.value?;
        let interval = summary.interval();
        let (low, high) = interval.map_or((value, value), |known| (known.low, known.high));
        Some(Self { value, low, high, has_interval: interval.is_some() })
    }

    /// Its interval, where that is known.
    pub fn interval(self) -> Option<Interval> {
        let Self { low, high, .. } = self;
        self.has_interval.then_some(Interval { low, high, coverage: LEVEL })
    }

    /// The difference. Its interval takes both to be as far apart as they can be, so it covers
    /// the truth at least as often as theirs do together.
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        Self {
            value: self.value - other.value,
            low: self.low - other.high,
            high: self.high - other.low,
            has_interval: self.has_interval && other.has_interval,
        }
    }

    /// The same with the other sign.
    #[must_use]
    pub fn negated(self) -> Self {
        Self { value: -self.value, low: -self.high, high: -self.low, ..self }
    }

    /// The quotient, where `other` is positive.
    pub fn over(self, other: Self) -> Option<Self> {
        (other.low > 0.0).then(|| Self {
            value: self.value / other.value,
            low: self.low / other.high,
            high: self.high / other.low,
            has_interval: self.has_interval && other.has_interval,
        })
    }

    /// Whether the interval leaves out zero, or has no width.
    pub fn is_resolved(self) -> bool {
        self.low > 0.0 || self.high < 0.0 || self.low.to_bits() == self.high.to_bits()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEN: Figure = figure(10.0, 9.0, 12.0);
    const FOUR: Figure = figure(4.0, 2.0, 5.0);

    const fn figure(value: f64, low: f64, high: f64) -> Figure {
        Figure { value, low, high, has_interval: true }
    }

    #[test]
    fn intervals_are_as_wide_as_both_together() {
        assert_eq!(TEN.minus(FOUR), figure(6.0, 4.0, 10.0));
        assert_eq!(TEN.over(FOUR), Some(figure(2.5, 1.8, 6.0)));
        assert!(TEN.minus(FOUR).is_resolved() && !TEN.minus(TEN).is_resolved());
        let zero = figure(7.0, 7.0, 7.0).minus(figure(7.0, 7.0, 7.0));
        assert!(zero.is_resolved(), "nothing, for certain");
    }

    #[test]
    fn nobody_knows_the_interval_of_a_difference_from_something_without_one() {
        let unknown = Figure { has_interval: false, ..FOUR };
        assert_eq!(TEN.minus(unknown).interval(), None);
        assert!(TEN.minus(FOUR).interval().is_some_and(|interval| interval.contains(6.0)));
        assert_eq!(TEN.over(Figure { low: 0.0, ..FOUR }), None);
    }
}
