//! Counting the events of a QEMU guest: the sensitive instructions that the emulator executes,
//! by a plugin inside QEMU that counts into memory which the tool reads, or KVM's own counters,
//! over QEMU's control socket. The guest's memory is shared so that it can ask for snapshots.

use std::fs::File;
use std::io::{self, Write};
use std::os::fd::AsRawFd;
use std::os::unix::fs::FileExt;
use std::os::unix::net::UnixStream;
use std::path::PathBuf;

use rustix::fs::{MemfdFlags, ftruncate, memfd_create};
use tempfile::{NamedTempFile, TempDir};

use super::command::Counter;
use super::statistics::Statistics;

use crate::counting::{Clerk, Desk, Snapshot, Source};
use crate::guest::GuestConfig;

/// The plugin, built from `host/plugin/`.
const PLUGIN: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/count.so"));

/// The plugin's table: entries of a name and a count, as `host/plugin/count.c` lays it out.
const ENTRIES: usize = 64;
const ENTRY: usize = 32;
const NAME: usize = 24;

/// What comes behind the name of the machine type so that the guest's memory is the shared one.
pub(super) const MACHINE_OPTION: &str = ",memory-backend=ram";

/// What the tool and one QEMU share; both files have no name and end with them.
pub(super) struct Shared {
    memory: File,
    /// Guest-physical address of the memory's first byte, and its size.
    base: u64,
    size: u64,
    counter: Counting,
}

/// What counts.
enum Counting {
    /// The plugin's file, and the memory that it counts into.
    Plugin(NamedTempFile, File),
    /// A folder with QEMU's control socket.
    Hypervisor(TempDir),
}

impl Shared {
    /// Makes what a guest of `config` needs.
    ///
    /// # Errors
    /// When the system refuses a file.
    pub(super) fn new(config: &GuestConfig, counter: Counter) -> io::Result<Self> {
        let counter = match counter {
            Counter::Plugin => {
                Counting::Plugin(plugin_file()?, nameless((ENTRIES * ENTRY) as u64)?)
            }
            Counter::Hypervisor => {
                Counting::Hypervisor(tempfile::Builder::new().prefix("hyperbench-").tempdir()?)
            }
        };
        let (size, base) = (config.memory, config.arch.qemu.ram_base);
        Ok(Self { memory: nameless(size)?, base, size, counter })
    }

    /// QEMU's arguments for its end of it.
    pub(super) fn arguments(&self) -> Vec<String> {
        let (memory, size) = (path(&self.memory), self.size);
        let backend = format!("memory-backend-file,id=ram,size={size},mem-path={memory},share=on");
        let counter = match &self.counter {
            Counting::Plugin(plugin, counts) => [
                "-plugin".to_owned(),
                format!("{},counts={}", plugin.path().display(), path(counts)),
            ],
            Counting::Hypervisor(folder) => {
                let socket = socket(folder);
                ["-qmp".to_owned(), format!("unix:{},server=on,wait=off", socket.display())]
            }
        };
        [vec!["-object".to_owned(), backend], counter.to_vec()].concat()
    }

    /// Starts to take the snapshots that the guest will ask for.
    ///
    /// # Errors
    /// When the system refuses a thread or another file descriptor, or QEMU has no counters.
    pub(super) fn clerk(&self) -> io::Result<Clerk> {
        let memory = Memory { file: self.memory.try_clone()?, base: self.base };
        let source: Box<dyn Source> = match &self.counter {
            Counting::Plugin(_, counts) => Box::new(Counts(counts.try_clone()?)),
            Counting::Hypervisor(folder) => {
                Box::new(Statistics::new(UnixStream::connect(socket(folder))?)?)
            }
        };
        Clerk::new(Box::new(memory), vec![source])
    }
}

fn plugin_file() -> io::Result<NamedTempFile> {
    let mut file = tempfile::Builder::new().prefix("hyperbench-").suffix(".so").tempfile()?;
    file.write_all(PLUGIN)?;
    Ok(file)
}

fn socket(folder: &TempDir) -> PathBuf {
    folder.path().join("qmp")
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

/// The guest's memory.
struct Memory {
    file: File,
    base: u64,
}

impl Memory {
    fn offset(&self, address: u64) -> io::Result<u64> {
        let outside = || io::Error::other(format!("{address:#x} is not in the guest's memory"));
        address.checked_sub(self.base).ok_or_else(outside)
    }
}

impl Desk for Memory {
    fn load(&self, address: u64) -> io::Result<u64> {
        let mut word = [0; 8];
        self.file.read_exact_at(&mut word, self.offset(address)?)?;
        Ok(u64::from_le_bytes(word))
    }

    fn store(&self, address: u64, value: u64) -> io::Result<()> {
        self.file.write_all_at(&value.to_le_bytes(), self.offset(address)?)
    }
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
    let name = std::str::from_utf8(name.split(|byte| *byte == 0).next()?).ok()?;
    let count = u64::from_le_bytes(*count.first_chunk()?);
    (!name.is_empty()).then(|| (name.to_owned(), count))
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

    #[test]
    fn words_outside_the_guests_memory_are_refused() {
        let memory = Memory { file: nameless(4096).unwrap(), base: 0x1000 };
        memory.store(0x1008, 5).unwrap();
        assert_eq!(memory.load(0x1008).unwrap(), 5);
        for address in [0, 0x2000, u64::MAX] {
            assert!(memory.load(address).is_err(), "{address:#x}");
        }
    }
}
