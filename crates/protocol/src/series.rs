//! The records of values over time.

use serde::Deserialize;

use super::number::{parse, required};

/// `series`: values of one batch, each with its time; several records where one has no room.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct Series {
    /// The benchmark's name.
    pub bench: String,
    /// What the values are; all are ticks.
    pub what: String,
    /// The batch's index, from 0.
    #[serde(deserialize_with = "required")]
    pub i: u64,
    /// Ticks from the benchmark's beginning to the batch's.
    #[serde(deserialize_with = "required")]
    pub from: u64,
    /// Ticks that the batch lasted.
    #[serde(deserialize_with = "required")]
    pub length: u64,
    /// Values below it were not looked at.
    #[serde(deserialize_with = "required")]
    pub least: u64,
    /// How many values the batch has seen, also those that it had no room for.
    #[serde(deserialize_with = "required")]
    pub seen: u64,
    /// `at:value` pairs, separated by commas.
    pub(super) points: String,
}

impl Series {
    /// Ticks from the batch's beginning, each with its value, in the order of time; `None` if they are
    /// not well formed, not in order, or not of the batch.
    pub fn points(&self) -> Option<Vec<(u64, u64)>> {
        if self.points.is_empty() {
            return Some(Vec::new());
        }
        let point = |text: &str| {
            let (at, value) = text.split_once(':')?;
            Some((parse(at)?, parse(value)?))
        };
        let points: Vec<(u64, u64)> = self.points.split(',').map(point).collect::<Option<_>>()?;
        let in_order = points.is_sorted_by(|a, b| a.0 < b.0);
        let is_within = |&(at, value): &(u64, u64)| at <= self.length && value >= self.least;
        (in_order && points.iter().all(is_within)).then_some(points)
    }
}

#[cfg(test)]
mod tests {
    use super::Series;

    fn points(text: &str) -> Option<Vec<(u64, u64)>> {
        Series { length: 900, least: 3, points: text.into(), ..Series::default() }.points()
    }

    #[test]
    fn points_are_read_in_the_order_of_time_and_anything_else_is_refused() {
        assert_eq!(points("7:41,130:3"), Some(vec![(7, 41), (130, 3)]));
        assert_eq!(points("0:3,900:4"), Some(vec![(0, 3), (900, 4)]), "both ends are the batch's");
        assert_eq!(points(""), Some(Vec::new()), "nothing happened");
        for text in [",", "7", "7:", ":7", "7:9,", "-7:9", "+7:9", "7:9;8:9", "7:9:9", "7:9 8:9"] {
            assert_eq!(points(text), None, "{text}");
        }
        for text in ["8:9,7:9", "7:9,7:9", "901:9", "7:2", "18446744073709551616:9"] {
            assert_eq!(points(text), None, "{text}");
        }
    }
}
