//! External timing: what a channel can tell, and how the guest's clock compares with the host's.
//!
//! Both follow from windows whose content is known, which the guest opens before anything is
//! measured: idle ones, two adjacent marks; empty ones, with nothing but the two reads of the
//! guest's counter that every benchmark's window holds; and spinning ones, in which that
//! counter advances by about a million ticks.

mod channel;
mod window;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use stats::interval::Interval;
use stats::median_ci::median_ci;
use stats::sorted::Sorted;

pub use channel::Channel;
pub use window::Window;

/// Work that fills the caches delays the guest's read of its counter behind the mark; idle and
/// spinning windows do not show it. By this share of a window, in trials up to 0.06 %, …
const COLD_SHARE: f64 = 0.001;

/// … and by this many ticks at most, a few dozen misses.
const MOST_COLD: f64 = 5000.0;

/// External timing of one boot.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ExternalTiming {
    /// How the marks reached the host.
    pub channel: Channel,
    /// Nanoseconds that a tick of the host's counter takes.
    pub ns_per_tick: f64,
    /// The longest time between two looks that leaves an edge usable, in nanoseconds.
    pub away_ns: u32,
    /// What the channel shows of windows in which nothing happens; absent until measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub idle: Option<ChannelIdle>,
    /// The guest's counter against the host's; absent until measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<Clocks>,
    /// Why the marks could not be watched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

/// Idle windows: the channel's resolution. All but the counts are in the guest's ticks.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ChannelIdle {
    /// Windows that went in.
    pub windows: usize,
    /// Windows left out because the host was away, or because they were not seen at all.
    pub flagged: usize,
    /// The shortest.
    pub min: f64,
    /// The median.
    pub median: f64,
    /// The 99th percentile.
    pub p99: f64,
    /// Standard deviation.
    pub sd: f64,
}

/// Spinning windows: two counters over the same time.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Clocks {
    /// Windows that went in.
    pub windows: usize,
    /// Windows left out because the host was away, or because they were not seen at all.
    pub flagged: usize,
    /// Median length by the guest's counter, in its ticks.
    pub length: f64,
    /// Ticks of the guest's counter to a tick of the host's: exactly 1 when the channel cannot
    /// tell them apart.
    pub rate: f64,
    /// Half-width of the 95 % interval of the rate as a share of it; 0 for a rate of exactly 1.
    pub uncertainty: f64,
    /// Median of |external − internal| over the windows, in the guest's ticks.
    pub disagreement: f64,
    /// Its 95th percentile.
    pub p95: f64,
    /// The rate of the guest's counter by the host's clock, in Hz, whatever the guest says.
    pub hz: f64,
}

/// All windows whose content is known.
#[derive(Debug, Clone, Default, PartialEq)]
#[expect(missing_docs, reason = "the module's documentation tells the kinds")]
pub struct KnownWindows {
    pub idle: Vec<Known>,
    pub empty: Vec<Known>,
    pub spin: Vec<Known>,
}

/// A known window, as both counters saw it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Known {
    /// In the host's ticks; `None` when the host was away or saw nothing.
    pub external: Option<f64>,
    /// In the guest's ticks.
    pub internal: f64,
}

impl ExternalTiming {
    /// Nothing is known yet of `channel`, timed by a counter of this rate.
    pub fn new(channel: Channel, ns_per_tick: f64) -> Self {
        let away_ns = channel.away_ns();
        Self { channel, ns_per_tick, away_ns, idle: None, clocks: None, problem: None }
    }

    /// Takes in all known windows so far. Without a spinning one that was seen, the clocks are
    /// compared by the frequency `hz` that the guest states.
    pub fn assess(&mut self, known: &KnownWindows, hz: Option<u64>) {
        self.clocks = Clocks::of(&known.empty, &known.spin, self.ns_per_tick);
        let rate = self.rate(hz);
        self.idle = ChannelIdle::of(&known.idle, rate);
    }

    /// Ticks of the guest's counter to a tick of the host's.
    pub fn rate(&self, hz: Option<u64>) -> f64 {
        let stated = || hz.map(|hz| hz as f64 * self.ns_per_tick / 1e9);
        self.clocks.map(|clocks| clocks.rate).or_else(stated).unwrap_or(1.0)
    }

    /// How far two lengths of a window may lie apart, in the guest's ticks, before the channel
    /// can tell that they differ: the 99th percentile of idle windows, or the 95th percentile
    /// of what the two clocks disagree by in spinning ones where that is more, two standard
    /// deviations of the idle ones, what the uncertainty of the rate makes of a window of
    /// `length` ticks, and what such a window may leave cold. `None` when idle is unknown.
    pub fn resolution(&self, length: f64) -> Option<f64> {
        let (share, apart) = self.clocks.map_or((0.0, 0.0), |c| (c.uncertainty, c.p95));
        let fixed = |idle: ChannelIdle| idle.p99.max(apart) + 2.0 * idle.sd;
        let length = length.abs();
        let cold = (length * COLD_SHARE).min(MOST_COLD);
        self.idle.map(|idle| fixed(idle) + share * length + cold)
    }
}

impl ChannelIdle {
    fn of(known: &[Known], rate: f64) -> Option<Self> {
        let seen: Vec<f64> = known.iter().filter_map(|w| w.external).map(|t| t * rate).collect();
        let sorted = Sorted::new(seen)?;
        Some(Self {
            windows: sorted.count(),
            flagged: known.len() - sorted.count(),
            min: sorted.min(),
            median: sorted.median(),
            p99: sorted.quantile(0.99),
            sd: sorted.std_dev(),
        })
    }
}

impl Clocks {
    fn of(empty: &[Known], spin: &[Known], ns_per_tick: f64) -> Option<Self> {
        let (seen, empty) = (seen(spin), seen(empty));
        let length = median(seen.iter().map(|(_, internal)| *internal))?;
        let (rate, uncertainty) = rate(&seen, &empty)?;
        let apart = seen.iter().map(|(external, internal)| (external * rate - internal).abs());
        let apart = Sorted::new(apart.collect())?;
        Some(Self {
            windows: seen.len(),
            flagged: spin.len() - seen.len(),
            length,
            rate,
            uncertainty,
            disagreement: apart.median(),
            p95: apart.quantile(0.95),
            hz: rate / ns_per_tick * 1e9,
        })
    }
}

/// External and internal length of the windows that were seen.
fn seen(known: &[Known]) -> Vec<(f64, f64)> {
    known.iter().filter_map(|window| Some((window.external?, window.internal))).collect()
}

/// Ticks of the guest to a tick of the host, and the relative uncertainty. What marks and
/// counter reads add to a spinning window is in an empty one too and is taken off first.
fn rate(spin: &[(f64, f64)], empty: &[(f64, f64)]) -> Option<(f64, f64)> {
    let external = median(empty.iter().map(|(host, _)| *host)).unwrap_or(0.0);
    let internal = median(empty.iter().map(|(_, guest)| *guest)).unwrap_or(0.0);
    let longer = spin.iter().filter(|(host, guest)| *host > external && *guest > internal);
    let rates = longer.clone().map(|(host, guest)| (guest - internal) / (host - external));
    let sorted = Sorted::new(rates.collect())?;
    let median_rate = sorted.median();
    let (low, high, coverage) = (sorted.min(), sorted.max(), 0.0);
    let spread = median_ci(&sorted, 0.95).unwrap_or(Interval { low, high, coverage });
    // Marks cost a different amount now and then: a rate this near to 1 is 1.
    let shortest = longer.map(|(host, _)| host - external).fold(f64::INFINITY, f64::min);
    let same = (median_rate - 1.0).abs() <= external / shortest;
    let uncertainty = spread.relative_margin(median_rate);
    Some(if same { (1.0, 0.0) } else { (median_rate, uncertainty) })
}

fn median(values: impl Iterator<Item = f64>) -> Option<f64> {
    Sorted::new(values.collect()).map(|sorted| sorted.median())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `count` windows of `length` guest ticks on a host that counts `scale` times as fast,
    /// to which marks and reads add 150 ticks and a few more.
    fn windows(count: u32, length: f64, scale: f64) -> Vec<Known> {
        let jitter = |i: u32| f64::from(i * 7 % 11);
        let known = |i| Known {
            external: (i % 10 != 9).then(|| (length + 150.0 + jitter(i)) * scale),
            internal: length + 40.0,
        };
        (0..count).map(known).collect()
    }

    fn assessed(scale: f64) -> ExternalTiming {
        let mut timing = ExternalTiming::new(Channel::Mailbox, 0.4);
        let (idle, empty) = (windows(100, 0.0, scale), windows(30, 0.0, scale));
        let known = KnownWindows { idle, empty, spin: windows(30, 1e6, scale) };
        timing.assess(&known, Some(1_000_000_000));
        timing
    }

    #[test]
    fn idle_windows_that_were_not_seen_are_counted_and_left_out() {
        let idle = assessed(1.0).idle.unwrap();
        assert_eq!((idle.windows, idle.flagged), (90, 10));
        assert!(idle.min >= 150.0 && (150.0..161.0).contains(&idle.median), "{idle:?}");
        assert!(idle.p99 <= 160.0 && idle.sd < 5.0, "{idle:?}");
        assert!(assessed(1.0).resolution(0.0).unwrap() < 170.0);
    }

    #[test]
    fn a_counter_that_is_handed_through_has_a_rate_of_exactly_one() {
        let timing = assessed(1.0);
        let clocks = timing.clocks.unwrap();
        assert_eq!((clocks.rate, clocks.uncertainty), (1.0, 0.0));
        assert!((110.0..121.0).contains(&clocks.disagreement), "{clocks:?}");
        assert!((clocks.hz - 2.5e9).abs() < 1.0);
        let more = timing.resolution(1e9).unwrap() - timing.resolution(0.0).unwrap();
        assert!((more - MOST_COLD).abs() < 1e-6, "{more}");
    }

    #[test]
    fn another_rate_is_measured_whatever_the_guest_states() {
        let timing = assessed(2.5);
        let clocks = timing.clocks.unwrap();
        assert!((clocks.rate - 0.4).abs() < 1e-5, "{clocks:?}");
        assert!(clocks.uncertainty > 0.0 && clocks.uncertainty < 1e-4);
        assert!(clocks.disagreement < 200.0, "{clocks:?}");
        assert!(timing.resolution(1e9).unwrap() - timing.resolution(0.0).unwrap() > MOST_COLD);
    }

    #[test]
    fn without_spinning_windows_the_stated_frequency_has_to_do() {
        let mut timing = ExternalTiming::new(Channel::Uart, 0.4);
        assert_eq!((timing.rate(None), timing.resolution(1.0)), (1.0, None));
        let known = KnownWindows { idle: windows(20, 0.0, 1.0), ..KnownWindows::default() };
        timing.assess(&known, Some(1_000_000_000));
        assert_eq!(timing.clocks, None);
        assert!((timing.rate(Some(1_000_000_000)) - 0.4).abs() < 1e-12);
        assert!(timing.idle.unwrap().median < 70.0);
    }

    /// 100 of idle windows, twice their deviation of 5, a hundredth of the length, and what it leaves cold.
    #[test]
    fn the_resolution_of_a_window_adds_up_all_that_is_unsure() {
        let (windows, flagged, min, median) = (20, 0, 80.0, 90.0);
        let idle = ChannelIdle { windows, flagged, min, median, p99: 100.0, sd: 5.0 };
        let clocks = Clocks {
            windows,
            flagged,
            length: 1e6,
            rate: 1.1,
            uncertainty: 0.01,
            disagreement: 20.0,
            p95: 30.0,
            hz: 1e9,
        };
        let new = ExternalTiming::new(Channel::Mailbox, 1.0);
        let timing = ExternalTiming { idle: Some(idle), clocks: Some(clocks), ..new };
        let cold = 1000.0 * COLD_SHARE;
        assert!((timing.resolution(1000.0).unwrap() - (120.0 + cold)).abs() < 1e-9);
        assert!((timing.resolution(-1000.0).unwrap() - (120.0 + cold)).abs() < 1e-9);
        let apart = ExternalTiming { clocks: Some(Clocks { p95: 300.0, ..clocks }), ..timing };
        assert!((apart.resolution(0.0).unwrap() - 310.0).abs() < 1e-9);
    }

    #[test]
    fn windows_that_were_not_seen_are_counted_and_one_alone_has_no_deviation() {
        assert_eq!(
            assessed(1.0).clocks.map(|clocks| (clocks.windows, clocks.flagged)),
            Some((27, 3))
        );
        let of = |lengths: &[f64]| {
            let known = |length: &f64| Known { external: Some(*length), internal: 0.0 };
            ChannelIdle::of(&lengths.iter().map(known).collect::<Vec<_>>(), 2.0).unwrap()
        };
        assert_eq!((of(&[7.0]).median, of(&[7.0]).sd), (14.0, 0.0));
        assert!((of(&[1.0, 3.0]).sd - 2.0 * 2f64.sqrt()).abs() < 1e-12);
    }

    #[test]
    fn the_rate_is_that_of_windows_longer_than_empty_ones_by_both_clocks() {
        let empty = [(10.0, 4.0)];
        let spin = [(10.0, 50.0), (110.0, 204.0), (5.0, 500.0), (200.0, 4.0), (300.0, 2.0)];
        assert_eq!(rate(&spin, &empty), Some((2.0, 0.0)));
        assert_eq!(rate(&[(10.0, 50.0)], &empty), None);
        assert_eq!(rate(&[(110.0, 4.0)], &empty), None);
    }

    /// What marks add, 10 of a window of 100, may be there once and not another time: a tenth.
    #[test]
    fn a_rate_that_marks_alone_could_make_is_one() {
        let rate = |longer: f64| rate(&[(110.0, 10.0 + longer)], &[(10.0, 10.0)]).unwrap().0;
        assert_eq!((rate(109.0), rate(91.0)), (1.0, 1.0));
        assert_eq!((rate(150.0), rate(50.0)), (1.5, 0.5));
    }
}
