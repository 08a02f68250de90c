//! Whether events that keep a period are more than chance.

use super::follow::Fit;
use super::{Event, Window};

/// Of the events that were due at least this share came.
const LEAST_SHARE: f64 = 0.6;

/// The probability that chance brings as many is less than e to the minus this: several hundred
/// periods are tried.
const LEAST_SURPRISE: f64 = 15.0;

/// Where and when was looked, and what was seen.
pub(super) struct Scene<'a> {
    pub(super) windows: &'a [Window],
    pub(super) events: &'a [Event],
    /// The time from which a fit counts.
    pub(super) first: u64,
    /// How long was looked in all, without events: none begins within another.
    pub(super) free: f64,
}

impl Scene<'_> {
    /// How many events of `fit` were due while somebody looked, between its first and its last. What is
    /// due in the middle of another event cannot be seen.
    pub(super) fn due(&self, fit: &Fit) -> u64 {
        let numbers = |from: f64, to: f64| {
            let [low, high] = [from, to].map(|time| (time - fit.start) / fit.period);
            let (first, last) = (fit.hits[0].k as f64, fit.hits[fit.hits.len() - 1].k as f64);
            (high.min(last + 0.5).floor() - low.max(first - 0.5).floor()).max(0.0)
        };
        let time = |at: u64| at as f64 - self.first as f64;
        let seen = self.windows.iter().map(|window| {
            let from = time(window.from);
            numbers(from, from + window.length as f64)
        });
        let hidden = self.events.iter().map(|event| {
            let from = time(event.at) + fit.width;
            numbers(from, (time(event.at) + event.length as f64).max(from))
        });
        let due = seen.sum::<f64>() - hidden.sum::<f64>();
        (due.max(0.0) as u64).max(fit.hits.len() as u64)
    }

    /// Whether so many of those `due` came that events at random, as many as there are besides, would
    /// not have: by Chernoff's bound of the binomial distribution.
    pub(super) fn is_no_chance(&self, fit: &Fit, due: u64, events: usize) -> bool {
        let (n, came) = (due as f64, fit.hits.len() as f64);
        let share = came / n;
        let others = (events as f64 - came).max(1.0) / self.free;
        let by_chance = -(-2.0 * fit.width * others).exp_m1();
        let part = |p: f64, q: f64| if p > 0.0 { p * (p / q).ln() } else { 0.0 };
        let surprise = n * (part(share, by_chance) + part(1.0 - share, 1.0 - by_chance));
        share >= LEAST_SHARE && share > by_chance && surprise >= LEAST_SURPRISE
    }
}
