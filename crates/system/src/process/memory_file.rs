//! Files for other programs that are in memory and have no name: nothing is left of them when the
//! tool ends, however it ends.

use std::fs::File;
use std::io::{self, Write};
use std::os::fd::{AsRawFd, OwnedFd};
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use rustix::fs::{MemfdFlags, SealFlags, fcntl_add_seals, memfd_create};
use rustix::io::{Errno, FdFlags, fcntl_dupfd_cloexec, fcntl_setfd};

/// The least number of such a file: above those that a shell or a test passes on, so that the
/// same file of every run has the same number. Programs are told it.
const FIRST: i32 = 100;

/// How often it is sealed before it is given up, and how long it is waited in between.
const TRIES: u32 = 20;
const MOMENT: Duration = Duration::from_millis(50);

/// A file that every program started from now on inherits, and none can change.
#[derive(Debug)]
pub struct MemoryFile(OwnedFd);

impl MemoryFile {
    /// Makes one with this `content`.
    ///
    /// # Errors
    /// When memory or the limit on the size of files does not suffice.
    pub fn new(content: &[u8]) -> io::Result<Self> {
        let flags = MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING;
        let mut file = File::from(memfd_create("hyperbench", flags)?);
        file.write_all(content)?;
        seal(&file)?;
        let file = fcntl_dupfd_cloexec(&file, FIRST).unwrap_or_else(|_| file.into());
        fcntl_setfd(&file, FdFlags::empty())?;
        Ok(Self(file))
    }

    /// The name under which the tool and the programs that it starts can open it.
    pub fn path(&self) -> PathBuf {
        format!("/proc/self/fd/{}", self.0.as_raw_fd()).into()
    }
}

/// Lets nobody change `file` any more. Linux refuses that while something of its own holds a page of it, which passes.
fn seal(file: &File) -> io::Result<()> {
    let seals = SealFlags::WRITE | SealFlags::GROW | SealFlags::SHRINK;
    for _ in 1..TRIES {
        match fcntl_add_seals(file, seals) {
            Err(Errno::BUSY) => thread::sleep(MOMENT),
            sealed => return Ok(sealed?),
        }
    }
    Ok(fcntl_add_seals(file, seals)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_can_read_it_and_nobody_can_change_it() {
        let file = MemoryFile::new(b"content").unwrap();
        let mut cat = std::process::Command::new("cat");
        cat.arg(file.path());
        let output = super::super::run(cat, Duration::from_secs(60)).unwrap();
        assert_eq!(output.stdout, "content");
        assert!(std::fs::write(file.path(), "other").is_err());
        assert_eq!(std::fs::read(file.path()).unwrap(), b"content");
    }
}
