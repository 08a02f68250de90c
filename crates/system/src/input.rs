//! Files that the command line names, and those that the tool has left for itself.

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Read};
use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};
use std::path::Path;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::OFlags;
use rustix::io::Errno;

use crate::interrupt::Interrupt;

/// The largest file that is read, in bytes. The console of a thorough run has a few MB.
const LARGEST: u64 = 1 << 30;

/// How long a pipe is waited for before the interrupt is looked at again.
const TURN: Timespec = Timespec { tv_sec: 0, tv_nsec: 50_000_000 };

/// Opens the regular file at `path`, which can be read more than once.
///
/// # Errors
/// When it is not there, must not be read, or is of another kind.
pub fn open(path: impl AsRef<Path>) -> io::Result<File> {
    let file = open_any(path.as_ref())?;
    match file.metadata()?.is_file() {
        true => Ok(file),
        false => Err(io::Error::new(ErrorKind::InvalidInput, "it is not a regular file")),
    }
}

/// All that is in the regular file at `path`.
///
/// # Errors
/// As [`open`], and when it is larger than any file that the tool can use.
pub fn read(path: impl AsRef<Path>) -> io::Result<Vec<u8>> {
    read_up_to(LARGEST, path)
}

/// The same of at most `most` bytes.
///
/// # Errors
/// As [`read`].
pub fn read_up_to(most: u64, path: impl AsRef<Path>) -> io::Result<Vec<u8>> {
    whole(open(path)?, most)
}

/// The same as text.
///
/// # Errors
/// As [`read`], and when it is no UTF-8.
pub fn read_text(path: impl AsRef<Path>) -> io::Result<String> {
    String::from_utf8(read(path)?)
        .map_err(|_| io::Error::new(ErrorKind::InvalidData, "it is no text in UTF-8"))
}

/// At most `most` bytes that are in the file, or come from the pipe, at `path`, which is read once. A pipe
/// is waited for until the user interrupts it.
///
/// # Errors
/// When it is not there, must not be read, is a folder or a device, or has more.
pub fn read_once(path: impl AsRef<Path>, most: u64) -> io::Result<Vec<u8>> {
    let file = open_any(path.as_ref())?;
    let kind = file.metadata()?.file_type();
    match (kind.is_file(), kind.is_fifo()) {
        (true, _) => whole(file, most),
        (_, true) => drain(&file, most),
        _ => Err(io::Error::new(ErrorKind::InvalidInput, "it is neither a file nor a pipe")),
    }
}

/// What is in `file`.
fn whole(file: File, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(most + 1).read_to_end(&mut bytes)?;
    within(bytes, most)
}

fn within(bytes: Vec<u8>, most: u64) -> io::Result<Vec<u8>> {
    if bytes.len() as u64 > most {
        let why = format!("it is larger than {}", size(most));
        return Err(io::Error::new(ErrorKind::FileTooLarge, why));
    }
    Ok(bytes)
}

/// Opens without waiting for a pipe's writer.
fn open_any(path: &Path) -> io::Result<File> {
    let flags = (OFlags::NONBLOCK | OFlags::NOCTTY).bits().cast_signed();
    OpenOptions::new().read(true).custom_flags(flags).open(path)
}

/// What comes from `pipe` until its writers are gone.
fn drain(mut pipe: &File, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let interrupt = Interrupt::catch()?;
    let mut part = [0; 16 * 1024];
    while bytes.len() as u64 <= most {
        if interrupt.is_requested() {
            return Err(io::Error::other("it was interrupted"));
        }
        let mut fds = [PollFd::new(pipe, PollFlags::IN)];
        match poll(&mut fds, Some(&TURN)) {
            Ok(0) | Err(Errno::INTR) => continue,
            Ok(_) => {}
            Err(error) => return Err(error.into()),
        }
        match pipe.read(&mut part) {
            Ok(0) => break,
            Ok(n) => bytes.extend_from_slice(&part[..n]),
            Err(error) if error.kind() == ErrorKind::WouldBlock => {}
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    within(bytes, most)
}

fn size(bytes: u64) -> String {
    match bytes {
        1.. if bytes.is_multiple_of(1 << 30) => format!("{} GiB", bytes >> 30),
        1.. if bytes.is_multiple_of(1 << 20) => format!("{} MiB", bytes >> 20),
        _ => format!("{bytes} bytes"),
    }
}

#[cfg(test)]
mod tests {
    use std::thread::spawn;

    use rustix::fs::{CWD, Mode, mkfifoat};

    use super::*;

    #[test]
    fn files_and_pipes_are_read_up_to_a_bound() {
        let folder = tempfile::tempdir().unwrap();
        let [file, pipe] = ["file", "pipe"].map(|name| folder.path().join(name));
        let long = vec![b'x'; 100_000];
        std::fs::write(&file, &long).unwrap();
        mkfifoat(CWD, &pipe, Mode::from_raw_mode(0o600)).unwrap();
        for most in [100_000, 99_999] {
            let (place, content) = (pipe.clone(), long.clone());
            let writer = spawn(move || std::fs::write(place, content));
            for path in [&pipe, &file] {
                match read_once(path, most) {
                    Ok(bytes) => assert!(most == 100_000 && bytes == long),
                    Err(why) => assert!(most == 99_999 && why.to_string().contains("larger")),
                }
            }
            let _ = writer.join().unwrap();
        }
        assert!(open(&file).is_ok() && open(&pipe).is_err());
    }

    #[test]
    fn devices_and_folders_are_refused_at_once() {
        for path in ["/dev/zero", "/dev/null", "/dev/full", "/"] {
            let why = read_once(Path::new(path), 9).unwrap_err().to_string();
            assert!(why.contains("neither a file nor a pipe"), "{path}: {why}");
        }
        assert_eq!(size(1 << 31), "2 GiB");
        assert_eq!(size(3 << 20), "3 MiB");
    }
}
