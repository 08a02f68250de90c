//! A guest that is a program with its console as standard output, read without blocking.

use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{ChildStderr, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use crate::{Guest, Heard, Parting, Tail};
use ground::Trouble;
use system::output::tell;
use system::process::{LastCommand, Program, confine};

/// Room in the console's pipe, in bytes, so that a guest which prints fast seldom waits.
pub(crate) const PIPE_SIZE: usize = 1 << 20;

/// How long the program may take to end after it has closed its console, and its console to be closed
/// after it has ended: whoever times marks on the way may have to catch up on a busy machine.
const EXIT_PATIENCE: Duration = Duration::from_secs(2);

/// Once the guest is given up: the program has said everything when it says nothing this long.
const QUIET: Duration = Duration::from_millis(100);

/// How long the program is listened to in any case once the guest is given up or ended: QEMU's
/// registers come line by line, but not for ever.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// Lines of the program's own messages that are kept: a Linux that panics in the lab writes some 50.
const MESSAGES: usize = 80;

/// A guest inside a program.
pub(crate) struct ProgramGuest {
    program: Program,
    console: File,
    errors: Option<ChildStderr>,
    messages: Tail,
    /// The console has been closed: the program has ended or is about to.
    closed: bool,
    /// When the program was seen to have ended with its console open.
    ended: Option<Instant>,
    /// When the guest was given up, although the program still runs.
    gave_up: Option<Instant>,
    command: Vec<String>,
    started: Instant,
}

impl ProgramGuest {
    /// Starts `command`. A line of its messages that is `fatal` says that the guest is dead. What
    /// `attach` makes of its standard output is the console.
    ///
    /// # Errors
    /// When it cannot be executed.
    pub(crate) fn start<T>(
        command: Command,
        fatal: fn(&str) -> bool,
        attach: impl FnOnce(OwnedFd) -> io::Result<(OwnedFd, T)>,
    ) -> io::Result<(Self, T)> {
        Self::start_with(command, None, fatal, attach)
    }

    /// The same, with a `last` command for when all of the program has ended.
    ///
    /// # Errors
    /// When it cannot be executed.
    fn start_with<T>(
        mut command: Command,
        last: Option<LastCommand>,
        fatal: fn(&str) -> bool,
        attach: impl FnOnce(OwnedFd) -> io::Result<(OwnedFd, T)>,
    ) -> io::Result<(Self, T)> {
        let words = std::iter::once(command.get_program()).chain(command.get_args());
        let words = words.map(|word| word.to_string_lossy().into_owned()).collect();
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let started = Instant::now();
        let mut program = Program::start_with(command, last)?;
        let (console, errors) = program.pipes();
        let console = OwnedFd::from(console.expect("it was asked to be a pipe"));
        // Without the larger pipe everything works, only slower.
        let _ = rustix::pipe::fcntl_setpipe_size(&console, PIPE_SIZE);
        let (console, attached) = attach(console)?;
        let guest = Self {
            program,
            console: File::from(console),
            errors,
            messages: Tail::after(MESSAGES, fatal),
            closed: false,
            ended: None,
            gave_up: None,
            command: words,
            started,
        };
        Ok((guest, attached))
    }

    /// The console, to be waited for together with others.
    pub(crate) fn console(&self) -> BorrowedFd<'_> {
        self.console.as_fd()
    }

    /// Whether the program still runs after `patience`, or has the guest talking before that.
    pub(crate) fn survives(&mut self, patience: Duration) -> bool {
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

    /// Takes what was said besides the console; says whether the guest is given up.
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

impl Guest for ProgramGuest {
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
        if self.ended.is_none() && self.program.wait(Duration::ZERO).is_some() {
            self.ended = Some(Instant::now());
        }
        self.closed = self.ended.is_some_and(|since| since.elapsed() >= EXIT_PATIENCE);
        Ok(if self.closed { Heard::Closed } else { Heard::Nothing })
    }

    fn end(&mut self) -> Parting {
        let status = self.closed.then(|| self.program.wait(EXIT_PATIENCE)).flatten();
        self.program.end();
        self.drain_messages();
        let mut messages: Vec<String> = self.messages.lines().map(str::to_owned).collect();
        if let Some(status) = self.program.last_failure() {
            let why = format!("its last command failed ({})", describe(status));
            tell(format_args!("warning: {why}\n  next: look for what {} left", self.command[0]));
            messages.push(why);
        }
        Parting { ended: status.map(describe), messages }
    }

    fn command(&self) -> &[String] {
        &self.command
    }

    fn processes(&self) -> Vec<u32> {
        self.program.processes()
    }

    fn started(&self) -> Option<Instant> {
        Some(self.started)
    }
}

fn describe(status: ExitStatus) -> String {
    match status.signal() {
        Some(signal) => format!("killed by signal {signal}"),
        None => format!("exit status {}", status.code().unwrap_or_default()),
    }
}

/// Starts `program` in `folder`, which shows a guest's console as its standard output; `environment` is
/// added to this process' own.
///
/// # Errors
/// When it cannot be executed.
pub fn start_program(
    program: &Path,
    arguments: Vec<String>,
    folder: &Path,
    environment: Option<(&str, PathBuf)>,
) -> Result<Box<dyn Guest>, Trouble> {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder).envs(environment);
    confine(&mut command);
    let started = ProgramGuest::start(command, |_| false, |console| Ok((console, ())));
    match started {
        Ok((guest, ())) => Ok(Box::new(guest)),
        Err(error) => Err(cannot_start(program, &error)),
    }
}

/// The same with the console that `other` finds once the program runs, where that is not its standard
/// output; it may ask whether the program has ended.
///
/// # Errors
/// When it cannot be executed, or its console does not come about.
pub(crate) fn start_showing(
    program: &Path,
    arguments: Vec<String>,
    folder: &Path,
    last: Option<LastCommand>,
    other: impl FnOnce(&mut dyn FnMut() -> bool) -> io::Result<Option<OwnedFd>>,
) -> Result<Box<dyn Guest>, Trouble> {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder);
    let attach = |console| Ok((console, ()));
    let shown =
        ProgramGuest::start_with(command, last, |_| false, attach).and_then(|(mut guest, ())| {
            if let Some(console) = other(&mut || guest.program.wait(Duration::ZERO).is_some())? {
                guest.console = File::from(console);
            }
            Ok(guest)
        });
    match shown {
        Ok(guest) => Ok(Box::new(guest)),
        Err(error) => Err(cannot_start(program, &error)),
    }
}

/// Why `program` does not run.
pub(crate) fn cannot_start(program: &Path, error: &io::Error) -> Trouble {
    Trouble::unavailable(
        format!("{} cannot be started: {error}", program.display()),
        "check that it can be executed and that memory and processes are not limited",
    )
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn what_is_still_on_its_way_when_the_program_has_ended_is_read() {
        let (reader, mut late) = io::pipe().unwrap();
        let attach = |_| Ok((OwnedFd::from(reader), ()));
        let (mut guest, ()) = ProgramGuest::start(Command::new("true"), |_| false, attach).unwrap();
        assert!(guest.program.wait(Duration::from_secs(60)).is_some());
        let mut buffer = [0; 8];
        assert_eq!(guest.read(&mut buffer, Duration::ZERO).unwrap(), Heard::Nothing);
        late.write_all(b"done").unwrap();
        assert_eq!(guest.read(&mut buffer, Duration::ZERO).unwrap(), Heard::Bytes(4));
        drop(late);
        // A program that another test starts holds the far end, too, until it is executed.
        let patience = Duration::from_secs(60);
        assert_eq!(guest.read(&mut buffer, patience).unwrap(), Heard::Closed);
        assert_eq!(guest.end().ended.as_deref(), Some("exit status 0"));
    }
}
