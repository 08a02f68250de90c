//! The records that carry a benchmark's measurement.

use serde::Deserialize;

use super::number::{list, optional, required};

/// `begin`: nothing of the benchmark has run yet.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Begin {
    /// The benchmark's name.
    pub bench: String,
    /// Its category.
    #[serde(default)]
    pub category: String,
}

/// `plan`: what calibration decided.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Plan {
    /// The benchmark's name.
    pub bench: String,
    /// Operations in a batch, at least 1.
    #[serde(deserialize_with = "required")]
    pub n: u64,
    /// Batches planned.
    #[serde(deserialize_with = "required")]
    pub batches: u64,
    /// Why `n` is what it is.
    #[serde(default)]
    pub why: String,
}

/// `desk`, which keeps the name of its first day: where the guest asks for snapshots of the host's counters.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct SnapshotPage {
    /// Its guest-physical address.
    #[serde(deserialize_with = "required")]
    pub address: u64,
}

/// `count`: a counting pass is over.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Count {
    /// The benchmark's name.
    pub bench: String,
    /// Operations that ran.
    #[serde(deserialize_with = "required")]
    pub n: u64,
    /// Number of the first of its four snapshots.
    #[serde(deserialize_with = "required")]
    pub first: u64,
}

/// `sample`: one batch, in ticks of the guest's counter.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct Sample {
    /// The benchmark's name.
    pub bench: String,
    /// The batch's index, from 0.
    #[serde(deserialize_with = "required")]
    pub i: u64,
    /// Ticks of the loop with the operation, `n` times.
    #[serde(deserialize_with = "required")]
    pub run: u64,
    /// Ticks of the same loop with an empty instruction in its place.
    #[serde(deserialize_with = "required")]
    pub control: u64,
    /// Ticks of the reference directly before the batch; absent without one.
    #[serde(default, deserialize_with = "optional")]
    pub before: Option<u64>,
    /// Ticks of the reference directly after it.
    #[serde(default, deserialize_with = "optional")]
    pub after: Option<u64>,
    /// Number of the window that the run is in; absent without external timing.
    #[serde(default, deserialize_with = "optional")]
    pub run_mark: Option<u64>,
    /// Number of the window that the control is in.
    #[serde(default, deserialize_with = "optional")]
    pub control_mark: Option<u64>,
}

/// `end`: the benchmark is over; nothing of it follows.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct End {
    /// The benchmark's name.
    pub bench: String,
    /// `ok`, `skipped`, `fault` or `timeout`.
    pub status: String,
    /// Why, in words.
    #[serde(default)]
    pub reason: String,
    /// Why no more batches were taken, in the protocol's word.
    #[serde(default)]
    pub stopped: String,
    /// A fault's exception vector.
    #[serde(default, deserialize_with = "optional")]
    pub vector: Option<u64>,
    /// A fault's error code.
    #[serde(default, deserialize_with = "optional")]
    pub error: Option<u64>,
    /// Address of the instruction that faulted.
    #[serde(default, deserialize_with = "optional")]
    pub ip: Option<u64>,
    /// The address that could not be accessed.
    #[serde(default, deserialize_with = "optional")]
    pub address: Option<u64>,
}

/// `mailbox`: where the guest writes its marks.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Mailbox {
    /// Guest-physical address.
    #[serde(deserialize_with = "required")]
    pub address: u64,
}

/// `windows`: windows whose content is known, which show what a timing channel can tell.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct KnownWindows {
    /// `idle` or `spin`.
    pub kind: String,
    /// Number of the first window.
    #[serde(deserialize_with = "required")]
    pub first: u64,
    /// What the guest's counter showed of each window from there on, in ticks.
    #[serde(deserialize_with = "list")]
    pub ticks: Vec<u64>,
}
