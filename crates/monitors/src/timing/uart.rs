//! The UART channel: a thread that reads the console and notes when marks arrive.

use std::fs::File;
use std::io::{self, ErrorKind, PipeReader, PipeWriter, Read, Write};
use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::thread::Builder;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::thread::gettid;

use super::marks::{Arrival, Marks};
use super::{Clock, ThreadId, Windows};
use results::channels::Channel;

/// Bytes read at once: more than there can be, so that a read leaves nothing behind.
const CHUNK: usize = 2 << 20;

/// Bytes that wait at most for a window to close. Handing them on takes time, and the reader
/// that wakes up for them takes a processor.
const HELD: usize = 64 * 1024;

/// How long nothing may come before the thread leaves the processor to others, in
/// nanoseconds. Being woken takes longer than a look, so it is longer than most windows.
const EAGER_NS: u32 = 100_000_000;

/// Puts a thread between `console` and the returned pipe: it looks at the console all the
/// time, notes the windows and hands on everything else. It ends with the console, or when
/// the pipe is closed.
pub(super) fn tap(
    console: OwnedFd,
    clock: Clock,
    windows: Arc<Windows>,
) -> io::Result<(PipeReader, ThreadId)> {
    let (reader, writer) = io::pipe()?;
    let (ids, id) = channel();
    let mut tap = Tap { console: File::from(console), writer, clock, windows };
    let carry = move || {
        let _ = ids.send(gettid());
        // Whatever ends it, the reader finds the pipe closed, as if it were the console.
        let _ = tap.carry();
    };
    Builder::new().name("uart marks".to_owned()).spawn(carry)?;
    let thread = id.recv().map_err(io::Error::other)?;
    Ok((reader, thread))
}

/// No patience at all.
const NOW: Timespec = Timespec { tv_sec: 0, tv_nsec: 0 };

struct Tap {
    console: File,
    writer: PipeWriter,
    clock: Clock,
    windows: Arc<Windows>,
}

impl Tap {
    fn carry(&mut self) -> io::Result<()> {
        let mut marks = Marks::new(self.clock.ticks(Channel::Uart.away_ns()));
        let eager = self.clock.ticks(EAGER_NS);
        let (mut buffer, mut held) = (vec![0; CHUNK], Vec::new());
        // When the console was last known to be empty, and when it last said something.
        let (mut empty, mut spoke) = (self.clock.now(), self.clock.now());
        loop {
            let before = self.clock.now();
            if !self.is_readable(Some(&NOW))? {
                empty = before;
                if before - spoke > eager {
                    self.is_readable(None)?;
                    spoke = self.clock.now();
                }
                continue;
            }
            let n = match self.console.read(&mut buffer) {
                Ok(0) => return self.writer.write_all(&held),
                Ok(n) => n,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            let at = self.clock.now();
            let arrival = Arrival { at, unsure: at - empty };
            held.extend(marks.feed(&buffer[..n], arrival, &self.windows));
            if !marks.is_open() || held.len() > HELD {
                self.writer.write_all(&held)?;
                held.clear();
            }
            (empty, spoke) = (before, at);
        }
    }

    /// Whether there is something to read, after `patience`. Asking, unlike reading in vain,
    /// does not keep the writer from the pipe.
    fn is_readable(&self, patience: Option<&Timespec>) -> io::Result<bool> {
        match poll(&mut [PollFd::new(&self.console, PollFlags::IN)], patience) {
            Ok(ready) => Ok(ready > 0),
            Err(rustix::io::Errno::INTR) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_console_passes_without_its_marks_and_ends_when_it_ends() {
        let (console, mut guest) = io::pipe().unwrap();
        let windows = Arc::new(Windows::default());
        let (mut tapped, _) = tap(console.into(), Clock::new(), Arc::clone(&windows)).unwrap();
        let mut answer = [0];
        guest.write_all(b"a").unwrap();
        tapped.read_exact(&mut answer).unwrap();
        guest.write_all(b"\x02b\x03").unwrap();
        tapped.read_exact(&mut answer).unwrap();
        assert_eq!(&answer, b"b");
        guest.write_all(b"\x02c").unwrap();
        drop(guest);
        tapped.read_exact(&mut answer).unwrap();
        assert_eq!(&answer, b"c", "what waited for the window's end comes at the console's");
        assert_eq!(tapped.read(&mut answer).unwrap(), 0);
        let window = windows.take(1).unwrap();
        assert!(window.ended >= window.started && window.unsure > 0);
    }
}
