//! Programs that are asked something: run to their end, within a time and with a limited answer.

use std::fs::{self, File};
use std::io::{self, Read};
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::statvfs;
use rustix::io::Errno;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use thiserror::Error;

use super::Program;
use crate::interrupt::Interrupt;
use ground::clean;

/// Bytes of an answer that are taken, of each of the two outputs.
const LARGEST: usize = 1 << 20;

/// Bytes of memory of its own that each of a program's processes may have.
const MEMORY: u64 = 4 << 30;

/// How long a disk may be full before a program is taken to wait for room: apt does so for ever.
const FULL: Duration = Duration::from_secs(5);

/// The folder for temporary files of a program that fills another.
const TEMPORARY: &str = "temporary";

/// How long a wait may last before the interrupt is looked at again.
const TURN: Duration = Duration::from_millis(50);

/// How a program ended, and what it said, fit for a terminal.
#[derive(Debug)]
pub struct Output {
    /// How it ended.
    pub status: ExitStatus,
    /// Its standard output.
    pub stdout: String,
    /// Its standard error.
    pub stderr: String,
}

/// Why there is no answer.
#[derive(Debug, Error)]
pub enum HelperError {
    /// It cannot be executed or listened to.
    #[error("{0}")]
    Failed(#[from] io::Error),
    /// It was killed after this many seconds.
    #[error("it did not end within {0} s")]
    TooLong(u64),
    /// It was killed after more than `LARGEST` bytes.
    #[error("it printed more than {} MiB", LARGEST >> 20)]
    TooMuch,
    /// It was killed because nothing is left to write to.
    #[error("there is no room left on the disk")]
    NoRoom,
    /// The user does not want to wait for it.
    #[error("it was interrupted")]
    Interrupted,
}

/// Runs the program of `command` without input until it ends, at most for `patience`. Signals
/// are caught from now on; the first one ends the program. No process of it is left afterwards.
///
/// # Errors
/// When it cannot be executed, takes too long, says too much, or the user interrupts it.
pub fn run(command: Command, patience: Duration) -> Result<Output, HelperError> {
    run_while(command, patience, || true)
}

/// The same of a program that fills `folder`: it is ended when there has been no room for a while, and
/// its temporary files are within, gone when it has ended; those of one that was killed go the next time.
///
/// # Errors
/// As [`run`], and when the disk is full.
pub fn run_into(
    folder: &Path,
    mut command: Command,
    patience: Duration,
) -> Result<Output, HelperError> {
    let temporary = folder.join(TEMPORARY);
    let _ = fs::remove_dir_all(&temporary);
    fs::create_dir(&temporary)?;
    command.env("TMPDIR", &temporary);
    let mut since = None;
    let output = run_while(command, patience, || {
        let is_full = statvfs(folder).is_ok_and(|disk| disk.f_bavail == 0);
        since = since.or_else(|| Some(Instant::now())).filter(|_| is_full);
        since.is_none_or(|since| since.elapsed() < FULL)
    });
    let _ = fs::remove_dir_all(&temporary);
    output
}

fn run_while(
    mut command: Command,
    patience: Duration,
    mut has_room: impl FnMut() -> bool,
) -> Result<Output, HelperError> {
    let interrupt = Interrupt::catch()?;
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    limit_memory(&mut command);
    let deadline = Instant::now() + patience;
    let mut program = Program::start(command)?;
    let (stdout, stderr) = program.pipes();
    let mut answers = [Answer::from(stdout), Answer::from(stderr)];
    loop {
        let turn = deadline.saturating_duration_since(Instant::now()).min(TURN);
        if interrupt.is_requested() {
            return Err(HelperError::Interrupted);
        }
        if turn.is_zero() {
            return Err(HelperError::TooLong(patience.as_secs()));
        }
        if !has_room() {
            return Err(HelperError::NoRoom);
        }
        if answers.iter().any(|answer| answer.pipe.is_some()) {
            listen(&mut answers, turn)?;
        } else if let Some(status) = program.wait(turn) {
            let [stdout, stderr] = answers.map(|answer| clean(&answer.bytes));
            return Ok(Output { status, stdout, stderr });
        }
    }
}

/// Has what the program allocates fail beyond [`MEMORY`].
fn limit_memory(command: &mut Command) {
    let limit = || {
        let Rlimit { current, maximum } = getrlimit(Resource::Data);
        let current = Some(current.map_or(MEMORY, |current| current.min(MEMORY)));
        Ok(setrlimit(Resource::Data, Rlimit { current, maximum })?)
    };
    // SAFETY: the closure makes two system calls and allocates nothing, as is necessary between fork
    // and exec.
    #[expect(unsafe_code, reason = "the standard library offers no other way")]
    unsafe {
        command.pre_exec(limit);
    }
}

/// One of a program's outputs.
struct Answer {
    /// `None` when the program has closed it.
    pipe: Option<File>,
    bytes: Vec<u8>,
}

impl<T: Into<OwnedFd>> From<Option<T>> for Answer {
    fn from(pipe: Option<T>) -> Self {
        Self { pipe: pipe.map(|pipe| pipe.into().into()), bytes: Vec::new() }
    }
}

/// Takes what has come, after waiting at most `patience` for something.
fn listen(answers: &mut [Answer], patience: Duration) -> Result<(), HelperError> {
    let timeout = Timespec::try_from(patience).ok();
    let open = answers.iter().filter_map(|answer| answer.pipe.as_ref());
    let mut fds: Vec<_> = open.map(|pipe| PollFd::new(pipe, PollFlags::IN)).collect();
    match poll(&mut fds, timeout.as_ref()) {
        Ok(_) | Err(Errno::INTR) => {}
        Err(error) => return Err(io::Error::from(error).into()),
    }
    let ready: Vec<_> = fds.iter().map(|fd| !fd.revents().is_empty()).collect();
    let open = answers.iter_mut().filter(|answer| answer.pipe.is_some());
    for (answer, _) in open.zip(ready).filter(|(_, ready)| *ready) {
        let mut buffer = [0; 16 * 1024];
        match answer.pipe.as_mut().map_or(Ok(0), |pipe| pipe.read(&mut buffer))? {
            0 => answer.pipe = None,
            n => answer.bytes.extend_from_slice(&buffer[..n]),
        }
        if answer.bytes.len() > LARGEST {
            return Err(HelperError::TooMuch);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str, patience: Duration) -> Result<Output, HelperError> {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        run(command, patience)
    }

    #[test]
    fn an_answer_comes_with_its_status_and_without_escape_sequences() {
        let script = r"printf 'one\n\033[31mtwo\n'; printf '\033]0;x\007oh' >&2; exit 3";
        let output = shell(script, Duration::from_secs(60)).unwrap();
        assert_eq!(output.status.code(), Some(3));
        assert_eq!((&output.stdout[..], &output.stderr[..]), ("one\ntwo\n", "oh"));
    }

    #[test]
    fn what_does_not_end_or_says_too_much_is_killed() {
        let moment = Duration::from_millis(200);
        assert!(matches!(shell("sleep 1000", moment), Err(HelperError::TooLong(_))));
        let hour = Duration::from_secs(3600);
        assert!(matches!(shell("yes", hour), Err(HelperError::TooMuch)));
        let missing = run(Command::new("/nonexistent"), hour);
        assert!(matches!(missing, Err(HelperError::Failed(_))));
    }

    #[test]
    fn what_waits_for_room_is_ended() {
        let mut command = Command::new("sh");
        command.args(["-c", "sleep 1000"]);
        let mut turns = 0;
        let ended = run_while(command, Duration::from_secs(3600), || {
            turns += 1;
            turns < 3
        });
        assert!(matches!(ended, Err(HelperError::NoRoom)), "{ended:?}");
    }

    #[test]
    fn what_fills_a_folder_has_its_temporary_files_there_and_leaves_none() {
        let folder = tempfile::tempdir().unwrap();
        let mut command = Command::new("sh");
        command.args(["-c", "mktemp; ulimit -d"]);
        let output = run_into(folder.path(), command, Duration::from_secs(60)).unwrap();
        let mut lines = output.stdout.lines();
        let file = Path::new(lines.next().unwrap());
        assert!(file.starts_with(folder.path()) && !file.exists(), "{output:?}");
        assert_eq!(lines.next(), Some("4194304"));
        assert_eq!(folder.path().read_dir().unwrap().count(), 0);
    }

    /// An orphan that the program has ended is gone for it, not a process that nobody waits for.
    #[test]
    fn orphans_that_end_are_waited_for_while_the_program_runs() {
        let orphan = "pid=$(setsid sh -c 'sleep 1000 >/dev/null 2>&1 & echo $!'); kill -9 $pid";
        let gone = "while kill -0 $pid 2>/dev/null; do sleep 0.01; done; echo gone; exit 7";
        let output = shell(&format!("{orphan}; {gone}"), Duration::from_secs(60)).unwrap();
        assert_eq!((output.stdout.as_str(), output.status.code()), ("gone\n", Some(7)));
    }

    #[test]
    fn a_child_that_keeps_the_output_open_ends_with_the_program() {
        let output = shell("setsid sleep 1000 & echo done", Duration::from_secs(3600)).unwrap();
        assert_eq!(output.stdout, "done\n");
        assert!(output.status.success());
    }
}
