//! Which platform is the fastest for a workload.

use std::collections::BTreeMap;

use results::{LEVEL, Quantity};
use statrs::distribution::{ContinuousCDF, Normal};

use crate::prediction::Prediction;

/// The platforms for a workload, the fastest first.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Ranking {
    /// The workload's name.
    pub workload: String,
    /// The platforms' labels with the predicted times.
    pub platforms: Vec<(String, Quantity)>,
    /// The probability that the first is first, at least; 1 of a single one. `None` where an
    /// interval is not known.
    pub certainty: Option<f64>,
}

/// Ranks the platforms of `predictions` for each workload.
///
/// The probability is at least 1 − Σ P(other < first) over all others (Boole's inequality), with normal
/// errors of each prediction, independent of those of the others.
pub fn ranking(predictions: &[Prediction]) -> Vec<Ranking> {
    let mut rankings: Vec<Ranking> = Vec::new();
    let mut places = BTreeMap::new();
    for one in predictions {
        let place = *places.entry(&one.workload).or_insert(rankings.len());
        if place == rankings.len() {
            let workload = one.workload.clone();
            rankings.push(Ranking { workload, platforms: Vec::new(), certainty: None });
        }
        rankings[place].platforms.push((one.platform.clone(), one.predicted));
    }
    for ranking in &mut rankings {
        ranking.platforms.sort_by(|a, b| a.1.value.total_cmp(&b.1.value));
        ranking.certainty = certainty(&ranking.platforms);
    }
    rankings
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
