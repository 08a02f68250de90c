//! Is the cost of a benchmark proportional to how often its operation runs?
//!
//! The cost model writes a term as C ⊛ T: count, cost, and a relation between them that has to be
//! found by experiment. Here total cycles T at a series of counts C are fitted by T = a + b·C and
//! the relation is named.

use super::theil_sen::{Line, theil_sen};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use statrs::distribution::{Binomial, DiscreteCDF};

/// Deviation from the line, and fixed cost, that are too small to matter: 2 %.
pub const TOLERANCE: f64 = 0.02;
/// Level of the test for lack of fit.
const LEVEL: f64 = 0.05;
/// Fewest different counts that can name a relation.
pub const FEWEST_COUNTS: usize = 6;

/// Total cost measured at one count.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Operations, above 0.
    pub count: f64,
    /// Median of the total, in cycles.
    pub total: f64,
    /// Margin of the total's 95 % interval, in cycles; 0 where it is exact.
    pub margin: f64,
}

/// The relation ⊛ between count and cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Relation {
    /// T = b·C: every operation costs the same, whatever the count.
    Linear,
    /// T = a + b·C with a fixed cost a that shows at the small counts.
    Affine,
    /// No straight line describes it.
    NotLinear,
}

/// A fitted and judged series.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scaling {
    /// Theil-Sen line, in cycles and cycles per operation.
    pub line: Line,
    /// What the fit makes of it.
    pub relation: Relation,
    /// Points whose total lies off the line by more than its margin and [`TOLERANCE`].
    pub off_line: usize,
    /// Probability, 0 to 1, of so many such points if the line were true.
    pub p_value: f64,
}

/// Fits and judges `points`; `None` with fewer than [`FEWEST_COUNTS`] different counts, a count
/// that is not positive, or a value that is not finite.
///
/// A point is *off the line* if |T − a − b·C| exceeds its margin plus 2 % of its total. If the
/// line were true, each would be off with a probability of at most 0.05, so the number of them is
/// judged by the binomial distribution: *not linear* if P(Bin(n, 0.05) ≥ off) ≤ 0.05, which takes
/// two points of six or seven, three of eight to sixteen. Otherwise *affine* if |a| exceeds the
/// margin at the smallest count plus 2 % of b times that count, else *linear*. It takes totals
/// that are above zero.
pub fn scaling(points: &[Point]) -> Option<Scaling> {
    let smallest = points.iter().min_by(|a, b| a.count.total_cmp(&b.count))?;
    if different_counts(points) < FEWEST_COUNTS || smallest.count <= 0.0 {
        return None;
    }
    let line = theil_sen(&points.iter().map(|p| (p.count, p.total)).collect::<Vec<_>>())?;
    let off_line = points.iter().filter(|p| is_off(p, &line)).count();
    let p_value = at_least(off_line, points.len())?;
    let unseen = smallest.margin + TOLERANCE * (line.slope * smallest.count).abs();
    let relation = match line.intercept.abs() {
        _ if p_value <= LEVEL => Relation::NotLinear,
        fixed if fixed > unseen => Relation::Affine,
        _ => Relation::Linear,
    };
    Some(Scaling { line, relation, off_line, p_value })
}

impl Scaling {
    /// Smallest count at which the cost per operation T/C is within `share` (0.01 is 1 %) of its
    /// limit b, by the fitted line: |a|/(`share`·b), rounded up, at least 1. `None` where there is
    /// no such limit: not linear, or b not positive.
    pub fn smallest_count_within(&self, share: f64) -> Option<u64> {
        let slope = self.line.slope;
        if self.relation == Relation::NotLinear || slope <= 0.0 {
            return None;
        }
        Some((self.line.intercept.abs() / (share * slope)).ceil().max(1.0) as u64)
    }
}

fn different_counts(points: &[Point]) -> usize {
    let mut counts: Vec<f64> = points.iter().map(|p| p.count).collect();
    counts.sort_unstable_by(f64::total_cmp);
    counts.dedup();
    counts.len()
}

fn is_off(point: &Point, line: &Line) -> bool {
    let off = (point.total - line.at(point.count)).abs();
    off > point.margin + TOLERANCE * point.total.abs()
}

/// P(Bin(`n`, 0.05) ≥ `off`).
fn at_least(off: usize, n: usize) -> Option<f64> {
    let distribution = Binomial::new(LEVEL, n as u64).ok()?;
    Some(off.checked_sub(1).map_or(1.0, |fewer| distribution.sf(fewer as u64)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Rng, close};

    /// Totals at 10, 32, 100 … 10,000 operations, seven counts over three decades.
    fn series(total: impl Fn(f64) -> f64) -> Vec<Point> {
        let counts = [10.0, 32.0, 100.0, 316.0, 1000.0, 3162.0, 10_000.0];
        counts.map(|count| Point { count, total: total(count), margin: 0.0 }).to_vec()
    }

    #[test]
    fn exact_proportion_is_linear() {
        let found = scaling(&series(|c| 4.0 * c)).unwrap();
        assert_eq!(found.relation, Relation::Linear);
        assert_eq!((found.line.slope, found.line.intercept), (4.0, 0.0));
        assert_eq!((found.line.r_squared, found.off_line, found.p_value), (1.0, 0, 1.0));
        assert_eq!(found.smallest_count_within(0.01), Some(1));
    }

    #[test]
    fn a_fixed_cost_is_affine_and_sets_the_recommended_count() {
        let found = scaling(&series(|c| 500.0 + 20.0 * c)).unwrap();
        assert_eq!(found.relation, Relation::Affine);
        close(found.line.intercept, 500.0, 1e-9);
        assert_eq!(found.smallest_count_within(0.01), Some(2500));
    }

    #[test]
    fn a_fixed_cost_within_the_noise_is_linear() {
        let mut points = series(|c| 30.0 + 20.0 * c);
        assert_eq!(scaling(&points).unwrap().relation, Relation::Affine);
        for point in &mut points {
            point.margin = 50.0;
        }
        assert_eq!(scaling(&points).unwrap().relation, Relation::Linear);
    }

    #[test]
    fn curves_are_not_linear() {
        for power in [0.8, 1.2, 1.5, 2.0] {
            let found = scaling(&series(|c| 5.0 * c.powf(power))).unwrap();
            assert_eq!(found.relation, Relation::NotLinear, "C^{power}: {found:?}");
            assert_eq!(found.smallest_count_within(0.01), None);
        }
        let n_log_n = scaling(&series(|c| c * c.ln())).unwrap();
        assert_eq!(n_log_n.relation, Relation::NotLinear);
    }

    #[test]
    fn one_disturbed_point_does_not_change_the_verdict() {
        for disturbed in 0..7 {
            let mut points = series(|c| 4.0 * c);
            points[disturbed].total *= 3.0;
            let found = scaling(&points).unwrap();
            assert_eq!(found.relation, Relation::Linear, "point {disturbed}: {found:?}");
            assert_eq!(found.off_line, 1);
        }
    }

    #[test]
    fn noisy_proportion_is_rarely_called_anything_else() {
        let mut rng = Rng::new(99);
        let wrong = (0..1000)
            .filter(|_| {
                let mut points = series(|c| 4.0 * c);
                for p in &mut points {
                    let sd = 5.0 + 0.01 * p.total;
                    p.total += sd * rng.normal();
                    p.margin = 1.96 * sd;
                }
                scaling(&points).unwrap().relation != Relation::Linear
            })
            .count();
        assert!(wrong <= 50, "{wrong} of 1000");
    }

    #[test]
    fn lack_of_fit_probabilities_by_hand() {
        assert_eq!(at_least(0, 6), Some(1.0));
        close(at_least(1, 6).unwrap(), 1.0 - 0.95f64.powi(6), 1e-12);
        let none_or_one = 0.95f64.powi(6) + 6.0 * 0.05 * 0.95f64.powi(5);
        close(at_least(2, 6).unwrap(), 1.0 - none_or_one, 1e-12); // 0.033
    }

    #[test]
    fn too_few_counts_have_no_verdict() {
        let points = series(|c| c);
        assert!(scaling(&points[1..]).is_some());
        assert_eq!(scaling(&points[2..]), None);
        assert_eq!(scaling(&vec![points[0]; 9]), None);
        assert_eq!(scaling(&[]), None);
        assert_eq!(scaling(&series(|c| if c > 50.0 { f64::NAN } else { c })), None);
    }

    /// At the smallest count of 10 a margin of 50 and 2 % of 20 · 10 leave a fixed cost of 54 unseen.
    #[test]
    fn a_fixed_cost_shows_from_the_margin_and_two_per_cent_on() {
        let relation = |fixed: f64| {
            let mut points = series(|c| fixed + 20.0 * c);
            for point in &mut points {
                point.margin = 50.0;
            }
            scaling(&points).unwrap().relation
        };
        assert_eq!([relation(53.0), relation(54.0)], [Relation::Linear; 2]);
        assert_eq!(relation(55.0), Relation::Affine);
    }

    #[test]
    fn a_point_is_off_the_line_beyond_its_margin_and_two_per_cent() {
        let point = Point { count: 10.0, total: 100.0, margin: 1.0 };
        let off = |at: f64| is_off(&point, &Line { intercept: at, slope: 0.0, r_squared: 1.0 });
        assert!(!off(97.0) && !off(103.0) && off(96.5) && off(103.5));
    }
}
