use std::sync::atomic::AtomicU64;

use super::*;

/// Memory whose word at address 0 is the magic one.
#[derive(Clone)]
struct Memory(Arc<[AtomicU64; 17]>);

impl Memory {
    fn new(magic: u64) -> Self {
        let words: [AtomicU64; 17] = std::array::from_fn(|_| AtomicU64::new(0));
        words[0].store(magic, Ordering::Relaxed);
        Self(Arc::new(words))
    }

    fn word(&self, address: u64) -> io::Result<&AtomicU64> {
        let index = usize::try_from(address / 8).map_err(io::Error::other)?;
        self.0.get(index).ok_or_else(|| io::Error::other("outside"))
    }

    /// Asks as a guest does, and waits.
    fn ask(&self, number: u64) {
        self.word(ASKED).unwrap().store(number, Ordering::SeqCst);
        while self.word(TAKEN).unwrap().load(Ordering::SeqCst) != number {
            std::thread::yield_now();
        }
    }
}

impl SnapshotPage for Memory {
    fn load(&self, address: u64) -> io::Result<u64> {
        Ok(self.word(address)?.load(Ordering::SeqCst))
    }

    fn store(&self, address: u64, value: u64) -> io::Result<()> {
        self.word(address)?.store(value, Ordering::SeqCst);
        Ok(())
    }
}

/// Counts how often it is read; fails from `limit` on.
struct Reads {
    so_far: u64,
    limit: u64,
}

impl Source for Reads {
    fn read(&mut self, snapshot: &mut Snapshot) -> io::Result<()> {
        self.so_far += 1;
        if self.so_far >= self.limit {
            return Err(io::Error::other("the counter is gone"));
        }
        snapshot.insert("reads".to_owned(), self.so_far);
        Ok(())
    }
}

fn snapshots(memory: &Memory, limit: u64) -> Snapshots {
    Snapshots::new(Box::new(memory.clone()), vec![Box::new(Reads { so_far: 0, limit })]).unwrap()
}

/// Waits for the thread to give up and returns its reason.
fn failure(snapshots: &Snapshots) -> String {
    loop {
        match snapshots.failure() {
            Some(why) => return why,
            None => std::thread::yield_now(),
        }
    }
}

#[test]
fn each_snapshot_is_taken_once_when_it_is_asked_for() {
    let memory = Memory::new(MAGIC);
    let snapshots = snapshots(&memory, u64::MAX);
    snapshots.locate(0);
    (1..=4).for_each(|number| memory.ask(number));
    let four = snapshots.take(1).unwrap();
    assert_eq!(four.map(|snapshot| snapshot["reads"]), [1, 2, 3, 4]);
    assert_eq!(snapshots.take(1), None, "they have been taken out");
    assert_eq!(snapshots.take(u64::MAX), None);
}

#[test]
fn a_page_that_is_none_and_a_counter_that_fails_are_told() {
    for (magic, address, limit, part) in [
        (0, 0, 9, "no snapshot page at 0x0"),
        (MAGIC, 4096, 9, "outside"),
        (MAGIC, 0, 1, "the counter is gone"),
    ] {
        let memory = Memory::new(magic);
        let snapshots = snapshots(&memory, limit);
        snapshots.locate(address);
        memory.word(ASKED).unwrap().store(1, Ordering::SeqCst);
        let why = failure(&snapshots);
        assert!(why.contains(part), "{why}");
    }
}

#[test]
fn a_thread_that_is_never_asked_ends() {
    drop(snapshots(&Memory::new(MAGIC), 1));
}
