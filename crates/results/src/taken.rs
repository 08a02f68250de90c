//! What others took of the processor while a benchmark watched: how much, how often, how long.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::benchmark::Measured;
use super::time_series::TimeSeries;
use stats::trains::{Event, Window, trains};

/// Trains of two boots are the same if their periods differ by at most this share …
const SAME_PERIOD: f64 = 0.005;
/// … and their median lengths by at most this factor.
const SAME_LENGTH: f64 = 2.0;

/// What others took of a processor while a benchmark watched. All times are ticks of the guest's
/// counter.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Taken {
    /// Ticks in a second; absent where the guest does not know.
    pub hz: Option<u64>,
    /// How long it watched.
    pub watched: u64,
    /// How much of that others took.
    pub ticks: u64,
    /// The same as a share: 0.01 is 1 %.
    pub share: f64,
    /// In how many gaps.
    pub gaps: u64,
    /// How many of these are not in the series, and in nothing below.
    pub missing: u64,
    /// Shorter gaps were not looked at.
    pub least: u64,
    /// Half of the gaps were at most this long.
    pub median: u64,
    /// The longest.
    pub longest: u64,
    /// Gaps that come again and again after the same time, those first that took most.
    pub trains: Vec<Train>,
    /// All others.
    pub irregular: Rest,
}

/// Gaps that come again and again after the same time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Train {
    /// From the beginning of one to that of the next.
    pub period: f64,
    /// Half-width of the period's 95 % interval.
    pub error: f64,
    /// How many of them there were.
    pub gaps: u64,
    /// How many were due while it watched.
    pub due: u64,
    /// Half of them were at most this long.
    pub median: u64,
    /// The shortest.
    pub shortest: u64,
    /// The longest.
    pub longest: u64,
    /// What they took of all the time that it watched.
    pub share: f64,
}

/// Gaps without a period.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Rest {
    /// How many.
    pub gaps: u64,
    /// The longest.
    pub longest: u64,
    /// What they took of all the time.
    pub share: f64,
}

impl Taken {
    /// Of several boots together, on a counter of `hz`; `None` where none of `boots` kept gaps.
    pub fn of<'a>(hz: Option<u64>, boots: impl Iterator<Item = &'a Measured>) -> Option<Self> {
        let is_of_gaps = |m: &&Measured| m.series.as_ref().is_some_and(TimeSeries::is_of_gaps);
        let boots: Vec<&Measured> = boots.filter(is_of_gaps).collect();
        let all: Vec<&TimeSeries> = boots.iter().filter_map(|m| m.series.as_ref()).collect();
        let windows = || all.iter().flat_map(|series| &series.windows);
        let samples = || boots.iter().flat_map(|m| &m.samples);
        let sum = |of: &mut dyn Iterator<Item = u64>| of.fold(0, u64::saturating_add);
        let watched = sum(&mut samples().map(|sample| sample.run));
        let ticks = sum(&mut samples().map(|sample| sample.run.saturating_sub(sample.control)));
        if watched == 0 {
            return None;
        }
        let share = |ticks: u64| ticks as f64 / watched as f64;
        let (mut found, mut rest) = (Vec::new(), Rest::default());
        for series in &all {
            let others = sort_out(series, watched, &mut found);
            rest.gaps += others.len() as u64;
            rest.longest = rest.longest.max(others.iter().copied().max().unwrap_or_default());
            rest.share += share(sum(&mut others.into_iter()));
        }
        found.sort_by(|a, b| b.share.total_cmp(&a.share));
        let mut lengths: Vec<u64> =
            all.iter().flat_map(|series| series.points()).map(|point| point.1).collect();
        lengths.sort_unstable();
        Some(Self {
            hz,
            watched,
            ticks,
            share: share(ticks),
            gaps: sum(&mut windows().map(|window| window.seen)),
            missing: sum(&mut all.iter().map(|series| series.missing())),
            least: windows().map(|window| window.least).max().unwrap_or_default(),
            median: middle(&lengths),
            longest: lengths.last().copied().unwrap_or_default(),
            trains: found,
            irregular: rest,
        })
    }
}

/// Adds the trains of a boot's `series` to those of others, of which `watched` is the time, and returns
/// the lengths of all other gaps.
fn sort_out(series: &TimeSeries, watched: u64, known: &mut Vec<Train>) -> Vec<u64> {
    let windows = series.windows.iter().map(|w| Window { from: w.from, length: w.length });
    let windows: Vec<Window> = windows.collect();
    let events: Vec<Event> = series.points().map(|(at, length)| Event { at, length }).collect();
    let mut is_regular = vec![false; events.len()];
    // One train of a boot is one of another's, even if two of a boot are alike.
    let mut is_free = vec![true; known.len()];
    for found in trains(&windows, &events) {
        let mut lengths: Vec<u64> = found.members.iter().map(|at| events[*at].length).collect();
        lengths.sort_unstable();
        found.members.iter().for_each(|at| is_regular[*at] = true);
        let ticks = lengths.iter().copied().fold(0, u64::saturating_add);
        let train = Train {
            period: found.period,
            error: found.error,
            gaps: lengths.len() as u64,
            due: found.due,
            median: middle(&lengths),
            shortest: lengths[0],
            longest: lengths[lengths.len() - 1],
            share: ticks as f64 / watched as f64,
        };
        let others = known.iter_mut().zip(&mut is_free);
        match others.filter(|(_, free)| **free).find(|(other, _)| other.is_like(&train)) {
            Some((other, free)) => {
                other.add(&train);
                *free = false;
            }
            None => known.push(train),
        }
    }
    let others = events.iter().zip(is_regular).filter(|(_, is_regular)| !is_regular);
    others.map(|(event, _)| event.length).collect()
}

impl Train {
    fn is_like(&self, other: &Self) -> bool {
        let apart = (self.period - other.period).abs();
        let [short, long] = [self.median.min(other.median), self.median.max(other.median)];
        apart <= SAME_PERIOD * self.period && long as f64 <= SAME_LENGTH * short as f64
    }

    /// Takes in the same train of another boot. Means are weighted, the periods' by the inverse squares
    /// of their errors, that of the medians by the number of gaps.
    fn add(&mut self, other: &Self) {
        let [own, others] = [self, other].map(|train| train.error.powi(-2));
        self.period = (own * self.period + others * other.period) / (own + others);
        self.error = (own + others).powf(-0.5);
        let [gaps, more] = [self.gaps, other.gaps].map(u128::from);
        let medians = gaps * u128::from(self.median) + more * u128::from(other.median);
        self.median = u64::try_from(medians / (gaps + more)).unwrap_or(u64::MAX);
        self.gaps += other.gaps;
        self.due = self.due.saturating_add(other.due);
        self.shortest = self.shortest.min(other.shortest);
        self.longest = self.longest.max(other.longest);
        self.share += other.share;
    }
}

/// The middle one of sorted lengths, the lower of two; 0 of none.
fn middle(lengths: &[u64]) -> u64 {
    lengths.get(lengths.len().saturating_sub(1) / 2).copied().unwrap_or_default()
}

#[cfg(test)]
#[path = "taken_tests.rs"]
mod tests;
