//! The memory that a guest asked for, of the kind that it asked for.

use std::ffi::c_int;
use std::fs::File;
use std::io::{self, Write};
use std::os::fd::FromRawFd;

use libc::{
    MADV_HUGEPAGE, MADV_NOHUGEPAGE, MADV_POPULATE_READ, MADV_POPULATE_WRITE, MFD_CLOEXEC,
    MFD_HUGE_2MB, MFD_HUGETLB,
};

use super::super::layout::HOST_MEMORY_MOST;
use super::Refusal;
use super::mapping::{Backing, HUGE, Mapping};
use super::pages;
use super::served::Server;

/// The kinds, as guests name them, and the bit of those that are there before they are touched.
const SMALL: u32 = 1;
const LARGE: u32 = 2;
const FILE: u32 = 3;
const MEMFD: u32 = 4;
const HUGETLB: u32 = 5;
const SERVED: u32 = 6;
const PREFAULTED: u32 = 0x100;

/// What may be counted of it.
const PRESENT: u32 = 1;
const OWN: u32 = 2;
const HUGE_PAGES: u32 = 3;
const SERVED_PAGES: u32 = 4;
const COPIED: u32 = 5;

/// Memory for a guest.
pub(super) struct Range {
    // It serves the mapping, and so ends before it.
    server: Option<Server>,
    mapping: Mapping,
}

impl Range {
    /// Makes `pages` pages of 4 KiB of the kind `how`.
    pub(super) fn lay(how: u32, pages: u32) -> Result<Self, Refusal> {
        let bytes = pages as usize * 4096;
        if bytes == 0 || bytes > HOST_MEMORY_MOST || !bytes.is_multiple_of(HUGE) {
            let most = HOST_MEMORY_MOST >> 20;
            return Err(format!("{pages} pages: it takes multiples of 2 MiB, up to {most} MiB"));
        }
        let kind = how & !PREFAULTED;
        let mapping = map(kind, bytes)?;
        if how & PREFAULTED != 0 {
            // A write would copy what a file has.
            let populate = if kind == FILE { MADV_POPULATE_READ } else { MADV_POPULATE_WRITE };
            said("cannot fill it beforehand", mapping.advise(populate))?;
        }
        let server = match kind {
            SERVED => Some(said("serves no faults", Server::start(&mapping))?),
            _ => None,
        };
        let range = Self { server, mapping };
        if how == LARGE | PREFAULTED && range.count(HUGE_PAGES)? as usize != bytes / HUGE {
            return Err("this host gives no huge pages: transparent_hugepage/enabled".to_owned());
        }
        Ok(range)
    }

    /// The memory itself.
    pub(super) fn mapping(&self) -> &Mapping {
        &self.mapping
    }

    /// Its address in the tool.
    pub(super) fn start(&self) -> usize {
        self.mapping.start()
    }

    /// Its size.
    pub(super) fn bytes(&self) -> usize {
        self.mapping.bytes()
    }

    /// Counts its pages that are `what`.
    pub(super) fn count(&self, what: u32) -> Result<u32, Refusal> {
        let counted = match (what, &self.server) {
            (PRESENT, _) => pages::present(&self.mapping),
            (OWN, _) => pages::own(&self.mapping),
            (COPIED, _) => pages::copied(&self.mapping),
            (HUGE_PAGES, _) => pages::huge(&self.mapping),
            (SERVED_PAGES, Some(server)) => Ok(server.served()),
            _ => return Err(format!("the monitor cannot count {what}")),
        };
        said("does not tell of its pages", counted)
    }
}

/// Maps `bytes` of a kind.
fn map(kind: u32, bytes: usize) -> Result<Mapping, Refusal> {
    let anonymous = |advice: c_int| {
        let mapping = Mapping::new(bytes, &Backing::Nothing)?;
        mapping.advise(advice)?;
        Ok(mapping)
    };
    match kind {
        // Where Linux has no huge pages, it has no advice against them either.
        SMALL | SERVED => anonymous(MADV_NOHUGEPAGE)
            .or_else(|_: io::Error| Mapping::new(bytes, &Backing::Nothing))
            .map_err(|error| format!("this host gives no memory: {error}")),
        LARGE => said("gives no huge pages", anonymous(MADV_HUGEPAGE)),
        FILE => said("has no room for a file", file(bytes))
            .and_then(|file| said("maps no file", Mapping::new(bytes, &Backing::Copy(&file)))),
        MEMFD => said("maps no memfd", shared(bytes, 0)),
        HUGETLB => shared(bytes, MFD_HUGETLB | MFD_HUGE_2MB).map_err(|error| {
            format!("this host has too few huge pages, sysctl vm.nr_hugepages: {error}")
        }),
        _ => Err(format!("the monitor knows no memory {kind}")),
    }
}

/// A file without a name, of `bytes` that are not zero.
fn file(bytes: usize) -> io::Result<File> {
    let mut file = tempfile::tempfile()?;
    let chunk = vec![1; HUGE];
    for _ in 0..bytes / HUGE {
        file.write_all(&chunk)?;
    }
    Ok(file)
}

/// A file in memory with these `flags`, mapped.
fn shared(bytes: usize, flags: u32) -> io::Result<Mapping> {
    // SAFETY: the name ends with a zero, and the file is nobody else's.
    #[expect(unsafe_code, reason = "the system's interface")]
    let file = unsafe {
        match libc::memfd_create(c"guest".as_ptr(), flags | MFD_CLOEXEC) {
            -1 => return Err(io::Error::last_os_error()),
            file => File::from_raw_fd(file),
        }
    };
    file.set_len(bytes as u64)?;
    Mapping::new(bytes, &Backing::Shared(&file))
}

/// What to say where the host `does` something else than what it was asked for.
fn said<T>(does: &str, result: io::Result<T>) -> Result<T, Refusal> {
    result.map_err(|error| format!("this host {does}: {error}"))
}
