//! The events that keep a period, from the one that is followed by most others on.

use statrs::distribution::{ContinuousCDF, StudentsT};

use super::FEWEST;
use crate::sorted::Sorted;

/// At first an event may be early or late by this share of the period; then by so many standard
/// deviations of those that were found, and this share at least.
const WIDE: f64 = 1.0 / 8.0;
const DEVIATIONS: f64 = 6.0;
const NARROW: f64 = 1.0 / 512.0;

/// The median absolute deviation of normal data is the standard deviation divided by this.
const MAD_TO_SD: f64 = 1.4826;

/// How much of what an event is late by the phase and the period follow it: both may drift.
const PHASE: f64 = 0.3;
const PERIOD: f64 = 0.05;

/// An event that came when it was due.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Hit {
    /// Which event it is, and the how manieth from where the train was entered.
    pub(super) index: usize,
    pub(super) k: i64,
    /// How late it was, by those before.
    late: f64,
}

/// A period that events keep.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Fit {
    pub(super) period: f64,
    /// Half-width of its 95 % interval.
    pub(super) error: f64,
    /// When number 0 was due.
    pub(super) start: f64,
    /// How early or late an event may be.
    pub(super) width: f64,
    /// In the order of time.
    pub(super) hits: Vec<Hit>,
}

impl Fit {
    /// What of the events at `times` keeps about this `period`; `None` of too few.
    pub(super) fn of(times: &[f64], period: f64) -> Option<Self> {
        let (start, period) = chain(times, period)?;
        let loose = hits(times, start, period, WIDE * period);
        let period = usual_step(times, &loose)?;
        let late = Sorted::new(loose.iter().map(|hit| hit.late).collect())?;
        let width = DEVIATIONS * MAD_TO_SD * late.mad();
        let width = width.clamp(NARROW * period, WIDE * period);
        // Not the first, which nobody has said to be late, and which may have come there by chance.
        let others = loose.iter().filter(|hit| hit.k != 0);
        let punctual = others.min_by(|a, b| a.late.abs().total_cmp(&b.late.abs()))?;
        let hits = hits(times, punctual.index, period, width);
        let (period, error, start) = line(times, &hits)?;
        Some(Self { period, error, start, width, hits })
    }
}

/// The event that begins the longest chain of events of which each comes a `period` after the one
/// before, and their mean distance; `None` where no three do.
fn chain(times: &[f64], period: f64) -> Option<(usize, f64)> {
    let mut next = Vec::with_capacity(times.len());
    let mut near = 0;
    for (index, time) in times.iter().enumerate() {
        let due = time + period;
        while near + 1 < times.len() && (times[near + 1] - due).abs() <= (times[near] - due).abs() {
            near += 1;
        }
        next.push(Some(near).filter(|n| *n > index && (times[*n] - due).abs() <= WIDE * period));
    }
    // How many more follow, and the last of them.
    let mut rest: Vec<(u32, usize)> = (0..times.len()).map(|index| (0, index)).collect();
    for index in (0..times.len()).rev() {
        if let Some(next) = next[index] {
            rest[index] = (rest[next].0 + 1, rest[next].1);
        }
    }
    let start = (0..times.len()).rev().max_by_key(|index| rest[*index].0)?;
    let (more, last) = rest[start];
    (more >= 2).then(|| (start, (times[last] - times[start]) / f64::from(more)))
}

/// The events that keep `period` within `width`, from number `start` on and back.
fn hits(times: &[f64], start: usize, period: f64, width: f64) -> Vec<Hit> {
    let away = |index: usize| (index, (times[index] - times[start]).abs());
    let back = run((0..start).rev().map(away), period, width).into_iter().rev();
    let back = back.map(|hit| Hit { k: -hit.k, late: -hit.late, ..hit });
    let there = Hit { index: start, k: 0, late: 0.0 };
    let on = run((start + 1..times.len()).map(away), period, width);
    back.chain([there]).chain(on).collect()
}

/// The hits among events at these distances from the first, ascending.
fn run(events: impl Iterator<Item = (usize, f64)>, period: f64, width: f64) -> Vec<Hit> {
    let mut found: Vec<Hit> = Vec::new();
    let (mut phase, mut step, mut at) = (0.0, period, 0_i64);
    let mut best: Option<Hit> = None;
    for (index, distance) in events {
        loop {
            let turns = ((distance - phase) / step).round();
            let (k, late) = (at.saturating_add(turns as i64), distance - phase - turns * step);
            if turns < 1.0 || late.abs() > width {
                break;
            }
            match best {
                Some(other) if other.k < k => {
                    let turns = (other.k - at) as f64;
                    phase += turns * step + PHASE * other.late;
                    step = (step + PERIOD * other.late / turns).max(period / 2.0);
                    at = other.k;
                    found.push(other);
                    best = None;
                }
                Some(other) if other.late.abs() <= late.abs() => break,
                _ => {
                    best = Some(Hit { index, k, late });
                    break;
                }
            }
        }
    }
    found.extend(best);
    found
}

/// The median of the steps between hits, on which single ones that do not belong here have no influence.
fn usual_step(times: &[f64], hits: &[Hit]) -> Option<f64> {
    let step = |pair: &[Hit]| {
        (times[pair[1].index] - times[pair[0].index]) / (pair[1].k as f64 - pair[0].k as f64)
    };
    let steps = Sorted::new(hits.windows(2).map(step).collect())?;
    Some(steps.median()).filter(|step| *step >= 1.0)
}

/// The straight line through hits by least squares: its slope, the half-width of the slope's 95 %
/// interval, and its height at number 0. No slope is known better than the times, by one unit.
fn line(times: &[f64], hits: &[Hit]) -> Option<(f64, f64, f64)> {
    let (first, last) = (hits.first()?, hits.last()?);
    if hits.len() < FEWEST {
        return None;
    }
    let n = hits.len() as f64;
    let point = |hit: &Hit| (hit.k as f64, times[hit.index]);
    let (k_sum, t_sum) = hits.iter().map(point).fold((0.0, 0.0), |(a, b), (k, t)| (a + k, b + t));
    let (k_mean, t_mean) = (k_sum / n, t_sum / n);
    let centred = || hits.iter().map(point).map(|(k, t)| (k - k_mean, t - t_mean));
    let spread: f64 = centred().map(|(k, _)| k * k).sum();
    let slope = centred().map(|(k, t)| k * t).sum::<f64>() / spread;
    let squares: f64 = centred().map(|(k, t)| (t - slope * k).powi(2)).sum();
    let quantile = StudentsT::new(0.0, 1.0, n - 2.0).ok()?.inverse_cdf(0.975);
    let error = quantile * (squares / (n - 2.0) / spread).sqrt();
    let finest = 1.0 / (last.k as f64 - first.k as f64);
    let is_known = slope >= 1.0 && slope.is_finite() && error.is_finite();
    is_known.then(|| (slope, error.max(finest), t_mean - slope * k_mean))
}
