//! A machine at the other end of a line as a guest.

use std::io::{self, ErrorKind};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::line::Line;
use crate::{Guest, Heard, Parting};

/// One boot of it. The line outlives it: the next boot may already be coming.
pub struct SerialGuest {
    line: Arc<Mutex<Line>>,
    started: Instant,
    /// How long the machine may talk before its first record comes.
    patience: Duration,
}

impl SerialGuest {
    /// The boot that `line` brings next, whose first record comes within `patience`.
    pub fn new(line: Arc<Mutex<Line>>, patience: Duration) -> Self {
        line.lock().unwrap_or_else(PoisonError::into_inner).begin();
        Self { line, started: Instant::now(), patience }
    }
}

impl Guest for SerialGuest {
    fn read(&mut self, buffer: &mut [u8], patience: Duration) -> io::Result<Heard> {
        let mut line = self.line.lock().unwrap_or_else(PoisonError::into_inner);
        if !line.has_begun() && self.started.elapsed() >= self.patience {
            return Err(io::Error::new(
                ErrorKind::InvalidData,
                format!("{} s of it had no record of the kernel's", self.patience.as_secs()),
            ));
        }
        Ok(match line.read(buffer, patience)? {
            None => Heard::Nothing,
            Some(0) => Heard::Closed,
            Some(n) => Heard::Bytes(n),
        })
    }

    fn end(&mut self) -> Parting {
        Parting::default()
    }

    fn command(&self) -> &[String] {
        &[]
    }

    fn started(&self) -> Option<Instant> {
        Some(self.started)
    }
}
