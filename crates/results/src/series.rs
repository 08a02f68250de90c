//! A benchmark's total cost at a series of operation counts, and what relates the two.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::benchmark::Measured;
use super::status::Status;
use stats::scaling::{FEWEST_COUNTS, Point, Relation, scaling};

/// A cost per operation this close to its limit is good enough: 1 %.
const CLOSE: f64 = 0.01;

/// One benchmark's series.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Series {
    /// The benchmark's name.
    pub benchmark: String,
    /// The paper's range of counts for it, low and high end.
    pub paper: (u64, u64),
    /// The totals, by count.
    pub points: Vec<Total>,
    /// Why there are no more points; absent where all counts were measured.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub ended: String,
    /// The line through the points and what it is worth; absent where there are too few.
    pub fit: Option<Fit>,
}

/// The total cost of a number of operations.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Total {
    /// Operations, at least 1.
    pub count: u64,
    /// Median over the batches of benchmark minus control, in the platform's unit.
    pub total: f64,
    /// How far its 95 % interval reaches from it at most; with fewer than six batches, how far
    /// the farthest batch is.
    pub margin: f64,
}

/// T(C) = `fixed` + `per_operation`·C, and the verdict on it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Fit {
    /// What relates count and cost.
    pub relation: Relation,
    /// Cost that does not depend on the count, in the platform's unit.
    pub fixed: f64,
    /// Cost of each operation, in the platform's unit.
    pub per_operation: f64,
    /// Coefficient of determination; 1 for points exactly on the line.
    pub r_squared: f64,
    /// The smallest count at which the cost of an operation is within 1 % of its limit; absent
    /// where it has none.
    pub enough: Option<u64>,
}

impl Total {
    /// The total of `measured`; `None` unless it is ok.
    pub fn of(measured: &Measured) -> Option<Self> {
        let estimate = measured.estimate.as_ref().filter(|_| measured.status == Status::Ok)?;
        let count = measured.plan.as_ref()?.n;
        let (low, high) =
            estimate.ci95.map_or((estimate.min, estimate.max), |ci| (ci.low, ci.high));
        let margin = (high - estimate.median).max(estimate.median - low);
        let n = count as f64;
        Some(Self { count, total: estimate.median * n, margin: margin * n })
    }

    /// Whether it can be told from zero.
    pub fn is_resolved(&self) -> bool {
        self.total > self.margin
    }
}

impl Series {
    /// Judges `points`; those that cannot be told from zero are kept and take no part.
    pub fn new(benchmark: &str, paper: (u64, u64), points: Vec<Total>, ended: String) -> Self {
        let used: Vec<Point> = points.iter().filter(|p| p.is_resolved()).map(point).collect();
        let fit = scaling(&used).map(|found| Fit {
            relation: found.relation,
            fixed: found.line.intercept,
            per_operation: found.line.slope,
            r_squared: found.line.r_squared,
            enough: found.smallest_count_within(CLOSE),
        });
        Self { benchmark: benchmark.to_owned(), paper, points, ended, fit }
    }

    /// Why there is no fit; empty where there is one.
    pub fn why_unfit(&self) -> String {
        if self.fit.is_some() {
            return String::new();
        }
        let resolved = self.points.iter().filter(|point| point.is_resolved()).count();
        let why = format!("{resolved} counts can be told from zero, {FEWEST_COUNTS} are needed");
        if self.ended.is_empty() { why } else { format!("{why}; {}", self.ended) }
    }
}

fn point(total: &Total) -> Point {
    Point { count: total.count as f64, total: total.total, margin: total.margin }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn series(total: impl Fn(f64) -> f64, margin: f64) -> Series {
        let counts = [10, 32, 100, 316, 1000, 3162, 10_000];
        let points =
            counts.map(|count| Total { count, total: total(count as f64), margin }).to_vec();
        Series::new("in", (10, 100), points, String::new())
    }

    #[test]
    fn a_straight_series_has_a_verdict_and_a_count_that_is_enough() {
        let fit = series(|c| 500.0 + 20.0 * c, 0.0).fit.unwrap();
        assert_eq!((fit.relation, fit.enough), (Relation::Affine, Some(2500)));
        assert!((fit.fixed - 500.0).abs() < 1e-9 && (fit.per_operation - 20.0).abs() < 1e-9);
    }

    #[test]
    fn points_in_the_noise_take_no_part_and_too_few_have_no_verdict() {
        let fit = series(|c| 4.0 * c, 150.0);
        assert_eq!(fit.fit, None, "10 and 32 operations cannot be told from zero");
        assert!(fit.why_unfit().starts_with("5 counts"), "{}", fit.why_unfit());
        assert_eq!(fit.points.len(), 7);
    }

    /// 10 ticks an operation, of which there are 5, and an interval that reaches 3 up and 6 down.
    #[test]
    fn a_total_is_known_as_far_as_the_farther_end_of_its_interval() {
        use crate::{ConfidenceInterval, Estimate, Method, Plan};
        let part = |status, low| {
            let interval = stats::interval::Interval { low, high: 13.0, coverage: 0.95 };
            let ci95 = Some(ConfidenceInterval::new(interval, Method::OrderStatistics));
            Measured {
                status,
                plan: Some(Plan { n: 5, batches: 1, why: String::new() }),
                estimate: Some(Estimate { ci95, ..Estimate::of(vec![10.0]).unwrap() }),
                ..Measured::unfinished("in", "test", "")
            }
        };
        let total = |margin| Some(Total { count: 5, total: 50.0, margin });
        assert_eq!(Total::of(&part(Status::Ok, 9.0)), total(15.0));
        assert_eq!(Total::of(&part(Status::Ok, 4.0)), total(30.0));
        assert_eq!(Total::of(&part(Status::Fault, 9.0)), None);
        assert!(total(49.0).unwrap().is_resolved() && !total(50.0).unwrap().is_resolved());
    }
}
