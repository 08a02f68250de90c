//! Consoles that are not a program's standard output.

use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::fs::{Mode, OFlags, open};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};

/// How long a monitor may take to listen on its socket.
const LISTENING: Duration = Duration::from_secs(10);

/// A pair of terminals.
pub(super) struct Terminal {
    /// What the tool reads.
    pub tool: OwnedFd,
    /// The other end, open as well: without it, reading fails until the program has opened its own.
    pub program: OwnedFd,
    /// Its name.
    pub path: PathBuf,
}

impl Terminal {
    /// Makes one that changes no byte.
    ///
    /// # Errors
    /// When the system has none left.
    pub(super) fn open() -> io::Result<Self> {
        let tool = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC)?;
        grantpt(&tool)?;
        unlockpt(&tool)?;
        let path: PathBuf = ptsname(&tool, Vec::new())?.to_string_lossy().into_owned().into();
        let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC;
        let program = open(&path, flags, Mode::empty())?;
        let mut mode = tcgetattr(&program)?;
        mode.make_raw();
        tcsetattr(&program, OptionalActions::Now, &mode)?;
        Ok(Self { tool, program, path })
    }
}

/// Connects to the socket at `path` once somebody listens there, unless `ended` says that nobody will.
///
/// # Errors
/// When nobody does in time.
pub(super) fn connect(path: &Path, mut ended: impl FnMut() -> bool) -> io::Result<OwnedFd> {
    let deadline = Instant::now() + LISTENING;
    loop {
        match UnixStream::connect(path) {
            Ok(stream) => return Ok(stream.into()),
            Err(error) if Instant::now() >= deadline || ended() => return Err(error),
            Err(_) => sleep(Duration::from_millis(10)),
        }
    }
}
