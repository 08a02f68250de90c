//! What QEMU says of a migration: events with the host's time, and a report at its end.

use std::time::Duration;

use serde::Deserialize;
use serde_json::Value;

use results::MigrationReport;

/// What QEMU says of a migration's state in the end, and while nothing is decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    GoesOn,
    Completed,
    Failed,
}

impl State {
    /// The one that an event or a report tells; what is not known is no end.
    pub(super) fn of(status: &Value) -> Self {
        match status.as_str() {
            Some("completed") => Self::Completed,
            Some("failed" | "cancelled") => Self::Failed,
            _ => Self::GoesOn,
        }
    }
}

/// When an event happened, by the host's clock since 1970.
pub(super) fn time_of(event: &Value) -> Option<Duration> {
    let part = |name| event["timestamp"][name].as_u64();
    let micros = part("microseconds").filter(|micros| *micros < 1_000_000)?;
    Some(Duration::from_secs(part("seconds")?) + Duration::from_micros(micros))
}

/// A time as results keep it.
pub(super) fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

/// The answer to `query-migrate`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
struct Answer {
    total_time: u64,
    setup_time: u64,
    downtime: u64,
    ram: Memory,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
struct Memory {
    transferred: u64,
    dirty_sync_count: u64,
}

/// What an answer to `query-migrate` says of a migration that is complete; `None` of another, and where it is
/// no such answer.
pub(super) fn report(answer: &Value) -> Option<MigrationReport> {
    if State::of(&answer["status"]) != State::Completed {
        return None;
    }
    let Answer { total_time, setup_time, downtime, ram } = Answer::deserialize(answer).ok()?;
    Some(MigrationReport {
        total_ms: total_time,
        setup_ms: setup_time,
        downtime_ms: downtime,
        transferred: ram.transferred,
        dirty_sync_count: ram.dirty_sync_count,
    })
}

/// Why a migration failed, in an answer to `query-migrate`; an older QEMU does not say.
pub(super) fn reason(answer: &Value) -> &str {
    answer["error-desc"].as_str().unwrap_or("it does not say why")
}
