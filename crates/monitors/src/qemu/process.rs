//! A guest inside a QEMU process, and what QEMU adds to it: counting, timing, placement.

use std::io;
use std::os::fd::BorrowedFd;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use super::counting::Shared;
use super::fatal::is_fatal;
use super::wiring::Wiring;
use crate::counting::Snapshots;
use crate::program::ProgramGuest;
use crate::timing::Stopwatch;
use crate::{Guest, Heard, Parting};
use results::Placement;
use system::process::{MemoryFile, confine};

/// A guest inside a QEMU process.
pub(super) struct QemuGuest {
    guest: ProgramGuest,
    /// Who counts its events, and what is shared for that.
    counting: Option<(Snapshots, Shared)>,
    stopwatch: Option<Stopwatch>,
    placement: Option<Placement>,
    /// A file that QEMU reads.
    image: Option<MemoryFile>,
    notes: Vec<String>,
}

impl QemuGuest {
    /// Starts the QEMU at `path` with `arguments`, in `folder` or where the tool itself runs; it
    /// takes over its ends of the `wiring`.
    ///
    /// # Errors
    /// When QEMU cannot be executed.
    pub(super) fn start(
        path: &Path,
        arguments: Vec<String>,
        folder: Option<&Path>,
        wiring: &Wiring,
    ) -> io::Result<Self> {
        let mut command = Command::new(path);
        command.args(arguments);
        if let Some(folder) = folder {
            command.current_dir(folder);
        }
        wiring.hand_over(&mut command);
        confine(&mut command);
        let attach = |console| wiring.stopwatch(console);
        let (guest, stopwatch) = ProgramGuest::start(command, is_fatal, attach)?;
        Ok(Self {
            guest,
            counting: None,
            stopwatch,
            placement: None,
            image: None,
            notes: Vec::new(),
        })
    }

    /// Counts with `snapshots` through what is `shared` with this QEMU.
    pub(super) fn count(&mut self, snapshots: Snapshots, shared: Shared) {
        self.counting = Some((snapshots, shared));
    }

    /// Keeps the file that QEMU reads.
    pub(super) fn keep(&mut self, image: Option<MemoryFile>) {
        self.image = image;
    }

    /// Has it noted why there is something that this QEMU cannot do.
    pub(super) fn note(&mut self, why: Option<String>) {
        self.notes.extend(why);
    }

    /// Keeps where the guest's threads have been placed.
    pub(super) fn set_placement(&mut self, placement: Option<Placement>) {
        self.placement = placement;
    }

    /// The console, to be waited for together with others.
    pub(super) fn console(&self) -> BorrowedFd<'_> {
        self.guest.console()
    }

    /// Whether QEMU still runs after `patience`, or has the guest talking before that.
    pub(super) fn survives(&mut self, patience: Duration) -> bool {
        self.guest.survives(patience)
    }
}

impl Guest for QemuGuest {
    fn read(&mut self, buffer: &mut [u8], patience: Duration) -> io::Result<Heard> {
        self.guest.read(buffer, patience)
    }

    fn end(&mut self) -> Parting {
        self.guest.end()
    }

    fn command(&self) -> &[String] {
        self.guest.command()
    }

    fn processes(&self) -> Vec<u32> {
        self.guest.processes()
    }

    fn started(&self) -> Option<Instant> {
        self.guest.started()
    }

    fn snapshots(&self) -> Option<&Snapshots> {
        self.counting.as_ref().map(|(snapshots, _)| snapshots)
    }

    fn stopwatch(&self) -> Option<&Stopwatch> {
        self.stopwatch.as_ref()
    }

    fn notes(&self) -> &[String] {
        &self.notes
    }

    fn placement(&self) -> Option<&Placement> {
        self.placement.as_ref()
    }
}
