//! Counting events instead of cycles: what the guest's operations made the hypervisor do.
//!
//! Before and after the operations of a counting pass the guest asks for a snapshot and
//! waits ([`docs/protocol.md`](../../../../docs/protocol.md), 'Counting'). A thread of the
//! host, the [`Snapshots`], then reads every [`Source`] and answers. What nothing counts on a
//! platform is absent from its snapshots; it is never zero.

mod snapshots;

use std::io;

use results::Snapshot;

pub use snapshots::{SnapshotPage, Snapshots};

/// Something that counts.
pub trait Source: Send {
    /// Adds its counters, as they stand now, to `snapshot`.
    ///
    /// # Errors
    /// When they cannot be read; nothing is known of any of them then.
    fn read(&mut self, snapshot: &mut Snapshot) -> io::Result<()>;
}
