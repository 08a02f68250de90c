//! Events that come again and again after the same time, told apart from others between them.
//!
//! Radar receivers have the problem: pulses of many senders arrive as one stream, and are told apart
//! by their intervals (Mardia, *IEE Proceedings F* 136, 1989; Milojević & Popović, *IEE Proceedings
//! F* 139, 1992). As there, a histogram of differences between events proposes periods, the shortest
//! is tried first, and what follows a period is taken out before the next is looked for. Where all
//! events together show no more, those are looked at alone that last twice as long, and so on: what
//! is rare and long is not hidden by what is frequent and short.

mod candidates; // periods that differences between events propose
mod follow; //     the events that keep one
mod judge; //      whether that is more than chance

use follow::Fit;

/// A train has at least so many events.
pub const FEWEST: usize = 5;

/// So many are looked for at most.
const MOST: usize = 12;

/// An event that is so many times as long as is usual in a train is something else at its time.
const OUT_OF_KIND: u64 = 4;

/// A level is not searched that has more than this share of the events of the one before.
const HARDLY_FEWER: f64 = 0.8;

/// Something that happened, in the unit of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// When it began.
    pub at: u64,
    /// How long it lasted.
    pub length: u64,
}

/// A time in which every event was seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// When it began.
    pub from: u64,
    /// How long it lasted.
    pub length: u64,
}

/// Events that come again and again after the same time.
#[derive(Clone, Debug, PartialEq)]
pub struct Train {
    /// From the beginning of one event to that of the next: the slope of a straight line through them.
    pub period: f64,
    /// Half-width of its 95 % interval.
    pub error: f64,
    /// How many events were due while somebody looked, between the first and the last.
    pub due: u64,
    /// How many of these came.
    pub came: u64,
    /// Indices of those that are of its kind, ascending.
    pub members: Vec<usize>,
}

/// The trains of `events`, which are in the order of time, as the `windows` are in which they were
/// seen. No event is in two.
pub fn trains(windows: &[Window], events: &[Event]) -> Vec<Train> {
    let mut left: Vec<usize> = (0..events.len()).collect();
    let mut found = Vec::new();
    let mut searched = f64::INFINITY;
    for octave in 0..u64::BITS {
        let least = if octave == 0 { 0 } else { 1 << octave };
        left.retain(|index| events[*index].length >= least);
        if left.len() < FEWEST {
            break;
        }
        if left.len() as f64 > HARDLY_FEWER * searched {
            continue;
        }
        while found.len() < MOST
            && let Some(train) = search(windows, events, &left)
        {
            let mut members = train.members.iter().peekable();
            left.retain(|index| members.next_if_eq(&index).is_none());
            found.push(train);
        }
        searched = left.len() as f64;
    }
    found
}

/// The first train among the `left` events whose period is proposed and kept.
fn search(windows: &[Window], events: &[Event], left: &[usize]) -> Option<Train> {
    let first = events[*left.first()?].at;
    let times: Vec<f64> = left.iter().map(|i| events[*i].at.saturating_sub(first) as f64).collect();
    let watched: f64 = windows.iter().map(|window| window.length as f64).sum();
    let hidden: f64 = events.iter().map(|event| event.length as f64).sum();
    let free = (watched - hidden).max(1.0);
    let scene = judge::Scene { windows, events, first, free };
    candidates::periods(&times, free).into_iter().find_map(|period| {
        let fit = Fit::of(&times, period)?;
        let due = scene.due(&fit);
        scene.is_no_chance(&fit, due, left.len()).then(|| train(events, left, &fit, due))
    })
}

fn train(events: &[Event], left: &[usize], fit: &Fit, due: u64) -> Train {
    let hits: Vec<usize> = fit.hits.iter().map(|hit| left[hit.index]).collect();
    let mut lengths: Vec<u64> = hits.iter().map(|index| events[*index].length).collect();
    lengths.sort_unstable();
    let longest = lengths[lengths.len() / 2].max(1).saturating_mul(OUT_OF_KIND);
    let is_of_it = |index: &usize| events[*index].length <= longest;
    Train {
        period: fit.period,
        error: fit.error,
        due,
        came: hits.len() as u64,
        members: hits.into_iter().filter(is_of_it).collect(),
    }
}

#[cfg(test)]
mod tests;
