//! Linux' merging of equal pages (KSM): switched on for a while, and put back however that ends
//! (Documentation/admin-guide/mm/ksm.rst).

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use rustix::fs::{FlockOperation, flock};

use crate::process::{LastCommand, Program};

/// Where Linux has it.
const FOLDER: &str = "/sys/kernel/mm/ksm";

/// What is changed, in the order in which it is put back, and what it is while pages are merged: all of a
/// few guests is looked at within seconds.
const SETTINGS: [(&str, &str); 3] =
    [("pages_to_scan", "4000"), ("sleep_millisecs", "20"), ("run", "1")];

/// Puts back the values, which are its words behind the folder. A value that is there already is left
/// alone: Linux refuses some while its advisor sets them.
const PUT_BACK: &str = "cd \"$1\" && shift && while [ $# -gt 1 ]; do \
    [ \"$(cat \"$1\")\" = \"$2\" ] || echo \"$2\" > \"$1\"; shift 2; done";

/// Merging, which stands still at first. Dropping it puts back what was found, and so does the end of this
/// process, whatever brings that about.
#[derive(Debug)]
pub struct Ksm {
    folder: PathBuf,
    guard: Program,
    /// What another has changed is not to be taken for what was found.
    _lock: Lock,
}

/// A lock of a file, given up when it is dropped: a program that starts at that moment has inherited the
/// file, and closing it here alone would leave the lock to it for a while (flock(2)).
#[derive(Debug)]
struct Lock(File);

impl Lock {
    fn of(file: File) -> io::Result<Self> {
        flock(&file, FlockOperation::NonBlockingLockExclusive)
            .map_err(|_| io::Error::other("somebody else has taken it over"))?;
        Ok(Self(file))
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        let _ = flock(&self.0, FlockOperation::Unlock);
    }
}

/// What merging has come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// How often all memory has been looked at.
    pub scans: u64,
    /// Pages saved.
    pub saved: u64,
}

impl Ksm {
    /// Whether it merges at the moment.
    pub fn is_merging() -> bool {
        fs::read_to_string(Path::new(FOLDER).join("run")).is_ok_and(|run| run.trim() == "1")
    }

    /// Takes it over and stops it. Pages that are merged stay so.
    ///
    /// # Errors
    /// When this system has none, or this user may not switch it.
    pub fn take_over() -> io::Result<Self> {
        Self::in_folder(Path::new(FOLDER))
    }

    fn in_folder(folder: &Path) -> io::Result<Self> {
        // What may not be written is found out before anything is changed.
        let lock = Lock::of(File::options().write(true).open(folder.join("run"))?)?;
        let mut words: Vec<String> = ["-c", PUT_BACK, "sh"].map(str::to_owned).into();
        words.push(folder.to_string_lossy().into_owned());
        for (name, _) in SETTINGS {
            words.extend([
                name.to_owned(),
                fs::read_to_string(folder.join(name))?.trim().to_owned(),
            ]);
        }
        let last = LastCommand::new(Path::new("/bin/sh"), &words)?;
        let mut command = Command::new("sleep");
        command.arg("infinity");
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let guard = Program::start_with(command, Some(last))?;
        let ksm = Self { folder: folder.to_owned(), guard, _lock: lock };
        ksm.set("run", "0")?;
        Ok(ksm)
    }

    /// Has it merge, quickly.
    ///
    /// # Errors
    /// When it cannot be switched on.
    pub fn start(&self) -> io::Result<()> {
        let (run, pace) = SETTINGS.split_last().expect("there are some");
        for (name, value) in pace {
            // Without these it takes longer.
            let _ = self.set(name, value);
        }
        self.set(run.0, run.1)
    }

    /// How far it is.
    ///
    /// # Errors
    /// When that cannot be read.
    pub fn progress(&self) -> io::Result<Progress> {
        let number = |name| {
            let text = fs::read_to_string(self.folder.join(name))?;
            text.trim().parse().map_err(|_| io::Error::other(format!("{name} is no number")))
        };
        Ok(Progress { scans: number("full_scans")?, saved: number("pages_sharing")? })
    }

    /// Puts back what was found.
    ///
    /// # Errors
    /// When that fails.
    pub fn put_back(mut self) -> io::Result<()> {
        self.guard.end();
        match self.guard.last_failure() {
            None => Ok(()),
            Some(status) => Err(io::Error::other(format!("putting back ended with {status}"))),
        }
    }

    fn set(&self, name: &str, value: &str) -> io::Result<()> {
        fs::write(self.folder.join(name), value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (name, value) in files {
            fs::write(folder.path().join(name), value).unwrap();
        }
        folder
    }

    const FOUND: [(&str, &str); 5] = [
        ("run", "2\n"),
        ("pages_to_scan", "100\n"),
        ("sleep_millisecs", "20\n"),
        ("full_scans", "7\n"),
        ("pages_sharing", "9\n"),
    ];

    #[test]
    fn what_was_found_is_put_back() {
        let folder = folder(&FOUND);
        let is = |name| fs::read_to_string(folder.path().join(name)).unwrap().trim().to_owned();
        for way in [|ksm: Ksm| ksm.put_back().unwrap(), |ksm: Ksm| drop(ksm)] {
            let ksm = Ksm::in_folder(folder.path()).unwrap();
            assert_eq!(is("run"), "0");
            ksm.start().unwrap();
            assert_eq!((is("run"), is("pages_to_scan")), ("1".into(), "4000".into()));
            assert_eq!(ksm.progress().unwrap(), Progress { scans: 7, saved: 9 });
            way(ksm);
            assert_eq!((is("run"), is("pages_to_scan")), ("2".into(), "100".into()));
        }
    }

    #[test]
    fn two_do_not_have_it_at_the_same_time() {
        let folder = folder(&FOUND);
        let ksm = Ksm::in_folder(folder.path()).unwrap();
        let refused = Ksm::in_folder(folder.path()).unwrap_err();
        assert!(refused.to_string().contains("somebody else"), "{refused}");
        ksm.put_back().unwrap();
        assert!(Ksm::in_folder(folder.path()).is_ok());
    }

    #[test]
    fn a_system_without_it_is_left_alone() {
        assert!(Ksm::in_folder(Path::new("/nonexistent")).is_err());
        let partial = folder(&FOUND[..2]);
        assert!(Ksm::in_folder(partial.path()).is_err());
        assert_eq!(fs::read_to_string(partial.path().join("run")).unwrap(), "2\n");
        let garbage = folder(&[FOUND.as_slice(), &[("full_scans", "many")]].concat());
        assert!(Ksm::in_folder(garbage.path()).unwrap().progress().is_err());
    }
}
