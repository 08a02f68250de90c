//! By how much a benchmark's cost changed, and how sure that is.

use schemars::JsonSchema;
use serde::Serialize;

use super::Side;
use super::allowance::Allowance;
use results::{Status, Summary, Unit};
use stats::figure::Figure;
use stats::rank_sum::overlap;
use stats::sorted::Sorted;

/// Change of a benchmark's cost from A to B.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Change {
    /// B's cost / A's cost − 1: 0.2 is 20 % dearer.
    pub share: f64,
    /// Lower end of its 95 % interval; absent where too little was measured for one.
    pub low: Option<f64>,
    /// Upper end of its 95 % interval.
    pub high: Option<f64>,
    /// B's cost − A's cost, in the platforms' unit.
    pub difference: f64,
    /// What it rests on.
    pub basis: Basis,
    /// Probability of so great a difference if there were none: the larger of what the figures and
    /// what several boots' ranks say; absent where one boot a side leaves that open, and where figures
    /// are exact.
    pub p_value: Option<f64>,
    /// The same for all benchmarks together, by Holm.
    pub adjusted_p: Option<f64>,
    /// Whether it is certain that there is a change: its interval leaves zero out, and the adjusted
    /// p-value is at most what a comparison may err.
    pub certain: bool,
}

/// What a change rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Basis {
    /// Counted instructions that never vary: it is known exactly.
    Exact,
    /// Counted instructions of one boot a side, whose batches vary: another boot would count the same,
    /// so that batches tell all there is to tell.
    Counted,
    /// Several boots a side: the ratio of their figures.
    Boots,
    /// One boot on a side: says nothing of how boots differ.
    Batches,
}

/// The change from `a` to `b`; `None` unless both have a cost.
pub(super) fn change(
    sides: (&Side, &Side),
    a: &Summary,
    b: &Summary,
    allowance: Allowance,
) -> Option<Change> {
    if a.status != Status::Ok || b.status != Status::Ok {
        return None;
    }
    let (from, to) = (a.value?, b.value?);
    let is_counted = sides.0.run.unit == Unit::Instructions;
    if is_counted && is_exact(a) && is_exact(b) {
        let exact = Change::between(from, to, Basis::Exact);
        return Some(Change {
            low: Some(exact.share),
            high: Some(exact.share),
            certain: exact.difference.abs() > 0.0,
            ..exact
        });
    }
    let basis = match a.boots.len().min(b.boots.len()) {
        2.. => Basis::Boots,
        _ if is_counted => Basis::Counted,
        _ => Basis::Batches,
    };
    let change = Change::between(from, to, basis);
    let Some((x, y)) = a.figure().zip(b.figure()) else { return Some(change) };
    let change = change.known_by(y.over(x), allowance);
    let p_value = match basis {
        Basis::Boots => Some(y.over(x).p_value().max(ranks(a, b))),
        Basis::Counted => Some(y.over(x).p_value()),
        // Batches of one boot leave open how boots differ.
        Basis::Exact | Basis::Batches => None,
    };
    Some(Change { p_value, ..change })
}

impl Change {
    /// From one cost to another, with no more known.
    fn between(a: f64, b: f64, basis: Basis) -> Self {
        Self {
            share: b / a - 1.0,
            low: None,
            high: None,
            difference: b - a,
            basis,
            p_value: None,
            adjusted_p: None,
            certain: false,
        }
    }

    /// The same with its p-value `adjusted` for all benchmarks together.
    pub(super) fn adjust(&mut self, adjusted: f64, allowance: Allowance) {
        let leaves_out_zero =
            self.low.is_some_and(|low| low > 0.0) || self.high.is_some_and(|high| high < 0.0);
        self.adjusted_p = Some(adjusted);
        self.certain = leaves_out_zero && adjusted <= allowance.of_verdicts();
    }

    /// The same as far as `ratio`, B's cost / A's, is known.
    fn known_by(self, ratio: Figure, allowance: Allowance) -> Self {
        let interval = ratio.interval(allowance.level());
        Self { low: Some(interval.low - 1.0), high: Some(interval.high - 1.0), ..self }
    }
}

/// What the ranks of the boots' costs say, as a p-value.
fn ranks(a: &Summary, b: &Summary) -> f64 {
    let costs = |summary: &Summary| Sorted::new(summary.boot_costs());
    costs(a).zip(costs(b)).map_or(1.0, |(a, b)| overlap(&a, &b))
}

/// Whether every batch of every boot gave the same figure.
#[expect(clippy::float_cmp, reason = "zero width is what is meant")]
fn is_exact(summary: &Summary) -> bool {
    summary.interval().is_some_and(|interval| interval.low == interval.high)
}
