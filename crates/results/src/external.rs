//! A benchmark timed by the host, beside what the guest's own counter said.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Sample;
use crate::channels::{ExternalTiming, Window};
use stats::median_ci::median_ci;
use stats::sorted::Sorted;

use super::estimate::LEVEL;

/// Share of the batches that may be left out before there is no figure at all: of more than
/// half it is unknown whether what is left stands for them.
pub const MOST_FLAGGED: f64 = 0.5;

/// One benchmark's batches by the host's counter.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct External {
    /// The batches, in the order of the samples.
    pub batches: Vec<ExternalBatch>,
    /// Batches left out of the estimate.
    pub flagged: usize,
    /// Median cost of one operation by the guest's own counter, over all batches; absent until
    /// the benchmark has ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub internal: Option<f64>,
    /// How the two compare, batch by batch; absent where too many batches are left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disagreement: Option<Disagreement>,
}

/// One batch by the host's counter.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ExternalBatch {
    /// The batch's index, from 0.
    pub i: u64,
    /// The loop with the operation; absent when its marks were not both seen.
    pub run: Option<WindowTime>,
    /// The loop without it.
    pub control: Option<WindowTime>,
    /// Whether it is left out: an edge was not seen, or the host was away at one.
    pub flagged: bool,
}

/// How long a window was open.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WindowTime {
    /// In nanoseconds of the host.
    pub ns: f64,
    /// In ticks of the guest's counter, by the rate in the boot's `timing`.
    pub ticks: f64,
    /// For how long the host had not looked when it saw the later of the edges, in
    /// nanoseconds.
    pub unsure_ns: f64,
}

/// External minus internal.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Disagreement {
    /// Median over the batches, in ticks an operation; negative where the guest's clock ran
    /// longer than the host's.
    pub median: f64,
    /// What the channel can tell, in ticks an operation.
    pub resolution: f64,
    /// Whether the 95 % interval of the median lies beyond the resolution.
    pub exceeds: bool,
}

impl ExternalBatch {
    /// The batch of `sample`, whose windows were seen as these, at `rate` guest ticks a tick.
    pub fn new(
        sample: &Sample,
        [run, control]: [Option<Window>; 2],
        rate: f64,
        ns_per_tick: f64,
    ) -> Self {
        let away = |window: &Option<Window>| window.is_none_or(|window| window.flagged);
        let time = |window: Window| WindowTime {
            ns: window.ticks() as f64 * ns_per_tick,
            ticks: window.ticks() as f64 * rate,
            unsure_ns: window.unsure as f64 * ns_per_tick,
        };
        let flagged = away(&run) || away(&control);
        Self { i: sample.i, run: run.map(time), control: control.map(time), flagged }
    }

    /// Cost of one of `n` operations, in the guest's ticks; `None` for a batch left out.
    fn cost(&self, n: u64) -> Option<f64> {
        let (run, control) = (self.run?, self.control?);
        (n > 0 && !self.flagged).then(|| (run.ticks - control.ticks) / n as f64)
    }
}

impl External {
    /// Adds a batch.
    pub fn push(&mut self, batch: ExternalBatch) {
        self.flagged += usize::from(batch.flagged);
        self.batches.push(batch);
    }

    /// Cost of one of `n` operations in each batch that counts; none where too few do.
    pub fn costs(&self, n: u64) -> Vec<f64> {
        self.each_cost(n).into_iter().flatten().collect()
    }

    /// The same for every batch, `None` for those that do not count.
    pub fn each_cost(&self, n: u64) -> Vec<Option<f64>> {
        let counts = self.is_usable();
        self.batches.iter().map(|batch| batch.cost(n).filter(|_| counts)).collect()
    }

    /// Whether enough batches count.
    pub fn is_usable(&self) -> bool {
        let (flagged, all) = (self.flagged as f64, self.batches.len() as f64);
        flagged < all && flagged <= MOST_FLAGGED * all
    }

    /// Why there is no figure; `None` where there is one.
    pub fn complaint(&self) -> Option<String> {
        let unmarked = self.batches.iter().all(|b| b.run.is_none() && b.control.is_none());
        let (flagged, all) = (self.flagged, self.batches.len());
        let what = match (self.is_usable(), unmarked) {
            (true, _) => return None,
            (false, true) => "none of its marks reached the host".to_owned(),
            (false, false) => {
                format!("the host was away at the marks of {flagged} of {all} batches: too many")
            }
        };
        let own = self.internal.map(|own| format!("; by the guest's own counter {own:.1}"));
        Some(format!("no external figure: {what}{}", own.unwrap_or_default()))
    }

    /// The benchmark has ended: sets the guest's own `samples` of `n` operations against it.
    pub fn compare(&mut self, samples: &[Sample], n: u64, timing: &ExternalTiming) {
        let own = |sample: &Sample| stats::cost(sample.run, sample.control, n);
        self.internal = stats::median(&samples.iter().filter_map(own).collect::<Vec<_>>());
        let apart = |(batch, sample): (&ExternalBatch, &Sample)| {
            let longer = sample.run.max(sample.control) as f64;
            Some((batch.cost(n)? - own(sample)?, longer))
        };
        let pairs: Vec<_> = self.batches.iter().zip(samples).filter_map(apart).collect();
        let (apart, lengths): (Vec<f64>, Vec<f64>) = pairs.into_iter().unzip();
        let length = lengths.into_iter().fold(0.0, f64::max);
        self.disagreement = Sorted::new(apart).filter(|_| self.is_usable()).and_then(|apart| {
            let resolution = timing.resolution(length)? / n as f64;
            let median = apart.median();
            let beyond = median_ci(&apart, LEVEL)
                .is_some_and(|ci| ci.low > resolution || ci.high < -resolution);
            Some(Disagreement { median, resolution, exceeds: beyond })
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::channels::{Channel, Known, KnownWindows};

    const N: u64 = 10;

    fn timing() -> ExternalTiming {
        let mut timing = ExternalTiming::new(Channel::Mailbox, 0.5);
        let window = |internal| Known { external: Some(internal + 100.0), internal };
        let (idle, empty) = (vec![window(0.0); 20], vec![window(0.0); 20]);
        timing.assess(&KnownWindows { idle, empty, spin: vec![window(1e6); 20] }, None);
        timing
    }

    /// Eight batches, `flagged` of them left out, on whose guest clock an operation takes 50
    /// ticks and on the host's 50 and `more`.
    fn batches(flagged: u64, more: u64) -> (External, Vec<Sample>) {
        let mut external = External::default();
        let sample = |i| Sample { i, run: 700, control: 200, ..Sample::default() };
        let samples: Vec<_> = (0..8).map(sample).collect();
        for sample in &samples {
            let window = |ticks| Window {
                started: 1000,
                ended: 1000 + ticks,
                unsure: 40,
                flagged: sample.i < flagged,
            };
            let windows = [Some(window(800 + N * more)), Some(window(300))];
            external.push(ExternalBatch::new(sample, windows, 1.0, 0.5));
        }
        external.compare(&samples, N, &timing());
        (external, samples)
    }

    #[test]
    fn what_the_channel_adds_cancels_out() {
        let (external, _) = batches(4, 0);
        assert_eq!(external.costs(N), [50.0; 4]);
        assert_eq!((external.internal, external.flagged), (Some(50.0), 4));
        assert_eq!(external.complaint(), None);
        let run = external.batches[7].run.unwrap();
        assert_eq!((run.ns, run.ticks, run.unsure_ns), (400.0, 800.0, 20.0));
        let apart = external.disagreement.unwrap();
        assert_eq!((apart.median, apart.exceeds), (0.0, false));
        assert!((apart.resolution - 10.07).abs() < 1e-9, "{apart:?}");
    }

    #[test]
    fn a_clock_that_lies_is_found_out() {
        let apart = batches(0, 9).0.disagreement.unwrap();
        assert_eq!((apart.median, apart.exceeds), (9.0, false));
        let apart = batches(0, 12).0.disagreement.unwrap();
        assert_eq!((apart.median, apart.exceeds), (12.0, true));
    }

    /// A guest's clock that runs too fast: the host has seen 12 ticks an operation less.
    #[test]
    fn a_clock_that_runs_longer_than_the_host_s_is_found_out() {
        let (mut external, samples) = batches(0, 0);
        for batch in &mut external.batches {
            batch.run.as_mut().unwrap().ticks -= 120.0;
        }
        external.compare(&samples, N, &timing());
        let apart = external.disagreement.unwrap();
        assert_eq!((apart.median, apart.exceeds), (-12.0, true));
    }

    #[test]
    fn nothing_is_no_figure() {
        assert!(!External::default().is_usable());
        let (external, _) = batches(0, 0);
        assert!(external.costs(0).is_empty(), "no operations");
    }

    #[test]
    fn when_too_many_batches_are_left_out_there_is_no_figure() {
        let (external, _) = batches(5, 0);
        assert!(external.costs(N).is_empty() && external.disagreement.is_none());
        let why = external.complaint().unwrap();
        assert!(why.contains("5 of 8 batches") && why.contains("own counter 50.0"), "{why}");
    }

    #[test]
    fn windows_that_nobody_saw_are_no_figure_and_never_the_guest_s_own() {
        let mut external = External::default();
        let sample = Sample { run: 700, control: 200, ..Sample::default() };
        external.push(ExternalBatch::new(&sample, [None, None], 1.0, 0.5));
        external.compare(&[sample], N, &timing());
        assert!(external.costs(N).is_empty());
        assert!(external.complaint().unwrap().contains("none of its marks"));
        let seen = Window { started: 0, ended: 300, unsure: 0, flagged: true };
        external.push(ExternalBatch::new(&Sample::default(), [Some(seen), None], 1.0, 0.5));
        let why = external.complaint().unwrap();
        assert!(why.contains("away at the marks of 2 of 2 batches"), "one was seen: {why}");
    }
}
