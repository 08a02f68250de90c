//! Which hosts of a group are odd.

use std::collections::HashMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::Fleet;
use super::cause::{Cause, Causes};
use super::member::{Figure, Member};
use stats::crowd::Crowd;
use stats::false_discovery::benjamini_hochberg;
use stats::holm::holm;

/// At most this share of the hosts called odd are not, on average.
pub const LEVEL: f64 = 0.01;

/// The fewest hosts among which one can be odd.
pub const SMALLEST: usize = 5;

/// What the host's median over its benchmarks is called.
const ALTOGETHER: &str = "all together";

/// The fewest benchmarks that have one worth looking at.
const SEVERAL: usize = 3;

/// A host unlike its group.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct OddHost {
    /// Its results file.
    pub file: String,
    /// The platform there.
    pub platform: String,
    /// The share of false findings among the hosts that are at least as odd.
    pub adjusted_p: f64,
    /// What makes it odd, the surest first.
    pub figures: Vec<OddFigure>,
    /// In what it differs from most of the group, what odd hosts alone have first.
    pub causes: Vec<Cause>,
}

/// A figure unlike those of the group.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct OddFigure {
    /// The benchmark, or `all together`: the median over all benchmarks.
    pub benchmark: String,
    /// How many times the group's median it is.
    pub ratio: f64,
    /// Its distance from that in the group's standard deviations, of logarithms; absent where all
    /// others are equal.
    pub distance: Option<f64>,
    /// Probability that a host of the group seems so odd in any of its benchmarks.
    pub adjusted_p: f64,
}

/// A figure and how it was judged.
struct Test {
    benchmark: Option<u32>,
    /// The logarithm of its ratio to the group's median.
    apart: f64,
    distance: f64,
    p_value: f64,
}

/// The odd ones of `members`, of what lies at least `threshold` off, a share.
///
/// Each host has a test for each of its benchmarks, and one for all together, by the median of its
/// distances: that one sees a host that is a little slower everywhere. The least of their p-values
/// times their number is the host's (Bonferroni: benchmarks of one host depend on each other).
/// Benjamini and Hochberg's procedure holds the share of false ones among the hosts found.
pub(super) fn odd(fleet: &Fleet, members: &[&Member], threshold: f64) -> Vec<OddHost> {
    let tests = tests(members, threshold.ln_1p());
    let p_of_host = |tests: &Vec<Test>| {
        let least = tests.iter().map(|test| test.p_value).fold(1.0, f64::min);
        (least * tests.len() as f64).min(1.0)
    };
    let adjusted = benjamini_hochberg(&tests.iter().map(p_of_host).collect::<Vec<_>>());
    let found: Vec<usize> = (0..members.len()).filter(|host| adjusted[*host] <= LEVEL).collect();
    let causes = Causes::of(fleet, members, &found);
    let host = |&host: &usize| OddHost {
        file: members[host].file.clone(),
        platform: members[host].platform.clone(),
        adjusted_p: adjusted[host],
        figures: figures(fleet, &tests[host]),
        causes: causes.of_host(members[host]),
    };
    let mut odd: Vec<OddHost> = found.iter().map(host).collect();
    odd.sort_by(|a, b| a.adjusted_p.total_cmp(&b.adjusted_p));
    odd
}

/// The tests of each host; what lies less than `least` off, a logarithm, is not odd.
fn tests(members: &[&Member], least: f64) -> Vec<Vec<Test>> {
    let mut logs: HashMap<u32, Vec<f64>> = HashMap::new();
    for Figure { benchmark, log, .. } in members.iter().flat_map(|member| &member.figures) {
        logs.entry(*benchmark).or_default().push(*log);
    }
    let crowds: HashMap<u32, Crowd> = logs
        .into_iter()
        .filter(|(_, logs)| logs.len() >= SMALLEST)
        .filter_map(|(benchmark, logs)| Some((benchmark, Crowd::of(logs)?)))
        .collect();
    let mut tests: Vec<Vec<Test>> = members
        .iter()
        .map(|member| {
            let test = |figure: &Figure| {
                let crowd = crowds.get(&figure.benchmark)?;
                Some(Test::of(Some(figure.benchmark), crowd, (figure.log, figure.error), least))
            };
            member.figures.iter().filter_map(test).collect()
        })
        .collect();
    let middle = |tests: &Vec<Test>| {
        let apart: Vec<f64> = tests.iter().map(|test| test.apart).collect();
        stats::median(&apart).filter(|_| apart.len() >= SEVERAL)
    };
    let middles: Vec<Option<f64>> = tests.iter().map(middle).collect();
    if let Some(crowd) = Crowd::of(middles.iter().flatten().copied().collect()) {
        for (tests, middle) in tests.iter_mut().zip(middles) {
            tests.extend(middle.map(|middle| Test::of(None, &crowd, (middle, 0.0), least)));
        }
    }
    tests
}

impl Test {
    fn of(benchmark: Option<u32>, crowd: &Crowd, (log, error): (f64, f64), least: f64) -> Self {
        let (apart, distance) = (log - crowd.middle, crowd.distance(log, error));
        let p_value = if apart.abs() < least { 1.0 } else { crowd.p_value(distance) };
        Self { benchmark, apart, distance, p_value }
    }
}

/// What of `tests` makes a host odd.
fn figures(fleet: &Fleet, tests: &[Test]) -> Vec<OddFigure> {
    let p_values: Vec<f64> = tests.iter().map(|test| test.p_value).collect();
    let figures = tests.iter().zip(holm(&p_values)).map(|(test, adjusted_p)| OddFigure {
        benchmark: test.benchmark.map_or(ALTOGETHER, |b| fleet.benchmarks.text(b)).to_owned(),
        ratio: test.apart.exp(),
        distance: Some(test.distance).filter(|distance| distance.is_finite()),
        adjusted_p,
    });
    let mut odd: Vec<OddFigure> = figures.filter(|figure| figure.adjusted_p <= LEVEL).collect();
    odd.sort_by(|a, b| a.adjusted_p.total_cmp(&b.adjusted_p));
    odd
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fifty times the deviation of the crowd is no more than what matters.
    #[test]
    fn what_lies_nearer_than_what_matters_is_not_odd_however_alike_the_others_are() {
        let crowd = Crowd { count: 100, middle: 1.0, scale: 0.001 };
        let test = |log| Test::of(None, &crowd, (log, 0.0), 0.0625);
        assert_eq!([test(1.06).p_value, test(0.94).p_value], [1.0; 2]);
        assert!(test(1.0625).p_value < 1e-9 && test(0.9).p_value < 1e-9);
        assert_eq!(test(1.0625).apart, 0.0625);
    }
}
