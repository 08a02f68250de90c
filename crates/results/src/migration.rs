//! How a guest was moved, while it ran, from one monitor to another.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::benchmark::Measured;

/// A live migration, or a guest that was saved and restored. Points in time are host nanoseconds since the start of the platform's program, as
/// [`StartTimes`](crate::StartTimes) are.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Migration {
    /// When the first monitor was asked for it.
    pub began_ns: u64,
    /// When the first monitor said that it was over, or why it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended_ns: Option<u64>,
    /// When the last word of the guest in the first monitor arrived.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_word_ns: Option<u64>,
    /// When its first word in the second monitor arrived.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_word_ns: Option<u64>,
    /// Nanoseconds from the stop of the guest's processors in the first monitor to their start in the second,
    /// as the two monitors' events tell it by the host's clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped_ns: Option<u64>,
    /// What the first monitor says of it; absent where it failed before that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub told: Option<MigrationReport>,
    /// What of the guest was in a file meanwhile; absent where it went from one monitor to the other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub saved: Option<SavedGuest>,
    /// The first batch that arrived after it had begun.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_meanwhile: Option<BatchOf>,
    /// The first batch that was measured in the second monitor from its beginning to its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_after: Option<BatchOf>,
    /// Why the guest is not where it was to go; absent where it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
}

/// A monitor's own report of a migration.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct MigrationReport {
    /// Milliseconds that it took.
    pub total_ms: u64,
    /// Milliseconds of these before it sent memory.
    pub setup_ms: u64,
    /// Milliseconds of these in which the guest stood still.
    pub downtime_ms: u64,
    /// Bytes sent.
    pub transferred: u64,
    /// How often the log of written pages was collected.
    pub dirty_sync_count: u64,
}

/// A guest that was stopped and kept in a file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct SavedGuest {
    /// Bytes of the file.
    pub bytes: u64,
    /// Nanoseconds that it took to stop the guest and write it.
    pub saving_ns: u64,
    /// Nanoseconds from when the file was read until the guest ran.
    pub restoring_ns: u64,
}

/// A batch of a benchmark.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct BatchOf {
    /// The benchmark.
    pub benchmark: String,
    /// The batch's index.
    pub i: u64,
}

impl Migration {
    /// Nanoseconds between the guest's last word in the first monitor and its first one in the second.
    pub fn silence_ns(&self) -> Option<u64> {
        self.first_word_ns?.checked_sub(self.last_word_ns?)
    }

    /// Nanoseconds from when it was asked for until it was over.
    pub fn took_ns(&self) -> Option<u64> {
        self.ended_ns?.checked_sub(self.began_ns)
    }

    /// What batches of `measured` cost before, meanwhile and after; `None` where the guest did not arrive, or
    /// another benchmark ran at one of its ends.
    pub fn phases(&self, measured: &Measured) -> Option<[Vec<f64>; 3]> {
        let within = |batch: &Option<BatchOf>| {
            batch.as_ref().filter(|batch| batch.benchmark == measured.name).map(|batch| batch.i)
        };
        let (first, after) = (within(&self.first_meanwhile)?, within(&self.first_after)?);
        let n = measured.plan.as_ref().map_or(0, |plan| plan.n);
        let mut phases = <[Vec<f64>; 3]>::default();
        for sample in &measured.samples {
            let phase = usize::from(sample.i >= first) + usize::from(sample.i >= after);
            phases[phase].extend(stats::cost(sample.run, sample.control, n));
        }
        Some(phases)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Plan, Sample};

    fn batch(i: u64) -> BatchOf {
        BatchOf { benchmark: "a".into(), i }
    }

    #[test]
    fn batches_are_told_apart_by_where_the_guest_was() {
        let sample = |i| Sample { i, run: 10 * i + 10, control: 0, ..Sample::default() };
        let measured = Measured {
            plan: Some(Plan { n: 10, batches: 5, why: String::new() }),
            samples: (0..5).map(sample).collect(),
            ..Measured::unfinished("a", "test", "")
        };
        let moved = Migration {
            first_meanwhile: Some(batch(2)),
            first_after: Some(batch(3)),
            ..Migration::default()
        };
        let expected = [vec![1.0, 2.0], vec![3.0], vec![4.0, 5.0]];
        assert_eq!(moved.phases(&measured), Some(expected));
        let stayed = Migration { first_after: None, ..moved.clone() };
        assert_eq!(stayed.phases(&measured), None);
        assert_eq!(moved.phases(&Measured { name: "b".into(), ..measured }), None);
    }

    #[test]
    fn times_that_go_backwards_are_none() {
        let times = |last, first| {
            Migration { last_word_ns: last, first_word_ns: first, ..Migration::default() }
                .silence_ns()
        };
        assert_eq!(times(Some(5), Some(9)), Some(4));
        assert_eq!(
            [times(Some(9), Some(5)), times(None, Some(5)), times(Some(5), None)],
            [None; 3]
        );
        let took = Migration { began_ns: 3, ended_ns: Some(10), ..Migration::default() };
        assert_eq!(took.took_ns(), Some(7));
    }
}
