//! Hosts that should be equal.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::Serialize;

use super::Fleet;
use super::member::Member;
use super::oddity::{self, OddHost, SMALLEST};
use stats::crowd::Crowd;
use stats::sorted::Sorted;

/// Hosts that should be equal.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Group {
    /// What they have in common: fields of the results file with their values.
    pub common: Vec<(String, String)>,
    /// How many they are.
    pub hosts: usize,
    /// Whether they are enough to tell who is odd.
    pub judged: bool,
    /// How far their figures lie apart.
    pub spreads: Vec<Spread>,
    /// The odd ones, the surest first.
    pub odd: Vec<OddHost>,
}

/// A benchmark on all hosts of a group.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Spread {
    /// Its name.
    pub benchmark: String,
    /// The hosts that measured it.
    pub hosts: usize,
    /// The median of its costs there.
    pub median: f64,
    /// Standard deviation of the logarithms of the costs, by their median absolute deviation: 0.01 is
    /// 1 %. Absent of one host.
    pub spread: Option<f64>,
    /// The least cost.
    pub least: f64,
    /// What a twentieth of the hosts are below.
    pub p5: f64,
    /// What a twentieth of the hosts are above.
    pub p95: f64,
    /// The greatest cost.
    pub most: f64,
    /// How many hosts are in each of these steps from `least` to `most`, which are equal in their
    /// logarithms.
    pub histogram: Vec<u32>,
}

/// The steps of a histogram.
const BINS: usize = 24;

impl Group {
    pub(super) fn of(
        fleet: &Fleet,
        common: Vec<(String, String)>,
        members: &[&Member],
        threshold: f64,
    ) -> Self {
        let numbers: BTreeSet<u32> =
            members.iter().flat_map(|member| &member.figures).map(|f| f.benchmark).collect();
        let judged = members.len() >= SMALLEST;
        let odd = if judged { oddity::odd(fleet, members, threshold) } else { Vec::new() };
        Self {
            common,
            hosts: members.len(),
            judged,
            spreads: numbers.iter().filter_map(|number| spread(fleet, members, *number)).collect(),
            odd,
        }
    }
}

fn spread(fleet: &Fleet, members: &[&Member], benchmark: u32) -> Option<Spread> {
    let logs: Vec<f64> =
        members.iter().filter_map(|member| Some(member.find(benchmark)?.log)).collect();
    let sorted = Sorted::new(logs.clone())?;
    Some(Spread {
        benchmark: fleet.benchmarks.text(benchmark).to_owned(),
        hosts: sorted.count(),
        median: sorted.median().exp(),
        spread: Crowd::of(logs).map(|crowd| crowd.scale),
        least: sorted.min().exp(),
        p5: sorted.quantile(0.05).exp(),
        p95: sorted.quantile(0.95).exp(),
        most: sorted.max().exp(),
        histogram: histogram(&sorted),
    })
}

fn histogram(logs: &Sorted) -> Vec<u32> {
    let (least, range) = (logs.min(), logs.max() - logs.min());
    let mut counts = vec![0; BINS];
    for log in logs.values() {
        let share = if range > 0.0 { (log - least) / range } else { 0.5 };
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share")]
        let bin = (share * BINS as f64) as usize;
        counts[bin.min(BINS - 1)] += 1;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_histogram_counts_in_equal_steps_from_the_least_to_the_most() {
        let filled = |logs: &[f64]| {
            let counts = histogram(&Sorted::new(logs.to_vec()).unwrap());
            assert_eq!(counts.len(), BINS);
            let filled = counts.iter().enumerate().filter(|(_, count)| **count > 0);
            filled.map(|(bin, count)| (bin, *count)).collect::<Vec<_>>()
        };
        assert_eq!(filled(&[1.0, 1.0, 2.0, 2.5, 3.0]), [(0, 2), (12, 1), (18, 1), (23, 1)]);
        assert_eq!(filled(&[5.0, 5.0]), [(12, 2)], "where all are equal they are in the middle");
    }
}
