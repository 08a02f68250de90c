//! The QEMU process: started so that it cannot outlive the tool, read without blocking.

use std::fs::File;
use std::io::{self, Read};
use std::os::fd::OwnedFd;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, ChildStderr, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal};

use super::counting::Shared;
use super::fatal::is_fatal;
use super::wiring::Wiring;
use crate::counting::Clerk;
use crate::timing::Stopwatch;
use crate::{Guest, Heard, Parting, Tail};
use results::Placement;

/// Room in the console's pipe, in bytes, so that a guest which prints fast seldom waits.
const PIPE_SIZE: usize = 1 << 20;

/// How long QEMU may take to end after it has closed its console.
const EXIT_PATIENCE: Duration = Duration::from_secs(2);

/// After KVM has given a guest up: QEMU has said everything when it says nothing this long.
const QUIET: Duration = Duration::from_millis(100);

/// Lines of QEMU's own messages that are kept: those of a Linux that panics in the lab are some 50.
const MESSAGES: usize = 80;

/// A guest inside a QEMU process.
pub(super) struct QemuGuest {
    child: Child,
    console: File,
    errors: Option<ChildStderr>,
    messages: Tail,
    /// The console has been closed: QEMU has ended or is about to.
    closed: bool,
    /// KVM has given the guest up, although QEMU still runs.
    gave_up: bool,
    command: Vec<String>,
    started: Instant,
    /// Who counts its events, and what is shared for that.
    counting: Option<(Clerk, Shared)>,
    stopwatch: Option<Stopwatch>,
    placement: Option<Placement>,
}

impl QemuGuest {
    /// Starts `program` with `arguments`, in `folder` or where the tool itself runs; its
    /// console is its standard output, and it takes over its ends of the `wiring`.
    ///
    /// QEMU runs in a process group of its own, so that Ctrl-C reaches the tool alone, and
    /// is killed by the kernel when the thread that started it dies, however it dies.
    ///
    /// # Errors
    /// When the program cannot be executed.
    pub(super) fn start(
        program: &Path,
        arguments: Vec<String>,
        folder: Option<&Path>,
        wiring: &Wiring,
    ) -> io::Result<Self> {
        let mut command = Command::new(program);
        command.args(&arguments).process_group(0);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(folder) = folder {
            command.current_dir(folder);
        }
        die_with_parent(&mut command);
        wiring.hand_over(&mut command);
        let started = Instant::now();
        let mut child = command.spawn()?;
        let console = OwnedFd::from(child.stdout.take().expect("it was asked to be a pipe"));
        let errors = child.stderr.take();
        // Without the larger pipe everything works, only slower.
        let _ = rustix::pipe::fcntl_setpipe_size(&console, PIPE_SIZE);
        let (console, stopwatch) = match wiring.stopwatch(console) {
            Ok(both) => both,
            Err(error) => {
                let _ = (child.kill(), child.wait());
                return Err(error);
            }
        };
        Ok(Self {
            child,
            console: File::from(console),
            errors,
            messages: Tail::new(MESSAGES),
            closed: false,
            gave_up: false,
            command: [vec![program.display().to_string()], arguments].concat(),
            started,
            counting: None,
            stopwatch,
            placement: None,
        })
    }

    /// Counts with `clerk` through what is `shared` with this QEMU.
    pub(super) fn count(&mut self, clerk: Clerk, shared: Shared) {
        self.counting = Some((clerk, shared));
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
                Ok((false, true)) => drop(self.take_messages()),
                _ if left.is_zero() => return true,
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
        self.messages.lines().any(is_fatal)
    }

    /// Takes messages until there has been none for as long as `quiet`.
    fn drain_messages(&mut self, quiet: Duration) {
        while self.errors.is_some() && matches!(self.wait(quiet), Ok((_, true))) {
            self.take_messages();
        }
    }

    /// Waits for QEMU's own end, at most [`EXIT_PATIENCE`].
    fn await_exit(&mut self) -> Option<ExitStatus> {
        let deadline = Instant::now() + EXIT_PATIENCE;
        loop {
            match self.child.try_wait() {
                Ok(None) if Instant::now() < deadline => {
                    std::thread::sleep(Duration::from_millis(2));
                }
                Ok(status) => return status,
                Err(_) => return None,
            }
        }
    }

    /// Kills the whole process group and reaps QEMU; harmless when it has ended already.
    fn kill(&mut self) {
        if matches!(self.child.try_wait(), Ok(Some(_))) {
            return;
        }
        let group = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw);
        if let Some(group) = group {
            let _ = rustix::process::kill_process_group(group, Signal::KILL);
        }
        let _ = self.child.wait();
    }
}

impl Guest for QemuGuest {
    fn read(&mut self, buffer: &mut [u8], patience: Duration) -> io::Result<Heard> {
        let (console, messages) = self.wait(patience)?;
        if messages && self.take_messages() {
            // The registers follow line by line.
            self.drain_messages(QUIET);
            self.gave_up = true;
        }
        if console {
            let n = self.console.read(buffer)?;
            self.closed = n == 0;
            return Ok(if self.closed { Heard::Closed } else { Heard::Bytes(n) });
        }
        Ok(if self.gave_up { Heard::Closed } else { Heard::Nothing })
    }

    fn end(&mut self) -> Parting {
        let status = if self.closed { self.await_exit() } else { None };
        self.kill();
        self.drain_messages(Duration::ZERO);
        let messages = self.messages.lines().map(str::to_owned).collect();
        Parting { ended: status.map(describe), messages }
    }

    fn command(&self) -> &[String] {
        &self.command
    }

    fn started(&self) -> Option<Instant> {
        Some(self.started)
    }

    fn clerk(&self) -> Option<&Clerk> {
        self.counting.as_ref().map(|(clerk, _)| clerk)
    }

    fn stopwatch(&self) -> Option<&Stopwatch> {
        self.stopwatch.as_ref()
    }

    fn placement(&self) -> Option<&Placement> {
        self.placement.as_ref()
    }
}

impl Drop for QemuGuest {
    fn drop(&mut self) {
        self.kill();
    }
}

fn describe(status: ExitStatus) -> String {
    match status.signal() {
        Some(signal) => format!("killed by signal {signal}"),
        None => format!("exit status {}", status.code().unwrap_or_default()),
    }
}

/// Has the kernel kill the child when the thread that starts it ends.
fn die_with_parent(command: &mut Command) {
    let parent = rustix::process::getpid();
    let ask = move || {
        rustix::process::set_parent_process_death_signal(Some(Signal::KILL))?;
        // The parent may have died before the request was made.
        match rustix::process::getppid() == Some(parent) {
            true => Ok(()),
            false => Err(io::Error::other("the parent has ended")),
        }
    };
    // SAFETY: between fork and exec, `ask` makes two system calls and allocates nothing.
    #[expect(unsafe_code, reason = "the standard library offers no other way")]
    unsafe {
        command.pre_exec(ask);
    }
}
