//! Which platform is the fastest for a workload.

use std::collections::BTreeMap;

use results::{LEVEL, Quantity};
use statrs::distribution::{ContinuousCDF, Normal};

use crate::models::STOLEN;
use crate::prediction::Prediction;
use crate::prices::SPIN;

/// The platforms for a workload, the fastest first.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Ranking {
    /// The workload's name.
    pub workload: String,
    /// The platforms' labels with the predicted times; empty where something is `missing`.
    pub platforms: Vec<(String, Quantity)>,
    /// The probability that the first is first, at least; 1 of a single one. `None` where an
    /// interval is not known.
    pub certainty: Option<f64>,
    /// Platforms with the workload's events that have a price on others and none there: what is not
    /// known might be what decides, so that there is no order.
    pub missing: Vec<(String, Vec<String>)>,
}

/// Ranks the platforms of `predictions` for each workload.
///
/// The probability is at least 1 − Σ P(other < first) over all others (Boole's inequality), with normal
/// errors of each prediction, independent of those of the others.
pub fn ranking(predictions: &[Prediction]) -> Vec<Ranking> {
    let mut workloads: Vec<(&str, Vec<&Prediction>)> = Vec::new();
    let mut places = BTreeMap::new();
    for one in predictions {
        let place = *places.entry(&*one.workload).or_insert(workloads.len());
        if place == workloads.len() {
            workloads.push((&one.workload, Vec::new()));
        }
        workloads[place].1.push(one);
    }
    workloads.into_iter().map(|(workload, same)| order(workload, &same)).collect()
}

fn order(workload: &str, predictions: &[&Prediction]) -> Ranking {
    let missing = missing(predictions);
    let mut platforms: Vec<_> = match missing.is_empty() {
        true => predictions.iter().map(|one| (one.platform.clone(), one.predicted)).collect(),
        false => Vec::new(),
    };
    platforms.sort_by(|a, b| a.1.value.total_cmp(&b.1.value));
    let certainty = certainty(&platforms);
    Ranking { workload: workload.to_owned(), platforms, certainty, missing }
}

/// What has a price for some of `predictions`, and none for others, by the platforms of these.
fn missing(predictions: &[&Prediction]) -> Vec<(String, Vec<String>)> {
    let has = |one: &Prediction, event: &str| one.terms.iter().any(|term| term.event == event);
    let lacks = |one: &Prediction| {
        let priced = |event: &&String| predictions.iter().any(|other| has(other, event));
        let mut events: Vec<String> = one.unpriced.iter().filter(priced).cloned().collect();
        if !has(one, STOLEN) && predictions.iter().any(|other| has(other, STOLEN)) {
            events.push(SPIN.to_owned());
        }
        (!events.is_empty()).then(|| (one.platform.clone(), events))
    };
    predictions.iter().filter_map(|one| lacks(one)).collect()
}

fn certainty(platforms: &[(String, Quantity)]) -> Option<f64> {
    let ((_, first), others) = platforms.split_first()?;
    let wrong = others.iter().map(|(_, other)| is_less(other.minus(*first)));
    Some((1.0 - wrong.sum::<Option<f64>>()?).max(0.0))
}

/// The probability that `difference`, at least 0, is below 0 in truth.
fn is_less(difference: Quantity) -> Option<f64> {
    difference.interval()?;
    let down = difference.value - difference.low;
    if down <= 0.0 {
        return Some(if difference.value > 0.0 { 0.0 } else { 0.5 });
    }
    let normal = Normal::standard();
    let deviation = down / normal.inverse_cdf(f64::midpoint(1.0, LEVEL));
    Some(normal.cdf(-difference.value / deviation))
}

#[cfg(test)]
#[path = "ranking_tests.rs"]
mod tests;
