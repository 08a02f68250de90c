//! The last command of a guard.

use std::ffi::{CString, c_char};
use std::io;
use std::os::fd::IntoRawFd;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{Mode, OFlags, open};
use rustix::process::{Pid, PidfdFlags, Signal, WaitOptions, kill_process, pidfd_open, waitpid};

/// How long it may take; then it is killed.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);

/// Exit status 127, as a shell has it.
const NOT_RUN: i32 = 127 << 8;

/// A program with its arguments, made before the guard is: that may allocate nothing.
#[derive(Debug)]
pub struct LastCommand {
    /// Keeps what the pointers point to.
    words: Vec<CString>,
    pointers: Vec<*const c_char>,
}

// SAFETY: the pointers are to the words' own heap memory, which nobody changes.
#[expect(unsafe_code, reason = "pointers are what the system call takes")]
unsafe impl Send for LastCommand {}
// SAFETY: as above.
#[expect(unsafe_code, reason = "pointers are what the system call takes")]
unsafe impl Sync for LastCommand {}

impl LastCommand {
    /// The program at `path`, with `arguments`.
    ///
    /// # Errors
    /// When a word has a NUL in it.
    pub fn new(path: &Path, arguments: &[String]) -> io::Result<Self> {
        let words = std::iter::once(path.as_os_str().as_bytes());
        let words = words.chain(arguments.iter().map(String::as_bytes));
        let words = words.map(CString::new).collect::<Result<Vec<_>, _>>()?;
        let pointers = words.iter().map(|word| word.as_ptr()).chain([std::ptr::null()]).collect();
        Ok(Self { words, pointers })
    }

    /// Runs it in a guard, which has no file open but its lifeline, and waits for its end. Gives how it
    /// ended, as `wait` does.
    pub(super) fn run(&self) -> i32 {
        // SAFETY: the guard has one thread, and the child makes only system calls.
        #[expect(unsafe_code, reason = "the standard library offers no other way")]
        let child = unsafe { libc::fork() };
        match child {
            0 => self.replace(),
            1.. => Pid::from_raw(child).map_or(NOT_RUN, wait_for),
            _ => NOT_RUN,
        }
    }

    /// Becomes the program.
    fn replace(&self) -> ! {
        // As the standard streams: a file that is opened gets the lowest number.
        for _ in 0..3 {
            if let Ok(file) = open(c"/dev/null", OFlags::RDWR, Mode::empty()) {
                let _ = file.into_raw_fd();
            }
        }
        // SAFETY: the set is this function's, and the pointers end with a null.
        #[expect(unsafe_code, reason = "the standard library offers no other way")]
        unsafe {
            let mut set = std::mem::zeroed();
            libc::sigfillset(&raw mut set);
            libc::sigprocmask(libc::SIG_UNBLOCK, &raw const set, std::ptr::null_mut());
            libc::execv(self.words[0].as_ptr(), self.pointers.as_ptr());
            libc::_exit(127)
        }
    }
}

/// How `child` ends, which is killed when that takes too long.
fn wait_for(child: Pid) -> i32 {
    if let Ok(running) = pidfd_open(child, PidfdFlags::empty()) {
        let timeout = Timespec::try_from(PATIENCE).ok();
        let mut fds = [PollFd::new(&running, PollFlags::IN)];
        if !poll(&mut fds, timeout.as_ref()).is_ok_and(|ready| ready > 0) {
            let _ = kill_process(child, Signal::KILL);
        }
    }
    match waitpid(Some(child), WaitOptions::empty()) {
        Ok(Some((_, how))) => how.as_raw(),
        _ => NOT_RUN,
    }
}
