//! The thread that takes the snapshots a guest asks for.

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

use super::Source;
use results::Snapshot;

/// `HBCOUNT1` as a little-endian word: what a snapshot page begins with.
const MAGIC: u64 = u64::from_le_bytes(*b"HBCOUNT1");

/// Places of the snapshot page's words, in bytes.
const ASKED: u64 = 64;
const TAKEN: u64 = 128;

/// Between two looks at the snapshot page. The guest waits meanwhile, and nothing is timed.
const PAUSE: Duration = Duration::from_micros(50);

/// Snapshots that are kept until they are taken out.
const MAX_KEPT: usize = 64;

/// Guest memory in which there is a snapshot page.
pub trait SnapshotPage: Send {
    /// The 64-bit word at guest-physical `address`.
    ///
    /// # Errors
    /// When that is not in the guest's memory.
    fn load(&self, address: u64) -> io::Result<u64>;

    /// Changes the word at guest-physical `address`.
    ///
    /// # Errors
    /// When that is not in the guest's memory.
    fn store(&self, address: u64, value: u64) -> io::Result<()>;
}

/// Takes snapshots for one guest, from when it has named its snapshot page until it is dropped.
pub struct Snapshots {
    thread: Option<JoinHandle<()>>,
    /// Takes the snapshot page's address to the thread, once.
    address: Sender<u64>,
    collection: Arc<Mutex<Collection>>,
    stop: Arc<AtomicBool>,
}

#[derive(Debug, Default)]
struct Collection {
    snapshots: BTreeMap<u64, Snapshot>,
    failure: Option<String>,
}

impl Snapshots {
    /// Starts the thread; it sleeps until the guest names its snapshot page.
    ///
    /// # Errors
    /// When the system has no thread left.
    pub fn new(page: Box<dyn SnapshotPage>, sources: Vec<Box<dyn Source>>) -> io::Result<Self> {
        let (address, addresses) = channel();
        let (collection, stop) =
            (Arc::<Mutex<Collection>>::default(), Arc::<AtomicBool>::default());
        let mut worker =
            Worker { page, sources, collection: Arc::clone(&collection), stop: Arc::clone(&stop) };
        let thread = Builder::new().name("snapshots".to_owned());
        let thread = Some(thread.spawn(move || worker.serve(&addresses))?);
        Ok(Self { thread, address, collection, stop })
    }

    /// The guest says that its snapshot page is at guest-physical `address`.
    pub fn locate(&self, address: u64) {
        // A thread that has ended has left its reason.
        let _ = self.address.send(address);
    }

    /// Takes out the snapshots `first` to `first` + 3; `None` when one has not been taken.
    pub fn take(&self, first: u64) -> Option<[Snapshot; 4]> {
        let mut collection = lock(&self.collection);
        let mut take = |offset| collection.snapshots.remove(&first.checked_add(offset)?);
        Some([take(0)?, take(1)?, take(2)?, take(3)?])
    }

    /// Why no snapshot is taken any more.
    pub fn failure(&self) -> Option<String> {
        lock(&self.collection).failure.clone()
    }
}

impl Drop for Snapshots {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.address = channel().0;
        if let Some(thread) = self.thread.take() {
            // It has no way to panic that would have to be passed on.
            let _ = thread.join();
        }
    }
}

struct Worker {
    page: Box<dyn SnapshotPage>,
    sources: Vec<Box<dyn Source>>,
    collection: Arc<Mutex<Collection>>,
    stop: Arc<AtomicBool>,
}

impl Worker {
    fn serve(&mut self, addresses: &Receiver<u64>) {
        let Ok(address) = addresses.recv() else { return };
        if let Err(error) = self.attend(address) {
            lock(&self.collection).failure = Some(error.to_string());
        }
    }

    fn attend(&mut self, address: u64) -> io::Result<()> {
        if self.page.load(address)? != MAGIC {
            return Err(io::Error::other(format!("there is no snapshot page at {address:#x}")));
        }
        let mut taken = 0;
        while !self.stop.load(Ordering::Relaxed) {
            let asked = self.page.load(address + ASKED)?;
            if asked == taken {
                std::thread::sleep(PAUSE);
                continue;
            }
            let mut snapshot = Snapshot::new();
            for source in &mut self.sources {
                source.read(&mut snapshot)?;
            }
            self.keep(asked, snapshot);
            self.page.store(address + TAKEN, asked)?;
            taken = asked;
        }
        Ok(())
    }

    fn keep(&self, number: u64, snapshot: Snapshot) {
        let mut collection = lock(&self.collection);
        if collection.snapshots.len() >= MAX_KEPT {
            collection.snapshots.pop_first();
        }
        collection.snapshots.insert(number, snapshot);
    }
}

fn lock(collection: &Mutex<Collection>) -> std::sync::MutexGuard<'_, Collection> {
    collection.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
#[path = "snapshots_tests.rs"]
mod tests;
