//! A program under a guard: a process of the tool's between itself and the program.
//!
//! All processes that the program starts stay below the guard, also those that leave their
//! process group or lose their parent. When the program ends, or the tool does, however that
//! comes about, the guard ends all of them. What is no process of the program's, such as a virtual
//! machine that a daemon runs for it, a last command takes away.

use std::io::{self, Read};
use std::net::Shutdown;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, ChildStderr, ChildStdout, Command, ExitStatus};
use std::time::Duration;

use super::below::below;
use super::last::{self, LastCommand};
use crate::place::forget_relative;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{Mode, OFlags, open};
use rustix::io::Errno;
use rustix::process::{
    Pid, PidfdFlags, Signal, WaitOptions, getpid, getppid, kill_process, kill_process_group,
    pidfd_open, set_child_subreaper, set_parent_process_death_signal, setpgid, wait,
};

/// How long the guard may take to end everything. A process that waits for a device that does
/// not answer cannot be ended; it is left to the system.
const PATIENCE: Duration = Duration::from_secs(5);

/// A program that runs. Dropping it ends it, together with every process that it has started.
#[derive(Debug)]
pub struct Program {
    guard: Child,
    /// How long the guard may take at its end.
    patience: Duration,
    /// The guard waits for its other end to close, and writes here how the program ended.
    lifeline: UnixStream,
    ended: Option<ExitStatus>,
    /// How the last command ended; a success where there was none.
    last: Option<ExitStatus>,
}

impl Program {
    /// Starts the program of `command`, which is used up by that. It runs in a process group of
    /// its own, so that Ctrl-C reaches the tool alone.
    ///
    /// # Errors
    /// When the program cannot be executed, or there is no process to be had.
    pub fn start(command: Command) -> io::Result<Self> {
        Self::start_with(command, None)
    }

    /// The same, with a command that the guard runs when all that the program has started is gone.
    ///
    /// # Errors
    /// When the program cannot be executed, or there is no process to be had.
    pub fn start_with(mut command: Command, last: Option<LastCommand>) -> io::Result<Self> {
        let patience = PATIENCE + last.as_ref().map_or(Duration::ZERO, |_| last::PATIENCE);
        let (lifeline, other_end) = UnixStream::pair()?;
        let end = other_end.as_raw_fd();
        command.process_group(0);
        forget_relative(&mut command);
        // SAFETY: `split` makes only system calls and allocates nothing, as is necessary between
        // fork and exec. `other_end` is open until the program has been started.
        #[expect(unsafe_code, reason = "the standard library offers no other way")]
        unsafe {
            command.pre_exec(move || split(end, last.as_ref()));
        }
        Ok(Self { guard: command.spawn()?, patience, lifeline, ended: None, last: None })
    }

    /// The program's standard output and standard error, where they were asked to be pipes.
    pub fn pipes(&mut self) -> (Option<ChildStdout>, Option<ChildStderr>) {
        (self.guard.stdout.take(), self.guard.stderr.take())
    }

    /// The processes of the program: all below the guard.
    pub fn processes(&self) -> Vec<u32> {
        below(self.guard.id())
    }

    /// Waits at most `patience` until the program has ended and nothing of it is left; says how
    /// it ended.
    pub fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        if self.ended.is_none() && is_readable(&self.lifeline, patience) {
            let guard = self.guard.wait().ok()?;
            let mut statuses = [[0; 4]; 2];
            let told = self.lifeline.read_exact(statuses.as_flattened_mut());
            let [status, last] = statuses.map(|it| ExitStatus::from_raw(i32::from_ne_bytes(it)));
            self.last = Some(last);
            self.ended = Some(if told.is_ok() { status } else { guard });
        }
        self.ended
    }

    /// How the last command failed, once the program has ended.
    pub fn last_failure(&self) -> Option<ExitStatus> {
        self.last.filter(|last| !last.success())
    }

    /// Ends it; harmless when it has ended already.
    pub fn end(&mut self) {
        let _ = self.lifeline.shutdown(Shutdown::Write);
        if self.wait(self.patience).is_none() {
            // The program dies with its guard.
            let _ = (self.guard.kill(), self.guard.wait());
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.end();
    }
}

fn is_readable(socket: &UnixStream, patience: Duration) -> bool {
    let timeout = Timespec::try_from(patience).ok();
    let mut fds = [PollFd::new(socket, PollFlags::IN)];
    poll(&mut fds, timeout.as_ref()).is_ok_and(|ready| ready > 0)
}

/// Splits a process between fork and exec in two: the guard, which never returns, and the
/// program's, which goes on. `lifeline` is the guard's end.
fn split(lifeline: RawFd, last: Option<&LastCommand>) -> io::Result<()> {
    set_child_subreaper(Some(getpid()))?;
    let guard = getpid();
    // SAFETY: this process has one thread, and both of its halves make only system calls.
    #[expect(unsafe_code, reason = "the standard library offers no other way")]
    match unsafe { libc::fork() } {
        -1 => Err(io::Error::last_os_error()),
        0 => {
            setpgid(None, None)?;
            set_parent_process_death_signal(Some(Signal::KILL))?;
            // The guard may have died before the request was made.
            (getppid() == Some(guard)).then_some(()).ok_or_else(|| Errno::CHILD.into())
        }
        program => stand_guard(Pid::from_raw(program), lifeline, last),
    }
}

/// Waits until the program or the tool has ended; then ends what is left below this process,
/// and tells of the program's end where anyone listens.
fn stand_guard(program: Option<Pid>, lifeline: RawFd, last: Option<&LastCommand>) -> ! {
    // Who ends `hyperbench` by its name is not to end this.
    let _ = rustix::thread::set_name(c"hb-guard");
    close_all_but(lifeline);
    // SAFETY: it is the one that has just been left open.
    #[expect(unsafe_code, reason = "the number outlives the borrow, not the file")]
    let lifeline = unsafe { BorrowedFd::borrow_raw(lifeline) };
    let mut status = None;
    if let Some(program) = program {
        watch(program, lifeline, &mut status);
        if status.is_none() {
            let _ = kill_process_group(program, Signal::KILL);
        }
        loop {
            kill_children();
            match wait(WaitOptions::empty()) {
                Ok(Some((pid, how))) if pid == program => status = Some(how.as_raw()),
                Ok(_) | Err(Errno::INTR) => {}
                Err(_) => break,
            }
        }
    }
    let last_status = last.map_or(0, LastCommand::run);
    kill_children();
    let status = [status.unwrap_or_default(), last_status];
    let _ = rustix::net::send(
        lifeline,
        status.map(i32::to_ne_bytes).as_flattened(),
        rustix::net::SendFlags::NOSIGNAL,
    );
    // SAFETY: nothing of the tool's is to be run at this process's end.
    #[expect(unsafe_code, reason = "the standard library's exit runs the tool's own handlers")]
    unsafe {
        libc::_exit(0)
    }
}

/// Waits until the program or the tool has ended. Orphans that end meanwhile are waited for at once, as
/// init would: the program may have ended them, and look whether they are gone (libvirt does). One that
/// ends together with the program may bring its `status`.
fn watch(program: Pid, lifeline: BorrowedFd<'_>, status: &mut Option<i32>) {
    let Ok(running) = pidfd_open(program, PidfdFlags::empty()) else { return };
    let ended = children_that_end();
    let ends = |fd| PollFd::from_borrowed_fd(fd, PollFlags::IN);
    let mut fds = [ends(lifeline), ends(running.as_fd()), ends(lifeline)];
    let count = ended.as_ref().map_or(2, |ended| {
        fds[2] = ends(ended.as_fd());
        3
    });
    while status.is_none() {
        let ready = poll(&mut fds[..count], None);
        let is_over = fds[..2].iter().any(|fd| !fd.revents().is_empty());
        let Some(ended) = ended.as_ref().filter(|_| ready.is_ok() && !is_over) else {
            match ready {
                Err(Errno::INTR) => continue,
                _ => return,
            }
        };
        let _ = rustix::io::read(ended, &mut [0_u8; size_of::<libc::signalfd_siginfo>()]);
        while let Ok(Some((pid, how))) = wait(WaitOptions::NOHANG) {
            if pid == program {
                *status = Some(how.as_raw());
            }
        }
    }
}

/// A file that can be read when a child of this process has ended.
fn children_that_end() -> Option<OwnedFd> {
    // SAFETY: these are system calls on a set of signals that this function has, and the file is new.
    #[expect(unsafe_code, reason = "the standard library offers no other way")]
    unsafe {
        let mut set = std::mem::zeroed();
        libc::sigemptyset(&raw mut set);
        libc::sigaddset(&raw mut set, libc::SIGCHLD);
        libc::sigprocmask(libc::SIG_BLOCK, &raw const set, std::ptr::null_mut());
        let file = libc::signalfd(-1, &raw const set, libc::SFD_NONBLOCK | libc::SFD_CLOEXEC);
        (file >= 0).then(|| OwnedFd::from_raw_fd(file))
    }
}

/// Closes the files that the tool has open, which others may wait to be closed.
fn close_all_but(kept: RawFd) {
    let close = |first: RawFd, last: RawFd| {
        // SAFETY: nothing in this process uses them.
        #[expect(unsafe_code, reason = "the standard library offers no other way")]
        unsafe {
            libc::syscall(libc::SYS_close_range, first, last, 0);
        }
    };
    if kept > 0 {
        close(0, kept - 1);
    }
    close(kept + 1, RawFd::MAX);
}

/// Kills this process's children, as many as a page lists: more are found the next time.
fn kill_children() {
    let list = open(c"/proc/thread-self/children", OFlags::RDONLY, Mode::empty());
    let mut buffer = [0; 4096];
    let length = list.and_then(|list| rustix::io::read(list, &mut buffer)).unwrap_or_default();
    let mut child = 0_i32;
    for byte in &buffer[..length] {
        if byte.is_ascii_digit() {
            child = child.wrapping_mul(10).wrapping_add(i32::from(byte - b'0'));
        } else if let Some(pid) = Pid::from_raw(std::mem::take(&mut child)) {
            let _ = kill_process(pid, Signal::KILL);
        }
    }
}
