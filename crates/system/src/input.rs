//! Files that the command line names.

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use rustix::fs::OFlags;

/// The largest file that is read, in bytes. The console of a thorough run has a few MB.
const LARGEST: u64 = 1 << 30;

/// Opens the regular file at `path`; a pipe would be waited for, and could be read only once.
///
/// # Errors
/// When it is not there, must not be read, or is of another kind.
pub fn open(path: &Path) -> io::Result<File> {
    let flags = OFlags::NONBLOCK.bits().cast_signed();
    let file = OpenOptions::new().read(true).custom_flags(flags).open(path)?;
    match file.metadata()?.is_file() {
        true => Ok(file),
        false => Err(io::Error::new(ErrorKind::InvalidInput, "it is not a regular file")),
    }
}

/// All that is in it.
///
/// # Errors
/// As [`open`], and when it is larger than any file that the tool can use.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path)?.take(LARGEST + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > LARGEST {
        false => Ok(bytes),
        true => Err(io::Error::new(ErrorKind::FileTooLarge, "it is larger than 1 GiB")),
    }
}
