//! The way from the guest's serial port to whoever reads its console.

use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::Heard;
use crate::timing::Passing;

/// Bytes that may wait. A guest that is further ahead of its reader is held up.
const CAPACITY: usize = 1 << 20;

/// Bytes that a guest's processor threads write and the session reads.
#[derive(Debug, Default)]
pub(super) struct Console {
    state: Mutex<State>,
    readable: Condvar,
    writable: Condvar,
}

#[derive(Debug, Default)]
struct State {
    waiting: Vec<u8>,
    closed: bool,
}

impl Console {
    /// Appends `byte`. The reader is woken at the end of a line; a line that never ends is
    /// seen at its next look. So a character costs no system call.
    pub(super) fn write(&self, byte: u8) {
        let mut state = self.lock();
        while state.waiting.len() >= CAPACITY && !state.closed {
            state = self.writable.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.waiting.push(byte);
        if byte == b'\n' || state.waiting.len() == CAPACITY {
            self.readable.notify_one();
        }
    }

    /// Nothing will follow.
    pub(super) fn close(&self) {
        self.lock().closed = true;
        self.readable.notify_all();
        self.writable.notify_all();
    }

    /// Takes what waits, after at most `patience`.
    pub(super) fn read(&self, buffer: &mut [u8], patience: Duration) -> Heard {
        let deadline = Instant::now() + patience;
        let mut state = self.lock();
        while state.waiting.is_empty() && !state.closed {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Heard::Nothing;
            }
            let woken = self.readable.wait_timeout(state, left);
            state = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
        let n = state.waiting.len().min(buffer.len());
        if n == 0 {
            return Heard::Closed;
        }
        buffer[..n].copy_from_slice(&state.waiting[..n]);
        state.waiting.drain(..n);
        self.writable.notify_all();
        Heard::Bytes(n)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The serial port's end of a console.
pub(super) struct Output {
    pub(super) console: Arc<Console>,
    /// What times the marks among the bytes, where they are to be timed.
    pub(super) marks: Option<Passing>,
}

impl io::Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.marks {
            Some(marks) => marks.pass(bytes).iter().for_each(|byte| self.console.write(*byte)),
            None => bytes.iter().for_each(|byte| self.console.write(*byte)),
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_read_before_the_end() {
        let console = Console::default();
        let mut buffer = [0; 2];
        assert_eq!(console.read(&mut buffer, Duration::ZERO), Heard::Nothing);
        b"abc".iter().for_each(|byte| console.write(*byte));
        console.close();
        assert_eq!(console.read(&mut buffer, Duration::ZERO), Heard::Bytes(2));
        assert_eq!(&buffer, b"ab");
        assert_eq!(console.read(&mut buffer, Duration::ZERO), Heard::Bytes(1));
        assert_eq!(console.read(&mut buffer, Duration::ZERO), Heard::Closed);
    }

    #[test]
    fn a_guest_that_runs_ahead_is_held_up_until_its_console_is_closed() {
        let console = Console::default();
        std::thread::scope(|scope| {
            scope.spawn(|| (0..=CAPACITY).for_each(|_| console.write(b'x')));
            let mut buffer = vec![0; 2 * CAPACITY];
            let mut read = 0;
            while read <= CAPACITY {
                if let Heard::Bytes(n) = console.read(&mut buffer, Duration::from_millis(1)) {
                    assert!(n <= CAPACITY);
                    read += n;
                }
            }
        });
        (0..CAPACITY).for_each(|_| console.write(b'x'));
        console.close();
        console.write(b'x');
    }
}
