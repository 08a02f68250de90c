//! Counting the events of a QEMU guest: the sensitive instructions that the emulator executes,
//! by a plugin inside QEMU that counts into memory which the tool reads, or KVM's own counters,
//! over QEMU's control socket. The guest's memory is shared so that it can ask for snapshots.

use std::fs::File;
use std::io::{self, ErrorKind};
use std::os::fd::AsRawFd;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustix::fs::{MemfdFlags, ftruncate, memfd_create};

use super::plugin::Plugin;
use super::qmp::Qmp;
use super::statistics::Statistics;
use crate::counting::{Snapshots, Source};
use crate::timing::GuestMemory;
use ground::clean;
use results::Snapshot;

/// The plugin, built from `plugin/`.
static PLUGIN: Plugin = Plugin::new(include!(concat!(env!("OUT_DIR"), "/count.rs")));

/// The plugin's table: entries of a name and a count, as `plugin/count.c` lays it out.
const ENTRIES: usize = 64;
const ENTRY: usize = 32;
const NAME: usize = 24;

/// What can count the events of a guest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counter {
    /// A plugin, for an emulator.
    Plugin,
    /// The hypervisor, which QEMU asks.
    Hypervisor,
}

/// What the tool and one QEMU share for counting, besides the guest's memory and the control
/// socket.
pub(super) enum Shared {
    /// The plugin's library, and the memory that it counts into.
    Plugin(PathBuf, File),
    /// Nothing: KVM counts, and QEMU tells on its control socket.
    Hypervisor,
}

impl Shared {
    /// Makes what `counter` needs in the QEMU at `path`.
    ///
    /// # Errors
    /// A sentence, when that takes no such plugin or the system refuses a file.
    pub(super) fn new(counter: Counter, path: &Path) -> Result<Self, String> {
        Ok(match counter {
            Counter::Plugin => {
                let memory = nameless((ENTRIES * ENTRY) as u64).map_err(|error| error.to_string());
                Self::Plugin(PLUGIN.library(path)?, memory?)
            }
            Counter::Hypervisor => Self::Hypervisor,
        })
    }

    /// QEMU's arguments for its end of it.
    pub(super) fn arguments(&self) -> Vec<String> {
        match self {
            Self::Plugin(plugin, counts) => {
                let plugin = format!("{},counts={}", plugin.display(), path(counts));
                vec!["-plugin".to_owned(), plugin]
            }
            Self::Hypervisor => Vec::new(),
        }
    }

    /// Starts to take the snapshots that the guest with this `memory` will ask for; `qmp` is
    /// the conversation on the control socket.
    ///
    /// # Errors
    /// When the system refuses a thread or another file descriptor, or QEMU has no counters.
    pub(super) fn snapshots(
        &self,
        memory: Arc<GuestMemory>,
        qmp: Option<Qmp>,
    ) -> io::Result<Snapshots> {
        let source: Box<dyn Source> = match self {
            Self::Plugin(_, counts) => Box::new(Counts(counts.try_clone()?)),
            Self::Hypervisor => Box::new(Statistics::new(qmp.ok_or(ErrorKind::NotConnected)?)?),
        };
        Snapshots::new(Box::new(memory), vec![source])
    }
}

fn nameless(size: u64) -> io::Result<File> {
    let file = memfd_create("hyperbench", MemfdFlags::CLOEXEC)?;
    ftruncate(&file, size)?;
    Ok(file.into())
}

/// By which another process of the same user can open `file`.
fn path(file: &File) -> String {
    format!("/proc/{}/fd/{}", std::process::id(), file.as_raw_fd())
}

/// The plugin's counters.
struct Counts(File);

impl Source for Counts {
    fn read(&mut self, snapshot: &mut Snapshot) -> io::Result<()> {
        let mut table = [0; ENTRIES * ENTRY];
        self.0.read_exact_at(&mut table, 0)?;
        snapshot.extend(table.chunks_exact(ENTRY).filter_map(entry));
        Ok(())
    }
}

/// Takes an entry of the table apart; `None` when it is not used or not well formed.
fn entry(bytes: &[u8]) -> Option<(String, u64)> {
    let (name, count) = bytes.split_at(NAME);
    let name = clean(name.split(|byte| *byte == 0).next()?);
    let count = u64::from_le_bytes(*count.first_chunk()?);
    (!name.is_empty()).then_some((name, count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_plugins_table_is_read_and_what_is_no_entry_left_out() {
        let file = nameless((ENTRIES * ENTRY) as u64).unwrap();
        file.write_all_at(b"sgdt", 0).unwrap();
        file.write_all_at(&7_u64.to_le_bytes(), NAME as u64).unwrap();
        file.write_all_at(b"\xff\xfe", ENTRY as u64).unwrap();
        let mut snapshot = Snapshot::new();
        Counts(file.try_clone().unwrap()).read(&mut snapshot).unwrap();
        assert_eq!(snapshot.into_iter().collect::<Vec<_>>(), [("sgdt".to_owned(), 7)]);
        file.set_len(100).unwrap();
        assert!(Counts(file).read(&mut Snapshot::new()).is_err());
    }
}
