//! The QEMU process, read without blocking.

use std::fs::File;
use std::io::{self, Read};
use std::os::fd::OwnedFd;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{ChildStderr, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::counting::Shared;
use super::fatal::is_fatal;
use super::wiring::Wiring;
use crate::counting::Snapshots;
use crate::timing::Stopwatch;
use crate::{Guest, Heard, Parting, Tail};
use results::Placement;
use system::process::Program;

/// Room in the console's pipe, in bytes, so that a guest which prints fast seldom waits.
const PIPE_SIZE: usize = 1 << 20;

/// How long QEMU may take to end after it has closed its console.
const EXIT_PATIENCE: Duration = Duration::from_secs(2);

/// After KVM has given a guest up: QEMU has said everything when it says nothing this long.
const QUIET: Duration = Duration::from_millis(100);

/// How long QEMU is listened to in any case once the guest is given up or ended: its registers
/// come line by line, but not for ever.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// Lines of QEMU's own messages that are kept: those of a Linux that panics in the lab are some 50.
const MESSAGES: usize = 80;

/// A guest inside a QEMU process.
pub(super) struct QemuGuest {
    program: Program,
    console: File,
    errors: Option<ChildStderr>,
    messages: Tail,
    /// The console has been closed: QEMU has ended or is about to.
    closed: bool,
    /// When KVM gave the guest up, although QEMU still runs.
    gave_up: Option<Instant>,
    command: Vec<String>,
    started: Instant,
    /// Who counts its events, and what is shared for that.
    counting: Option<(Snapshots, Shared)>,
    stopwatch: Option<Stopwatch>,
    placement: Option<Placement>,
}

impl QemuGuest {
    /// Starts the program at `path` with `arguments`, in `folder` or where the tool itself runs; its
    /// console is its standard output, and it takes over its ends of the `wiring`.
    ///
    /// # Errors
    /// When the program cannot be executed.
    pub(super) fn start(
        path: &Path,
        arguments: Vec<String>,
        folder: Option<&Path>,
        wiring: &Wiring,
    ) -> io::Result<Self> {
        let mut command = Command::new(path);
        command.args(&arguments);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(folder) = folder {
            command.current_dir(folder);
        }
        wiring.hand_over(&mut command);
        let started = Instant::now();
        let mut program = Program::start(command)?;
        let (console, errors) = program.pipes();
        let console = OwnedFd::from(console.expect("it was asked to be a pipe"));
        // Without the larger pipe everything works, only slower.
        let _ = rustix::pipe::fcntl_setpipe_size(&console, PIPE_SIZE);
        let (console, stopwatch) = wiring.stopwatch(console)?;
        Ok(Self {
            program,
            console: File::from(console),
            errors,
            messages: Tail::after(MESSAGES, is_fatal),
            closed: false,
            gave_up: None,
            command: [vec![path.display().to_string()], arguments].concat(),
            started,
            counting: None,
            stopwatch,
            placement: None,
        })
    }

    /// Counts with `snapshots` through what is `shared` with this QEMU.
    pub(super) fn count(&mut self, snapshots: Snapshots, shared: Shared) {
        self.counting = Some((snapshots, shared));
    }

    /// Keeps where the guest's threads have been placed.
    pub(super) fn set_placement(&mut self, placement: Option<Placement>) {
        self.placement = placement;
    }

    /// Whether QEMU still runs after `patience`, or has the guest talking before that.
    pub(super) fn survives(&mut self, patience: Duration) -> bool {
        let deadline = self.started + patience;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.wait(left) {
                Ok((true, _)) => return !matches!(self.buffered(), Ok(0)),
                _ if left.is_zero() => return true,
                Ok((false, true)) => drop(self.take_messages()),
                _ => {}
            }
        }
    }

    /// Bytes that wait in the console's pipe; none although it is readable means its end.
    fn buffered(&self) -> io::Result<u64> {
        Ok(rustix::io::ioctl_fionread(&self.console)?)
    }

    /// Waits until the console or the messages have something to read, or are closed.
    fn wait(&self, patience: Duration) -> io::Result<(bool, bool)> {
        let mut fds = vec![PollFd::new(&self.console, PollFlags::IN)];
        fds.extend(self.errors.as_ref().map(|errors| PollFd::new(errors, PollFlags::IN)));
        let timeout = Timespec::try_from(patience).unwrap_or(Timespec { tv_sec: 1, tv_nsec: 0 });
        match poll(&mut fds, Some(&timeout)) {
            Ok(_) => {
                let ready = |fd: &PollFd| !fd.revents().is_empty();
                Ok((ready(&fds[0]), fds.get(1).is_some_and(ready)))
            }
            Err(rustix::io::Errno::INTR) => Ok((false, false)),
            Err(error) => Err(error.into()),
        }
    }

    /// Takes what QEMU has said besides the console; says whether KVM gave the guest up.
    fn take_messages(&mut self) -> bool {
        let mut buffer = [0; 4096];
        let Some(errors) = &mut self.errors else { return false };
        match errors.read(&mut buffer) {
            Ok(0) | Err(_) => self.errors = None,
            Ok(n) => self.messages.feed(&buffer[..n]),
        }
        self.messages.is_told()
    }

    /// Takes the messages that are there.
    fn drain_messages(&mut self) {
        let deadline = Instant::now() + LAST_WORDS;
        while self.errors.is_some()
            && matches!(self.wait(Duration::ZERO), Ok((_, true)))
            && Instant::now() < deadline
        {
            self.take_messages();
        }
    }
}

impl Guest for QemuGuest {
    fn read(&mut self, buffer: &mut [u8], patience: Duration) -> io::Result<Heard> {
        let patience = if self.gave_up.is_some() { QUIET } else { patience };
        let (console, messages) = self.wait(patience)?;
        if messages && self.take_messages() {
            self.gave_up.get_or_insert_with(Instant::now);
        }
        let is_over = |since: Instant| since.elapsed() >= LAST_WORDS || !(console || messages);
        if self.gave_up.is_some_and(is_over) {
            return Ok(Heard::Closed);
        }
        if console {
            let n = self.console.read(buffer)?;
            self.closed = n == 0;
            return Ok(if self.closed { Heard::Closed } else { Heard::Bytes(n) });
        }
        // Its children may have been able to keep the console open.
        self.closed = self.program.wait(Duration::ZERO).is_some();
        Ok(if self.closed { Heard::Closed } else { Heard::Nothing })
    }

    fn end(&mut self) -> Parting {
        let status = self.closed.then(|| self.program.wait(EXIT_PATIENCE)).flatten();
        self.program.end();
        self.drain_messages();
        let messages = self.messages.lines().map(str::to_owned).collect();
        Parting { ended: status.map(describe), messages }
    }

    fn command(&self) -> &[String] {
        &self.command
    }

    fn started(&self) -> Option<Instant> {
        Some(self.started)
    }

    fn snapshots(&self) -> Option<&Snapshots> {
        self.counting.as_ref().map(|(snapshots, _)| snapshots)
    }

    fn stopwatch(&self) -> Option<&Stopwatch> {
        self.stopwatch.as_ref()
    }

    fn placement(&self) -> Option<&Placement> {
        self.placement.as_ref()
    }
}

fn describe(status: ExitStatus) -> String {
    match status.signal() {
        Some(signal) => format!("killed by signal {signal}"),
        None => format!("exit status {}", status.code().unwrap_or_default()),
    }
}
