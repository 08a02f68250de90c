//! What one boot brought of a benchmark.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::boot_figure::BootFigure;
use super::estimate::{Estimate, LEVEL};
use super::external::External;
use super::latency::Latency;
use super::status::{Status, Stop};
use crate::{Events, Share, TimeSeries, Worlds};
use crate::{Plan, Sample};
use stats::median_ci::median_ci;
use stats::sorted::Sorted;
use stats::undisturbed::Batch;

/// What one boot brought of one benchmark.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Measured {
    /// The benchmark's name.
    pub name: String,
    /// Its category.
    pub category: String,
    /// How it ended.
    pub status: Status,
    /// Why; absent only when it is `ok` and there is nothing to say.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reason: String,
    /// What calibration decided; absent when its record did not arrive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<Plan>,
    /// Why no more batches were taken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stop>,
    /// What the batches say together; absent unless it is `ok`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub estimate: Option<Estimate>,
    /// Latency samples, where single operations were timed instead of batches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latency: Option<Latency>,
    /// Every batch that arrived undamaged.
    pub samples: Vec<Sample>,
    /// Values over time, where it keeps such.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub series: Option<TimeSeries>,
    /// The same batches by the host's counter; absent without external timing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub external: Option<External>,
    /// Indices of the batches known to be missing, as inclusive ranges.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<(u64, u64)>,
    /// Events that its operations caused; absent unless they were counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub events: Option<Events>,
    /// Who executed its operations; absent unless that was counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worlds: Option<Worlds>,
    /// Each processor's share in them, where several were told apart.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shares: Vec<Share>,
    /// The exception, when one ended it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
}

/// The exception that ended a benchmark.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Fault {
    /// Exception vector.
    pub vector: Option<u64>,
    /// Error code.
    pub error: Option<u64>,
    /// Address of the instruction.
    pub ip: Option<u64>,
    /// Address that could not be accessed.
    pub address: Option<u64>,
}

impl Measured {
    /// A benchmark that has begun and not ended.
    pub fn unfinished(name: &str, category: &str, reason: &str) -> Self {
        Self {
            name: name.to_owned(),
            category: category.to_owned(),
            status: Status::Crashed,
            reason: reason.to_owned(),
            plan: None,
            stopped: None,
            estimate: None,
            latency: None,
            samples: Vec::new(),
            series: None,
            external: None,
            missing: Vec::new(),
            events: None,
            worlds: None,
            shares: Vec::new(),
            fault: None,
        }
    }

    /// Cost of one operation in each batch, in the order of the batches: by the host's counter
    /// where it timed them, without those at whose marks it was away.
    pub fn costs(&self) -> Vec<f64> {
        let n = self.plan.as_ref().map_or(0, |plan| plan.n);
        if let Some(external) = &self.external {
            return external.costs(n);
        }
        self.samples.iter().filter_map(|s| stats::cost(s.run, s.control, n)).collect()
    }

    /// The same costs, each with the machine's slowness beside it, by a reference of so many
    /// `rounds` that takes `floor` ticks a turn where nobody disturbs. `None` where it was not timed
    /// beside every batch.
    pub fn batches(&self, rounds: u64, floor: f64) -> Option<Vec<Batch>> {
        let slowness = |sample: &Sample| {
            let [before, after] = sample.reference(rounds)?;
            Some(before.max(after) / floor)
        };
        let n = self.plan.as_ref().map_or(0, |plan| plan.n);
        let costs: Vec<Option<f64>> = match &self.external {
            Some(external) => external.each_cost(n),
            None => self.samples.iter().map(|s| stats::cost(s.run, s.control, n)).collect(),
        };
        let slownesses: Option<Vec<f64>> = self.samples.iter().map(slowness).collect();
        let batches = costs.into_iter().zip(slownesses?);
        Some(batches.filter_map(|(cost, slowness)| Some(Batch { cost: cost?, slowness })).collect())
    }

    /// How many batches are known to be missing.
    pub fn missing_batches(&self) -> u64 {
        let length = |&(first, last): &(u64, u64)| last.saturating_sub(first).saturating_add(1);
        self.missing.iter().map(length).fold(0, u64::saturating_add)
    }

    /// Half-width of the median's interval by the batches so far, as a share of the median; `None`
    /// of too few.
    pub fn relative_margin(&self) -> Option<f64> {
        let costs = Sorted::new(self.costs())?;
        Some(median_ci(&costs, LEVEL)?.relative_margin(costs.median()))
    }

    /// What this boot, in `round`, says of the cost; `None` without an estimate or latencies.
    pub fn figure(&self, round: u32) -> Option<BootFigure> {
        if let Some(latency) = &self.latency {
            let interval = latency.interval();
            return Some(BootFigure {
                round,
                cost: None,
                n: 1,
                batches: usize::try_from(latency.count).unwrap_or(usize::MAX),
                median: latency.p50 as f64,
                low: interval.map(|i| i.low),
                high: interval.map(|i| i.high),
                stopped: None,
            });
        }
        let estimate = self.estimate.as_ref()?;
        Some(BootFigure {
            round,
            cost: None,
            n: self.plan.as_ref().map_or(0, |plan| plan.n),
            batches: estimate.batches,
            median: estimate.median,
            low: estimate.ci95.map(|ci| ci.low),
            high: estimate.ci95.map(|ci| ci.high),
            stopped: self.stopped,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_batches_are_counted_by_their_ranges() {
        let missing = |missing: &[(u64, u64)]| {
            let missing = missing.to_vec();
            Measured { missing, ..Measured::unfinished("a", "test", "") }.missing_batches()
        };
        assert_eq!(missing(&[]), 0);
        assert_eq!(missing(&[(2, 4), (7, 7)]), 4);
        assert_eq!(missing(&[(0, u64::MAX), (1, 2)]), u64::MAX);
    }

    /// The 95 % interval of the median of nine is from the second to the eighth: 11 to 17 around 14.
    #[test]
    fn the_margin_is_that_of_the_median_of_the_batches_so_far() {
        let margin = |batches: u64| {
            let sample = |i| Sample { i, run: 110 + i, control: 100, ..Sample::default() };
            let part = Measured {
                plan: Some(Plan { n: 1, batches: 9, why: String::new() }),
                samples: (0..batches).map(sample).collect(),
                ..Measured::unfinished("a", "test", "")
            };
            part.relative_margin()
        };
        assert_eq!(margin(9), Some(3.0 / 14.0));
        assert_eq!(margin(3), None);
        assert_eq!(margin(0), None);
    }
}
