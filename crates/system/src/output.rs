//! What the tool writes to: files and pipes that the command line names, none of which can keep
//! it waiting for ever, and the user's terminal.

use std::fmt::Display;
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, StdoutLock, Write, stderr};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};

use ground::{brief, printable};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::OFlags;
use rustix::io::Errno;

/// How long a pipe's reader may take to come: a shell starts both ends at the same time.
const COMING: Duration = Duration::from_secs(2);

/// How long a pipe's reader may take nothing.
const TAKING: Timespec = Timespec { tv_sec: 10, tv_nsec: 0 };

/// The longest message, in characters.
const MESSAGE: usize = 8000;

/// The longest line of the standard output that is looked at in one piece, in bytes.
const LINE: usize = 1 << 24;

/// What kept a writer's last words from the standard output.
static LOST: Mutex<Option<io::Error>> = Mutex::new(None);

/// Tells the user something on the standard error, without what a terminal would obey. Should that be
/// impossible, it changes nothing.
pub fn tell(what: impl Display) {
    let _ = writeln!(stderr(), "{}", brief(&what.to_string(), MESSAGE));
}

/// Writes to the standard output what is fit for it: text of others has got into it.
pub fn stdout() -> Stdout {
    Stdout { out: io::stdout().lock(), waiting: Vec::new() }
}

/// Says whether all that was written to the standard output has arrived there.
///
/// # Errors
/// When it has not, as on a full device.
pub fn finish() -> io::Result<()> {
    let lost = LOST.lock().unwrap_or_else(PoisonError::into_inner).take();
    lost.map_or_else(|| io::stdout().flush(), Err)
}

/// The standard output. What is written shows up line by line.
#[derive(Debug)]
pub struct Stdout {
    out: StdoutLock<'static>,
    /// The beginning of a line.
    waiting: Vec<u8>,
}

impl Stdout {
    /// Writes the first `length` of the bytes that wait.
    fn pass(&mut self, length: usize) -> io::Result<()> {
        let rest = self.waiting.split_off(length);
        let text = std::mem::replace(&mut self.waiting, rest);
        self.out.write_all(printable(&String::from_utf8_lossy(&text)).as_bytes())
    }
}

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.waiting.extend_from_slice(bytes);
        match bytes.iter().rposition(|byte| *byte == b'\n') {
            Some(last) => self.pass(self.waiting.len() - (bytes.len() - last - 1))?,
            None if self.waiting.len() > LINE => self.pass(self.waiting.len())?,
            None => {}
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.pass(self.waiting.len())?;
        self.out.flush()
    }
}

impl Drop for Stdout {
    fn drop(&mut self) {
        if let Err(error) = self.flush() {
            LOST.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        }
    }
}

/// A file, device or pipe that is being written to.
#[derive(Debug)]
pub struct Stream(File);

impl Stream {
    /// Opens what is at `path`, or creates a file there.
    ///
    /// # Errors
    /// When it cannot be written to; also when it is a pipe that nobody reads from.
    pub fn create(path: &Path) -> io::Result<Self> {
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(true);
        options.custom_flags(OFlags::NONBLOCK.bits().cast_signed());
        let deadline = Instant::now() + COMING;
        loop {
            match options.open(path) {
                Err(error) if error.raw_os_error() != Some(Errno::NXIO.raw_os_error()) => {
                    return Err(error);
                }
                Err(_) if Instant::now() < deadline => sleep(Duration::from_millis(10)),
                Err(_) => return Err(refusal(ErrorKind::NotConnected, "nobody reads from it")),
                Ok(file) => return Ok(Self(file)),
            }
        }
    }

    /// Appends all `bytes`.
    ///
    /// # Errors
    /// When there is no room, or nobody takes them.
    pub fn write(&self, mut bytes: &[u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            match (&self.0).write(bytes) {
                Ok(0) => return Err(ErrorKind::WriteZero.into()),
                Ok(taken) => bytes = &bytes[taken..],
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => self.await_reader()?,
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    fn await_reader(&self) -> io::Result<()> {
        let mut fds = [PollFd::new(&self.0, PollFlags::OUT)];
        match poll(&mut fds, Some(&TAKING)) {
            Ok(0) => Err(refusal(ErrorKind::TimedOut, "its reader has taken nothing for 10 s")),
            Ok(_) | Err(Errno::INTR) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}

fn refusal(kind: ErrorKind, why: &str) -> io::Error {
    io::Error::new(kind, why)
}

#[cfg(test)]
mod tests {
    use rustix::fs::{CWD, Mode, mkfifoat};

    use super::*;

    #[test]
    fn a_pipe_is_written_to_while_somebody_reads_from_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pipe");
        mkfifoat(CWD, &path, Mode::from_raw_mode(0o600)).unwrap();
        assert_eq!(Stream::create(&path).unwrap_err().kind(), ErrorKind::NotConnected);
        let place = path.clone();
        let reader = std::thread::spawn(move || std::fs::read(place).unwrap());
        let stream = Stream::create(&path).unwrap();
        let long = vec![b'x'; 1 << 20];
        stream.write(&long).unwrap();
        drop(stream);
        assert_eq!(reader.join().unwrap(), long);
    }

    #[test]
    fn a_full_device_and_a_folder_are_refused() {
        let full = Stream::create(Path::new("/dev/full")).unwrap();
        assert_eq!(full.write(b"x").unwrap_err().kind(), ErrorKind::StorageFull);
        assert!(Stream::create(Path::new("/")).is_err());
    }
}
