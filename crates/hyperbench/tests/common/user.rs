//! A user without rights. Root's libvirt runs QEMU as a user that only Debian's package of the daemon
//! makes; where these tests are root's, they use it as nobody does.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::{MetadataExt, chown};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

use super::{folder, hyperbench};

const NOBODY: u32 = 65534;

/// The user, with a home that goes with it.
pub struct User {
    home: TempDir,
    is_other: bool,
}

impl User {
    pub fn new() -> Self {
        let (home, is_other) = (folder(), fs::metadata("/proc/self").unwrap().uid() == 0);
        if is_other {
            chown(home.path(), Some(NOBODY), Some(NOBODY)).unwrap();
        }
        Self { home, is_other }
    }

    /// The home, where daemons have their sockets as well.
    pub fn home(&self) -> &Path {
        self.home.path()
    }

    /// A command of this user's, for `program`.
    pub fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new("env");
        if self.is_other {
            command = Command::new("setpriv");
            let ids = [format!("--reuid={NOBODY}"), format!("--regid={NOBODY}")];
            command.args(ids).args(["--clear-groups", "env"]);
        }
        command.args(["-u", "XDG_CONFIG_HOME", "-u", "XDG_DATA_HOME"]);
        for name in ["HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR", "TMPDIR"] {
            command.arg(format!("{name}={}", self.home().display()));
        }
        command.arg(program).stdin(Stdio::null());
        command
    }

    /// The tool, run by this user.
    pub fn hyperbench(&self, arguments: &[&str]) -> Command {
        let mut command = self.command(self.tool());
        command.args(hyperbench(arguments).get_args());
        command
    }

    /// A tool that the user may read: it may not look into others' folders.
    fn tool(&self) -> PathBuf {
        let tool = self.home().join("hyperbench");
        if self.is_other && !tool.exists() {
            fs::copy(env!("CARGO_BIN_EXE_hyperbench"), &tool).unwrap();
        }
        if self.is_other { tool } else { env!("CARGO_BIN_EXE_hyperbench").into() }
    }
}
