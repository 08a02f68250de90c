//! A guest with what it is made of.

use std::io;
use std::time::{Duration, Instant};

use crate::{Guest, Heard, Parting};

/// A guest that keeps `T`, such as files that its program reads, for as long as it is there.
pub(crate) struct Keeping<T> {
    guest: Box<dyn Guest>,
    /// What of its program's messages is told.
    told: fn(Vec<String>) -> Vec<String>,
    _kept: T,
}

impl<T> Keeping<T> {
    pub(crate) fn new(
        guest: Box<dyn Guest>,
        told: fn(Vec<String>) -> Vec<String>,
        kept: T,
    ) -> Self {
        Self { guest, told, _kept: kept }
    }
}

impl<T> Guest for Keeping<T> {
    fn read(&mut self, buffer: &mut [u8], patience: Duration) -> io::Result<Heard> {
        self.guest.read(buffer, patience)
    }

    fn end(&mut self) -> Parting {
        let Parting { ended, messages } = self.guest.end();
        Parting { ended, messages: (self.told)(messages) }
    }

    fn command(&self) -> &[String] {
        self.guest.command()
    }

    fn started(&self) -> Option<Instant> {
        self.guest.started()
    }
}
