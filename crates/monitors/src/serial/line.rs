//! What comes from a line, one boot after the other: nobody says when a machine starts again, but for its
//! first record.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::os::fd::OwnedFd;
use std::time::Duration;

use memchr::memmem;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

/// What a boot's first record begins with (docs/protocol.md).
const FIRST: &[u8] = b"@hb1 0 hello";

/// A line that has no end yet is not kept back any longer than this.
const LONGEST: usize = 2048;

/// Of what comes before a first record no more than this is kept: firmware and loaders say less.
const MOST: usize = 1 << 20;

/// An open line.
#[derive(Debug)]
pub struct Line {
    file: File,
    /// What has come and was not asked for yet.
    waiting: Vec<u8>,
    /// The other end has closed it.
    closed: bool,
    /// The boot's first record has gone by.
    begun: bool,
}

impl From<OwnedFd> for Line {
    fn from(open: OwnedFd) -> Self {
        Self { file: open.into(), waiting: Vec::new(), closed: false, begun: false }
    }
}

impl Line {
    /// From now on another boot is read.
    pub fn begin(&mut self) {
        self.begun = false;
    }

    /// Whether this boot's first record has come.
    pub fn has_begun(&self) -> bool {
        self.begun
    }

    /// Whether another boot's first record has come.
    pub fn has_another(&self) -> bool {
        self.waiting.starts_with(FIRST)
    }

    /// The boot's first record, with what follows it in its line, once it has come: waits at most
    /// `patience` for more of it.
    ///
    /// # Errors
    /// When the line cannot be read.
    pub fn first(&mut self, patience: Duration) -> io::Result<Option<Vec<u8>>> {
        let whole = |waiting: &[u8]| {
            let begun = &waiting[memmem::find(waiting, FIRST)?..];
            Some(begun[..memchr::memchr(b'\n', begun)?].to_vec())
        };
        if whole(&self.waiting).is_none() {
            self.take(patience)?;
            let excess = self.waiting.len().saturating_sub(MOST);
            self.waiting.drain(..excess);
        }
        Ok(whole(&self.waiting))
    }

    /// Whether the other end has closed it.
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    /// Whether anything has come, or the other end has closed it.
    pub fn has_spoken(&self) -> bool {
        !self.waiting.is_empty() || self.closed
    }

    /// Waits at most `patience` for anything to come.
    ///
    /// # Errors
    /// When the line cannot be read.
    pub fn listen(&mut self, patience: Duration) -> io::Result<bool> {
        if self.waiting.is_empty() && !self.closed {
            self.take(patience)?;
        }
        Ok(self.has_spoken())
    }

    /// What has come of this boot, into `buffer`; `None` when nothing did within `patience`, and `Some(0)`
    /// when the boot is over.
    ///
    /// # Errors
    /// When the line cannot be read.
    pub fn read(&mut self, buffer: &mut [u8], patience: Duration) -> io::Result<Option<usize>> {
        if let Some(n) = self.give(buffer) {
            return Ok(Some(n));
        }
        self.take(patience)?;
        Ok(self.give(buffer))
    }

    /// Gives whole lines, so that no first record is torn apart; none beyond the next boot's.
    fn give(&mut self, buffer: &mut [u8]) -> Option<usize> {
        let whole = memchr::memrchr(b'\n', &self.waiting).map_or(0, |at| at + 1);
        let is_long = self.waiting.len() > LONGEST || self.closed;
        let mut end = if is_long { self.waiting.len() } else { whole };
        let mut firsts = memmem::find_iter(&self.waiting, FIRST);
        let next = if self.begun { firsts.next() } else { firsts.nth(1) };
        if let Some(next) = next {
            end = end.min(next);
            if next == 0 {
                return Some(0);
            }
        }
        let n = end.min(buffer.len());
        if n == 0 {
            return (self.closed && self.waiting.is_empty()).then_some(0);
        }
        self.begun |= memmem::find(&self.waiting, FIRST).is_some_and(|at| at < n);
        buffer[..n].copy_from_slice(&self.waiting[..n]);
        self.waiting.drain(..n);
        Some(n)
    }

    /// Takes what comes within `patience`. A terminal whose other end is gone fails, and is closed.
    fn take(&mut self, patience: Duration) -> io::Result<()> {
        if self.closed {
            return Ok(());
        }
        let timeout = Timespec::try_from(patience).unwrap_or(Timespec { tv_sec: 1, tv_nsec: 0 });
        let mut fds = [PollFd::new(&self.file, PollFlags::IN)];
        match poll(&mut fds, Some(&timeout)) {
            Ok(0) | Err(Errno::INTR) => return Ok(()),
            Ok(_) => {}
            Err(error) => return Err(error.into()),
        }
        let mut part = [0; 4096];
        match self.file.read(&mut part) {
            Ok(0) => self.closed = true,
            Ok(n) => self.waiting.extend_from_slice(&part[..n]),
            Err(error) if error.raw_os_error() == Some(Errno::IO.raw_os_error()) => {
                self.closed = true;
            }
            Err(error)
                if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => {}
            Err(error) => return Err(error),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::os::unix::net::UnixStream;

    use super::*;

    const MOMENT: Duration = Duration::from_millis(1);

    /// All of a boot, with a buffer of this size.
    fn boot(line: &mut Line, size: usize) -> Vec<u8> {
        let mut all = Vec::new();
        let mut buffer = vec![0; size];
        line.begin();
        while let Some(n) = line.read(&mut buffer, MOMENT).unwrap() {
            if n == 0 {
                break;
            }
            all.extend_from_slice(&buffer[..n]);
        }
        all
    }

    #[test]
    fn boots_are_told_apart_by_their_first_records_however_they_come() {
        let boots = [&b"noise\n@hb1 0 hello a\nx\n"[..], b"@hb1 0 hello b\ny\n"];
        for (pieces, size) in [(1, 4096), (7, 4096), (100, 3)] {
            let (mut far, near) = UnixStream::pair().unwrap();
            let mut line = Line::from(OwnedFd::from(near));
            for piece in boots.concat().chunks(pieces) {
                far.write_all(piece).unwrap();
            }
            drop(far);
            assert!(line.listen(MOMENT).unwrap());
            assert_eq!(boot(&mut line, size), boots[0], "{pieces}");
            assert!(line.has_another());
            assert_eq!(boot(&mut line, size), boots[1]);
            assert!(!line.has_another());
        }
    }

    #[test]
    fn what_shouts_before_a_first_record_fills_no_memory() {
        let (mut far, near) = UnixStream::pair().unwrap();
        let mut line = Line::from(OwnedFd::from(near));
        let shout = std::thread::spawn(move || {
            far.write_all(&vec![0x1b; 2 * MOST]).unwrap();
            far.write_all(b"@hb1 0 hello a\n").unwrap();
        });
        while line.first(MOMENT).unwrap().is_none() {
            assert!(line.waiting.len() <= MOST && !line.is_closed());
        }
        shout.join().unwrap();
    }

    #[test]
    fn silence_is_told_from_an_end() {
        let (mut far, near) = UnixStream::pair().unwrap();
        let mut line = Line::from(OwnedFd::from(near));
        let mut buffer = [0; 8];
        assert!(!line.listen(MOMENT).unwrap());
        assert_eq!(line.read(&mut buffer, MOMENT).unwrap(), None);
        far.write_all(&[0xff; 3000]).unwrap();
        assert_eq!(line.read(&mut buffer, MOMENT).unwrap(), Some(8));
        drop(far);
        assert!(boot(&mut line, 4096).len() > 2900);
        // A program that another test starts holds the far end, too, until it is executed.
        assert_eq!(line.read(&mut buffer, Duration::from_secs(60)).unwrap(), Some(0));
    }
}
