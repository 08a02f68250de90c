//! Counting events instead of cycles: what the guest's operations made the hypervisor do.
//!
//! Before and after the operations of a counting pass the guest asks for a snapshot and
//! waits ([`docs/protocol.md`](../../../../docs/protocol.md), 'Counting'). A thread of the
//! host, the [`Snapshots`], then reads every [`Source`] and answers. What nothing counts on a
//! platform is absent from its snapshots; it is never zero.

mod snapshots;

use std::io;

use results::Snapshot;

/// What was counted in each window of a guest whose counters are read at the windows' edges.
pub trait Tallies {
    /// What every counter grew by in window `number`; `None` when the window has not been closed.
    ///
    /// # Errors
    /// When what was counted cannot be read.
    fn window(&self, number: u64) -> io::Result<Option<Snapshot>>;
}

pub use snapshots::{SnapshotPage, Snapshots};

/// Something that counts.
pub trait Source: Send {
    /// Adds its counters, as they stand now, to `snapshot`.
    ///
    /// # Errors
    /// When they cannot be read; nothing is known of any of them then.
    fn read(&mut self, snapshot: &mut Snapshot) -> io::Result<()>;
}
