//! Memory of the tool's at an address that huge pages can begin at.

use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;
use std::ptr;

use libc::{
    MAP_ANONYMOUS, MAP_FAILED, MAP_FIXED, MAP_NORESERVE, MAP_PRIVATE, MAP_SHARED, PROT_NONE,
    PROT_READ, PROT_WRITE, c_int, c_void, mmap,
};

/// Bytes of a huge page.
pub(super) const HUGE: usize = 2 << 20;

/// What backs a mapping.
pub(super) enum Backing<'a> {
    Nothing,
    /// A file, of which the mapping has a copy.
    Copy(&'a File),
    /// A file that the mapping is.
    Shared(&'a File),
}

/// A mapping and the address space around it, which is given back with it.
#[derive(Debug)]
pub(super) struct Mapping {
    start: usize,
    bytes: usize,
    reserved: usize,
}

impl Mapping {
    /// Maps `bytes` of what is backing them.
    pub(super) fn new(bytes: usize, backing: &Backing) -> io::Result<Self> {
        let length = bytes + HUGE;
        let reserved = map(0, length, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1)?;
        let mapping = Self { start: reserved.next_multiple_of(HUGE), bytes, reserved };
        let (flags, file) = match backing {
            Backing::Nothing => (MAP_PRIVATE | MAP_ANONYMOUS, -1),
            Backing::Copy(file) => (MAP_PRIVATE, file.as_raw_fd()),
            Backing::Shared(file) => (MAP_SHARED, file.as_raw_fd()),
        };
        map(mapping.start, bytes, PROT_READ | PROT_WRITE, flags | MAP_FIXED, file)?;
        Ok(mapping)
    }

    /// Its address.
    pub(super) const fn start(&self) -> usize {
        self.start
    }

    /// Its size.
    pub(super) const fn bytes(&self) -> usize {
        self.bytes
    }

    /// Tells Linux something about all of it.
    pub(super) fn advise(&self, advice: c_int) -> io::Result<()> {
        let start = ptr::with_exposed_provenance_mut(self.start);
        // SAFETY: nobody but guests has references to this memory.
        #[expect(unsafe_code, reason = "no library knows all of this advice")]
        let result = unsafe { libc::madvise(start, self.bytes, advice) };
        if result == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
    }
}

fn map(at: usize, length: usize, access: c_int, flags: c_int, file: c_int) -> io::Result<usize> {
    let at = ptr::with_exposed_provenance_mut::<c_void>(at);
    // SAFETY: what is replaced, if anything, is address space that was reserved for it.
    #[expect(unsafe_code, reason = "memory is not the tool's to refer to: a guest's")]
    let start = unsafe { mmap(at, length, access, flags, file, 0) };
    if start == MAP_FAILED {
        Err(io::Error::last_os_error())
    } else {
        Ok(start.expose_provenance())
    }
}

impl Drop for Mapping {
    fn drop(&mut self) {
        let start = ptr::with_exposed_provenance_mut(self.reserved);
        // SAFETY: no machine has it any more.
        #[expect(unsafe_code, reason = "what was mapped has to be given back")]
        unsafe {
            libc::munmap(start, self.bytes + HUGE);
        }
    }
}
