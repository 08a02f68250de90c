//! By how much a benchmark's cost changed, and how sure that is.

use schemars::JsonSchema;
use serde::Serialize;

use super::Side;
use crate::{BootFigure, LEVEL, Measured, Status, Summary, Unit};
use stats::bootstrap::{Comparison, Effect, Statistic};
use stats::interval::Interval;
use stats::paired::location;
use stats::sorted::Sorted;
use stats::welch::welch;

/// Pairs of boots from which they decide. With fewer they could not in a suite of twenty
/// benchmarks: n pairs have a p-value of 2/2ⁿ at best.
pub(super) const FEWEST_PAIRS: u32 = 12;

/// Percent of the pairs that have to say something, at least. A boot so disturbed that its cost is
/// not above zero says nothing; many such say that the cost cannot be told from zero.
const TELLING: usize = 90;

/// The bootstrap's random numbers are the same in every comparison.
const SEED: u64 = 2019;

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
    /// Probability of so great a difference if there were none; absent where one boot a side
    /// leaves that open, and where figures are exact.
    pub p_value: Option<f64>,
    /// The same for all benchmarks together, by Holm.
    pub adjusted_p: Option<f64>,
}

/// What a change rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Basis {
    /// Counted instructions that never vary: it is known exactly.
    Exact,
    /// Boots that took turns, pair by pair: the centre of the differences of logarithms, which the
    /// few that lie far off do not move.
    PairedBoots,
    /// Boot means: Welch's t on the logarithms of the boots' figures.
    BootMeans,
    /// The batches of one boot a side, bootstrapped: says nothing of how boots differ.
    Batches,
}

/// The change from `a` to `b`; `None` unless both were measured. Boots whose cost is above zero are
/// enough: that a single one of them could be zero, by its own interval, is no matter here.
pub(super) fn change(sides: (&Side, &Side), a: &Summary, b: &Summary) -> Option<Change> {
    if a.status != Status::Ok || b.status != Status::Ok {
        return None;
    }
    if sides.0.run.unit == Unit::Instructions && is_exact(a) && is_exact(b) {
        let exact = Change::between(a.value?, b.value?, Basis::Exact);
        return Some(Change { low: Some(exact.share), high: Some(exact.share), ..exact });
    }
    if let Some(found) = paired(sides, a, b).or_else(|| by_boots(a, b)) {
        return Some(Change::known(&found, cost(a)?));
    }
    let interval = within_boots(sides, &a.name);
    Some(Change {
        low: interval.map(|i| i.low - 1.0),
        high: interval.map(|i| i.high - 1.0),
        ..Change::between(a.value?, b.value?, Basis::Batches)
    })
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
        }
    }

    /// From the cost `a` by what was found of the logarithms.
    fn known(found: &Found, a: f64) -> Self {
        let interval = found.interval;
        Self {
            low: Some(interval.low.exp_m1()),
            high: Some(interval.high.exp_m1()),
            p_value: Some(found.p_value),
            ..Self::between(a, a * found.logarithm.exp(), found.basis)
        }
    }
}

/// The cost: where it has no value, because one boot cannot tell it from zero, the mean of the
/// boots' logarithms.
fn cost(summary: &Summary) -> Option<f64> {
    let logarithms: Option<Vec<f64>> = summary.boots.iter().map(logarithm).collect();
    summary.value.or_else(|| Some(Sorted::new(logarithms?)?.mean().exp()))
}

/// Whether every batch of every boot gave the same figure.
#[expect(clippy::float_cmp, reason = "zero width is what is meant")]
fn is_exact(summary: &Summary) -> bool {
    summary.interval().is_some_and(|interval| interval.low == interval.high)
}

/// What boots say of the logarithm of B's cost / A's.
struct Found {
    basis: Basis,
    logarithm: f64,
    interval: Interval,
    p_value: f64,
}

/// By pairs of boots that took turns: what slows the machine down for a while meets both of a
/// pair. The pairs that a change of its speed falls into lie far off, to either side, and are to
/// count for nothing.
fn paired(sides: (&Side, &Side), a: &Summary, b: &Summary) -> Option<Found> {
    if !sides.0.took_turns_with(sides.1) {
        return None;
    }
    let of_round = |round: u32| b.boots.iter().find(|boot| boot.round == round);
    let pairs: Vec<_> = a.boots.iter().filter_map(|x| Some((x, of_round(x.round)?))).collect();
    let differences = pairs.iter().filter_map(|(x, y)| Some(logarithm(y)? - logarithm(x)?));
    let differences: Vec<f64> = differences.collect();
    if differences.len() < FEWEST_PAIRS as usize || differences.len() * 100 < pairs.len() * TELLING
    {
        return None;
    }
    let found = location(&Sorted::new(differences)?, LEVEL);
    let (basis, logarithm) = (Basis::PairedBoots, found.estimate);
    Some(Found { basis, logarithm, interval: found.interval, p_value: found.p_value })
}

fn by_boots(a: &Summary, b: &Summary) -> Option<Found> {
    let logarithms = |s: &Summary| s.boots.iter().map(logarithm).collect::<Option<Vec<f64>>>();
    let (a, b) = (Sorted::new(logarithms(a)?)?, Sorted::new(logarithms(b)?)?);
    let found = welch(&b, &a, LEVEL)?;
    let (basis, logarithm) = (Basis::BootMeans, found.difference);
    Some(Found { basis, logarithm, interval: found.interval, p_value: found.p_value })
}

fn logarithm(boot: &BootFigure) -> Option<f64> {
    (boot.median > 0.0).then(|| boot.median.ln())
}

/// Interval of the ratio of the medians of all batches.
fn within_boots((a, b): (&Side, &Side), name: &str) -> Option<Interval> {
    let costs = |side: &Side| {
        let measured = side.run.boots.iter().flat_map(|boot| &boot.benchmarks);
        let costs = measured.filter(|m| m.name == name).flat_map(Measured::costs);
        Sorted::new(costs.collect())
    };
    let (a, b) = (costs(a)?, costs(b)?);
    let (statistic, effect) = (Statistic::Median, Effect::Ratio);
    Comparison { a: &b, b: &a, statistic, effect }.interval(LEVEL, SEED)
}
