//! The mailbox's words, in a page that guest and host share.

use std::fs::File;
use std::io;
use std::sync::atomic::AtomicU64;

use memmap2::{MmapOptions, MmapRaw};

/// `HBMAIL01` as a little-endian word: what a mailbox begins with.
pub(super) const MAGIC: u64 = u64::from_le_bytes(*b"HBMAIL01");

/// Bytes of the mailbox: five words, each on a line of its own.
pub(super) const SIZE: usize = 5 * 64;

/// A word of the mailbox; its discriminant is its place in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Word {
    /// Guest: [`MAGIC`].
    Magic = 0,
    /// Guest: the number of the coming window.
    Announced = 64,
    /// Host: the number of the window that it is watching for.
    Ready = 128,
    /// Guest: the number of the window that has begun.
    Started = 192,
    /// Guest: the number of the window that has ended.
    Ended = 256,
}

/// A mapped mailbox.
#[derive(Debug)]
pub(super) struct Page(MmapRaw);

impl Page {
    /// Maps the mailbox at `offset` bytes into `memory`.
    ///
    /// # Errors
    /// When the system refuses the mapping.
    pub(super) fn map(memory: &File, offset: u64) -> io::Result<Self> {
        MmapOptions::new().offset(offset).len(SIZE).map_raw(memory).map(Self)
    }

    /// The word, which the other side may change at any time.
    pub(super) fn word(&self, word: Word) -> &AtomicU64 {
        // SAFETY: the mapping is `SIZE` bytes long, begins at a multiple of 64 and lives as
        // long as `self`; both sides access its words with atomic operations alone.
        #[expect(unsafe_code, reason = "memory shared with a guest has no safe view")]
        unsafe {
            AtomicU64::from_ptr(self.0.as_mut_ptr().add(word as usize).cast())
        }
    }
}
