//! How sure it is over all benchmarks which of two platforms is better.

use schemars::JsonSchema;
use serde::Serialize;

use super::Side;
use results::Summary;
use stats::hpt::{Scale, hpt};
use stats::sorted::Sorted;

/// Reliability by hierarchical performance testing, 0 to 1 each; `stats::hpt` has the method.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub struct Reliability {
    /// Benchmarks that took part: those measured on both sides.
    pub benchmarks: usize,
    /// Of 'A is better than B', benchmarks weighing by the logarithm of their ratio.
    pub a_better: f64,
    /// Of 'B is better than A', likewise.
    pub b_better: f64,
    /// Of 'A is better than B', benchmarks weighing by their difference, as the method was
    /// published.
    pub a_better_by_difference: f64,
    /// Of 'B is better than A', likewise.
    pub b_better_by_difference: f64,
}

/// The reliability over all benchmarks that can be told from zero on both sides.
pub(super) fn reliability(a: &Side, b: &Side) -> Option<Reliability> {
    let both = a.run.benchmarks.iter().filter_map(|x| Some((x, b.run.find(&x.name)?)));
    let pairs: Vec<(Sorted, Sorted)> =
        both.filter_map(|(x, y)| Some((figures(x)?, figures(y)?))).collect();
    let (ratio, difference) = (hpt(&pairs, Scale::Ratio)?, hpt(&pairs, Scale::Difference)?);
    Some(Reliability {
        benchmarks: pairs.len(),
        a_better: ratio.a_better,
        b_better: ratio.b_better,
        a_better_by_difference: difference.a_better,
        b_better_by_difference: difference.b_better,
    })
}

/// The figures of the boots; of published results the only one.
fn figures(summary: &Summary) -> Option<Sorted> {
    let value = summary.value?;
    let boots = summary.boot_costs();
    let figures = if boots.is_empty() { vec![value] } else { boots };
    Sorted::new(figures).filter(|sorted| sorted.min() > 0.0)
}
