//! Whether a measured difference is above zero at all.

use super::interval::Interval;

/// What may be said of a cost measured as benchmark minus control.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Figure {
    /// A cost above zero.
    Resolved {
        /// The median.
        value: f64,
        /// Margin of its interval; `None` if too few samples were taken for one.
        margin: Option<f64>,
    },
    /// The cost cannot be told from zero, or the control was the slower of the two.
    BelowResolution {
        /// Upper end of the interval, if there is one; not negative.
        at_most: Option<f64>,
    },
}

/// Judges the median of the differences and its interval, both in the same unit: *below
/// resolution* if the median is zero or negative, or the interval reaches down to zero. A cost is
/// positive by nature, so such a figure tells of the noise and not of the operation.
pub fn resolve(median: f64, interval: Option<Interval>) -> Figure {
    if median <= 0.0 || interval.is_some_and(|i| i.low <= 0.0) {
        return Figure::BelowResolution { at_most: interval.map(|i| i.high.max(0.0)) };
    }
    Figure::Resolved { value: median, margin: interval.map(|i| i.margin(median)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judge(median: f64, low: f64, high: f64) -> Figure {
        resolve(median, Some(Interval { low, high, coverage: 0.95 }))
    }

    #[test]
    fn positive_costs_are_resolved() {
        let (value, margin) = (9.0, Some(0.5));
        assert_eq!(judge(9.0, 8.5, 9.25), Figure::Resolved { value, margin });
        assert_eq!(resolve(9.0, None), Figure::Resolved { value, margin: None });
    }

    #[test]
    fn zero_inside_the_interval_is_below_resolution() {
        let at_most = Some(4.0);
        assert_eq!(judge(1.0, -2.0, 4.0), Figure::BelowResolution { at_most });
        assert_eq!(judge(1.0, 0.0, 4.0), Figure::BelowResolution { at_most });
    }

    #[test]
    fn a_faster_benchmark_than_its_control_is_below_resolution() {
        let at_most = Some(0.0);
        assert_eq!(judge(-5.0, -6.0, -4.0), Figure::BelowResolution { at_most });
        assert_eq!(resolve(-5.0, None), Figure::BelowResolution { at_most: None });
        assert_eq!(judge(0.0, 0.0, 0.0), Figure::BelowResolution { at_most });
    }
}
