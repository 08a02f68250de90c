//! Values over time.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The most points that are kept of one benchmark in one boot: an hour of 250 in a second has room.
pub const MOST_POINTS: usize = 1_000_000;

const MOST_WINDOWS: usize = 100_000;

/// Values over time that the guest has sent.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TimeSeries {
    /// What the values are, in ticks of the guest's counter. `gap`: a time that the guest did not have.
    pub what: String,
    /// The times in which it was looked for values, one a batch, in their order.
    pub windows: Vec<Window>,
}

/// A time in which values were looked for. All times are ticks of the guest's counter.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Window {
    /// Index of its batch.
    pub i: u64,
    /// When it began, since the benchmark did.
    pub from: u64,
    /// How long it lasted.
    pub length: u64,
    /// Values below it were not looked at.
    pub least: u64,
    /// How many values there were, also those that are not in `points`.
    pub seen: u64,
    /// The values as in the protocol: `at:value` pairs with commas between, `at` since the window
    /// began, ascending.
    #[serde(with = "pairs")]
    #[schemars(with = "String")]
    pub points: Vec<(u64, u64)>,
}

/// The meaning of a series of gaps.
const GAP: &str = "gap";

impl TimeSeries {
    /// A series of which nothing has arrived yet.
    pub fn new(what: String) -> Self {
        Self { what, windows: Vec::new() }
    }

    /// Whether the values are times that the guest did not have.
    pub fn is_of_gaps(&self) -> bool {
        self.what == GAP
    }

    /// Adds `part`, which is a window or more of the last one; `false`, and nothing is added, if it does
    /// not continue the series.
    #[must_use]
    pub fn extend(&mut self, part: Window) -> bool {
        let is_full = self.windows.len() >= MOST_WINDOWS;
        match self.windows.last_mut() {
            Some(last) if last.i == part.i => last.extend(&part),
            Some(last) if is_full || !part.follows(last) => false,
            _ if part.points.len() as u64 > part.seen => false,
            _ => {
                self.windows.push(part);
                true
            }
        }
    }

    /// All values, each with its time since the benchmark began.
    pub fn points(&self) -> impl Iterator<Item = (u64, u64)> {
        self.windows.iter().flat_map(|window| {
            window.points.iter().map(|(at, value)| (window.from.saturating_add(*at), *value))
        })
    }

    /// How many values there were that did not arrive, or had no room.
    pub fn missing(&self) -> u64 {
        let of = |window: &Window| window.seen.saturating_sub(window.points.len() as u64);
        self.windows.iter().map(of).fold(0, u64::saturating_add)
    }
}

impl Window {
    fn follows(&self, other: &Self) -> bool {
        self.i > other.i && self.from >= other.from.saturating_add(other.length)
    }

    /// Adds the points of `more`, which is of the same window.
    fn extend(&mut self, more: &Self) -> bool {
        let facts = |it: &Self| (it.from, it.length, it.least, it.seen);
        let last = self.points.last().map(|point| point.0);
        let in_order = more.points.first().is_none_or(|next| last.is_none_or(|at| at < next.0));
        let fits = facts(self) == facts(more)
            && in_order
            && (self.points.len() + more.points.len()) as u64 <= self.seen;
        if fits {
            self.points.extend_from_slice(&more.points);
        }
        fits
    }
}

/// Pairs as one text: a line of a file for a window, and not six for a point.
mod pairs {
    use std::fmt::Write;

    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(
        points: &[(u64, u64)],
        to: S,
    ) -> Result<S::Ok, S::Error> {
        let mut text = String::new();
        for (at, value) in points {
            let comma = if text.is_empty() { "" } else { "," };
            let _ = write!(text, "{comma}{at}:{value}");
        }
        to.serialize_str(&text)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Vec<(u64, u64)>, D::Error> {
        let text = String::deserialize(from)?;
        let pair = |text: &str| {
            let (at, value) = text.split_once(':')?;
            Some((at.parse().ok()?, value.parse().ok()?))
        };
        let words = text.split(',').filter(|word| !word.is_empty());
        let points: Option<Vec<(u64, u64)>> = words.map(pair).collect();
        points
            .filter(|points| points.is_sorted_by(|a, b| a.0 < b.0))
            .ok_or_else(|| D::Error::custom("points are no pairs at:value in the order of time"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn window(i: u64, from: u64, points: &[(u64, u64)]) -> Window {
        Window { i, from, length: 100, least: 1, seen: 3, points: points.to_vec() }
    }

    fn series(parts: &[Window]) -> (TimeSeries, Vec<bool>) {
        let mut series = TimeSeries::new("gap".into());
        let taken = parts.iter().map(|part| series.extend(part.clone())).collect();
        (series, taken)
    }

    #[test]
    fn a_window_comes_in_parts_and_others_follow_it() {
        let parts = [
            window(0, 10, &[(5, 7)]),
            window(0, 10, &[(6, 8), (90, 1)]),
            window(1, 110, &[]),
            window(3, 400, &[(1, 2)]),
        ];
        let (series, taken) = series(&parts);
        assert_eq!(taken, [true; 4]);
        assert_eq!(series.points().collect::<Vec<_>>(), [(15, 7), (16, 8), (100, 1), (401, 2)]);
        assert_eq!(series.missing(), 3 + 2);
        assert!(series.is_of_gaps() && !TimeSeries::new("cost".into()).is_of_gaps());
    }

    #[test]
    fn what_does_not_continue_a_series_is_refused() {
        let first = window(1, 100, &[(5, 7), (6, 7)]);
        let length = Window { length: 101, ..window(1, 100, &[]) };
        let most = window(1, 100, &[(7, 1), (8, 1)]);
        let refused = [
            window(0, 300, &[]), // of a batch before
            window(2, 199, &[]), // begins before the other ends
            window(1, 100, &[(6, 9)]),
            length,
            most, // more than were seen
            window(2, 200, &[(1, 1), (2, 1), (3, 1), (4, 1)]),
        ];
        for part in refused {
            let (series, taken) = series(&[first.clone(), part.clone()]);
            assert_eq!(taken, [true, false], "{part:?}");
            assert_eq!(series.windows, std::slice::from_ref(&first));
        }
    }

    #[test]
    fn there_is_an_end_to_windows() {
        let mut many = TimeSeries::new("gap".into());
        for i in 0..MOST_WINDOWS as u64 {
            assert!(many.extend(window(i, 100 * i, &[])));
        }
        assert!(!many.extend(window(1 << 40, 1 << 40, &[])));
    }

    #[test]
    fn points_are_one_text_in_a_file_and_garbage_is_refused() {
        let one = window(0, 10, &[(5, 7), (6, 8)]);
        let text = serde_json::to_string(&one).unwrap();
        assert!(text.contains(r#""points":"5:7,6:8""#), "{text}");
        assert_eq!(serde_json::from_str::<Window>(&text).unwrap(), one);
        let none = serde_json::to_string(&window(0, 10, &[])).unwrap();
        assert_eq!(serde_json::from_str::<Window>(&none).unwrap().points, []);
        for garbage in ["5", "5:", "6:8,5:7", "5:7,5:7", "-5:7", "5:7 6:8"] {
            let text = text.replace("5:7,6:8", garbage);
            assert!(serde_json::from_str::<Window>(&text).is_err(), "{garbage}");
        }
    }
}
