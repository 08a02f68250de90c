//! The counters that KVM keeps of each virtual CPU, in the binary form of
//! `KVM_GET_STATS_FD`: Linux Documentation/virt/kvm/api.rst, section 4.133.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;

use crate::counting::Source;
use results::Snapshot;

/// Bytes of the header, and of a descriptor without its name.
const HEADER: usize = 24;
const DESCRIPTOR: usize = 16;

/// Fields of a descriptor's flags: what kind of value it is, and in what unit.
const KIND: u32 = 0xf;
const CUMULATIVE: u32 = 0;
const UNIT: u32 = 0xf0;
const PLAIN: u32 = 0;

/// More than any KVM has; a file that claims more is not what it is taken for.
const MAX_DESCRIPTORS: usize = 4096;
const MAX_NAME: usize = 256;

/// A counter: its name, and where in the file its value is.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Counter {
    name: String,
    offset: u64,
}

/// The counters of one virtual CPU.
pub(super) struct Statistics<F = File> {
    file: F,
    counters: Vec<Counter>,
}

impl<F: FileExt> Statistics<F> {
    /// Reads from `file` which counters there are. Those that KVM adds in later versions are
    /// taken by their names; gauges, times and histograms are not counters.
    ///
    /// # Errors
    /// When the file cannot be read or is not of this form.
    pub(super) fn new(file: F) -> io::Result<Self> {
        let mut header = [0; HEADER];
        file.read_exact_at(&mut header, 0)?;
        let [_flags, name_size, count, _id, descriptors, data] = words(&header);
        let (name_size, count) = (name_size as usize, count as usize);
        if count > MAX_DESCRIPTORS || name_size > MAX_NAME {
            let what = format!("{count} statistics with names of {name_size} bytes");
            return Err(io::Error::new(io::ErrorKind::InvalidData, what));
        }
        let mut table = vec![0; (DESCRIPTOR + name_size) * count];
        file.read_exact_at(&mut table, descriptors.into())?;
        let counters = table.chunks_exact(DESCRIPTOR + name_size);
        let counters = counters.filter_map(|descriptor| counter(descriptor, data)).collect();
        Ok(Self { file, counters })
    }
}

impl<F: FileExt + Send> Source for Statistics<F> {
    /// Adds up: several virtual CPUs write into the same snapshot.
    fn read(&mut self, snapshot: &mut Snapshot) -> io::Result<()> {
        for counter in &self.counters {
            let mut value = [0; 8];
            self.file.read_exact_at(&mut value, counter.offset)?;
            let sum = snapshot.entry(counter.name.clone()).or_default();
            *sum = sum.wrapping_add(u64::from_le_bytes(value));
        }
        Ok(())
    }
}

/// Takes a descriptor apart; `None` unless it is that of a single plain counter.
fn counter(descriptor: &[u8], data: u32) -> Option<Counter> {
    let (fixed, name) = descriptor.split_at(DESCRIPTOR);
    let [flags, exponent_and_size, offset, _bucket] = words(fixed);
    let (exponent, size) = (exponent_and_size & 0xffff, exponent_and_size >> 16);
    let plain = flags & KIND == CUMULATIVE && flags & UNIT == PLAIN && exponent == 0 && size == 1;
    let name = name.split(|byte| *byte == 0).next()?;
    let name = std::str::from_utf8(name).ok().filter(|name| is_name(name))?.to_owned();
    plain.then(|| Counter { name, offset: u64::from(data) + u64::from(offset) })
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// The little-endian words at the beginning of `bytes`, which holds at least `N`.
fn words<const N: usize>(bytes: &[u8]) -> [u32; N] {
    std::array::from_fn(|i| {
        let word = bytes[4 * i..].first_chunk().expect("the callers pass enough");
        u32::from_le_bytes(*word)
    })
}

#[cfg(test)]
#[path = "statistics_tests.rs"]
mod tests;
