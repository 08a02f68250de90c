//! Guest memory that the host can look into.

use std::fs::File;
use std::io;
use std::os::fd::{AsRawFd, RawFd};
use std::os::unix::fs::FileExt;
use std::sync::Arc;

use rustix::fs::{MemfdFlags, ftruncate, memfd_create};

use crate::counting::SnapshotPage;

/// Memory in a file without a name: the program that runs the guest maps it as the guest's
/// RAM. Nothing is left behind when the last process that has it open ends, however it ends.
#[derive(Debug)]
pub struct GuestMemory {
    file: File,
    base: u64,
    /// Its size in bytes.
    pub size: u64,
}

impl GuestMemory {
    /// Makes memory of `size` bytes that the guest will find at address `base`.
    ///
    /// # Errors
    /// When the system has no such files or refuses one of that size.
    pub fn create(base: u64, size: u64) -> io::Result<Self> {
        let file = memfd_create("hyperbench-guest", MemfdFlags::CLOEXEC)?;
        ftruncate(&file, size)?;
        Ok(Self { file: file.into(), base, size })
    }

    /// The file, to be mapped.
    pub fn file(&self) -> &File {
        &self.file
    }

    /// Where in the file the `length` bytes at guest-physical `address` are; `None` when
    /// they are not all in it.
    pub fn offset(&self, address: u64, length: u64) -> Option<u64> {
        let offset = address.checked_sub(self.base)?;
        (offset.checked_add(length)? <= self.size).then_some(offset)
    }

    fn place(&self, address: u64) -> io::Result<u64> {
        let outside = || io::Error::other(format!("{address:#x} is not in the guest's memory"));
        self.offset(address, 8).ok_or_else(outside)
    }
}

impl SnapshotPage for Arc<GuestMemory> {
    fn load(&self, address: u64) -> io::Result<u64> {
        let mut word = [0; 8];
        self.file.read_exact_at(&mut word, self.place(address)?)?;
        Ok(u64::from_le_bytes(word))
    }

    fn store(&self, address: u64, value: u64) -> io::Result<()> {
        self.file.write_all_at(&value.to_le_bytes(), self.place(address)?)
    }
}

impl AsRawFd for GuestMemory {
    fn as_raw_fd(&self) -> RawFd {
        self.file.as_raw_fd()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_outside_are_refused() {
        let memory = GuestMemory::create(0x4000_0000, 8192).unwrap();
        assert_eq!(memory.offset(0x4000_1000, 4096), Some(4096));
        for (address, length) in [(0x1000, 8), (0x4000_1001, 4096), (u64::MAX, 8)] {
            assert_eq!(memory.offset(address, length), None);
        }
    }

    #[test]
    fn words_inside_can_be_read_and_written_and_no_others() {
        let memory = Arc::new(GuestMemory::create(0x1000, 4096).unwrap());
        memory.store(0x1008, 5).unwrap();
        assert_eq!(memory.load(0x1008).unwrap(), 5);
        for address in [0, 0x1ffc, 0x2000, u64::MAX] {
            assert!(memory.load(address).is_err(), "{address:#x}");
        }
    }
}
