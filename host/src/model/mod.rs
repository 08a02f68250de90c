//! The paper's cost model (its section 3) filled from measurements: what virtualization adds
//! to each operation, and which part of it is the processor's, memory's and I/O's.
//! `docs/cost-model.md` says which benchmark feeds which term.

mod cost;
mod monitor;

pub use cost::{Cost, Model, Part, Share};
pub use monitor::{MonitorCost, monitor_costs};

use crate::results::Summary;

/// A figure with the interval in which it is known to lie, in the platform's unit.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
pub struct Figure {
    /// The figure itself.
    pub value: f64,
    /// Lower end; the figure itself where no interval is known.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Figure {
    /// The cost of an operation; `None` unless it was measured and can be told from zero.
    pub fn of(summary: &Summary) -> Option<Self> {
        let value = summary.value?;
        let (low, high) = (summary.low.unwrap_or(value), summary.high.unwrap_or(value));
        Some(Self { value, low, high })
    }

    /// The difference. Its interval takes both to be as far apart as they can be, so it covers
    /// the truth at least as often as theirs do together.
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        Self {
            value: self.value - other.value,
            low: self.low - other.high,
            high: self.high - other.low,
        }
    }

    /// The quotient, where `other` is positive.
    pub fn over(self, other: Self) -> Option<Self> {
        (other.low > 0.0).then(|| Self {
            value: self.value / other.value,
            low: self.low / other.high,
            high: self.high / other.low,
        })
    }

    /// Whether the interval leaves out zero.
    pub fn is_resolved(self) -> bool {
        self.low > 0.0 || self.high < 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEN: Figure = Figure { value: 10.0, low: 9.0, high: 12.0 };
    const FOUR: Figure = Figure { value: 4.0, low: 2.0, high: 5.0 };

    #[test]
    fn intervals_are_as_wide_as_both_together() {
        assert_eq!(TEN.minus(FOUR), Figure { value: 6.0, low: 4.0, high: 10.0 });
        assert_eq!(TEN.over(FOUR), Some(Figure { value: 2.5, low: 1.8, high: 6.0 }));
        assert!(TEN.minus(FOUR).is_resolved() && !TEN.minus(TEN).is_resolved());
        assert_eq!(TEN.over(Figure { low: 0.0, ..FOUR }), None);
    }
}
