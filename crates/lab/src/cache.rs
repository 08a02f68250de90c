//! Where the lab keeps what it has downloaded and made: below `$XDG_CACHE_HOME/hyperbench`.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::fs::{FlockOperation, flock};
use tempfile::TempDir;

use super::failure;
use monitors::PlatformError;

/// The lab's folder.
#[derive(Debug, Clone)]
pub(super) struct Cache(PathBuf);

impl Cache {
    /// The folder that the environment names; nothing is created yet.
    ///
    /// # Errors
    /// When neither `XDG_CACHE_HOME` nor `HOME` is set.
    pub(super) fn open() -> Result<Self, PlatformError> {
        let set = |name| std::env::var_os(name).filter(|value| !value.is_empty());
        let base = set("XDG_CACHE_HOME")
            .map(PathBuf::from)
            .or_else(|| set("HOME").map(|home| Path::new(&home).join(".cache")));
        base.map(|base| Self(base.join("hyperbench/lab"))).ok_or_else(|| {
            failure::unavailable(
                "the lab has no place for its files: neither XDG_CACHE_HOME nor HOME is set",
                "set XDG_CACHE_HOME to a folder with 2 GB of free space",
            )
        })
    }

    /// The folder `path`, whatever the environment says.
    #[cfg(test)]
    pub(super) fn at(path: &Path) -> Self {
        Self(path.to_owned())
    }

    /// The folder itself.
    pub(super) fn path(&self) -> &Path {
        &self.0
    }

    /// A folder inside, created when it is not there.
    pub(super) fn folder(&self, name: &str) -> Result<PathBuf, PlatformError> {
        let path = self.0.join(name);
        std::fs::create_dir_all(&path).map_err(|error| failure::file(&path, &error))?;
        Ok(path)
    }

    /// Bytes in all its files.
    pub(super) fn size(&self) -> u64 {
        size(&self.0)
    }

    /// Removes everything.
    ///
    /// # Errors
    /// When something cannot be removed.
    pub(super) fn clean(&self) -> Result<(), PlatformError> {
        match std::fs::remove_dir_all(&self.0) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(failure::file(&self.0, &error))
            }
            _ => Ok(()),
        }
    }
}

/// What the names of temporary folders begin with.
const TEMPORARY: &str = "unfinished-";

/// From this age on a temporary folder that nobody holds is one that a killed tool has left.
const LEFT: Duration = Duration::from_secs(60);

/// A temporary folder, removed with this value.
#[derive(Debug)]
pub(super) struct Temporary {
    pub(super) folder: TempDir,
    /// Holds it while the tool lives.
    _held: File,
}

impl Temporary {
    /// Makes one inside `place`, where those that killed tools have left are removed first.
    ///
    /// # Errors
    /// When there is no room.
    pub(super) fn inside(place: &Path) -> Result<Self, PlatformError> {
        remove_left(place);
        let make = || {
            let folder = tempfile::Builder::new().prefix(TEMPORARY).tempdir_in(place)?;
            let held = hold(folder.path())?;
            Ok(Self { folder, _held: held })
        };
        make().map_err(|error| failure::file(place, &error))
    }

    /// Where it is.
    pub(super) fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// Holds `folder` as long as the value lives.
fn hold(folder: &Path) -> io::Result<File> {
    let folder = File::open(folder)?;
    flock(&folder, FlockOperation::NonBlockingLockExclusive)?;
    Ok(folder)
}

/// Removes what killed tools have left in `place`. What cannot be removed stays.
fn remove_left(place: &Path) {
    for entry in std::fs::read_dir(place).into_iter().flatten().flatten() {
        let is_temporary = entry.file_name().to_string_lossy().starts_with(TEMPORARY);
        let changed = entry.metadata().and_then(|data| data.modified());
        let is_old = changed.is_ok_and(|time| time.elapsed().is_ok_and(|age| age >= LEFT));
        if is_temporary && is_old && hold(&entry.path()).is_ok() {
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}

/// Bytes in all files below `folder`.
pub(super) fn size(folder: &Path) -> u64 {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .map(|entry| match entry.metadata() {
            Ok(data) if data.is_dir() => size(&entry.path()),
            Ok(data) => data.len(),
            Err(_) => 0,
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use super::*;

    #[test]
    fn what_a_killed_tool_has_left_is_removed_and_what_another_holds_is_not() {
        let place = tempfile::tempdir().unwrap();
        let make = |name: &str| {
            let path = place.path().join(name);
            std::fs::create_dir(&path).unwrap();
            std::fs::write(path.join("file"), "content").unwrap();
            File::open(&path).unwrap().set_modified(SystemTime::now() - 2 * LEFT).unwrap();
            path
        };
        let [left, held, other] = ["unfinished-a", "unfinished-b", "kept"].map(make);
        let _held = hold(&held).unwrap();
        let new = Temporary::inside(place.path()).unwrap();
        assert!(!left.exists() && held.exists() && other.exists());
        let newer = Temporary::inside(place.path()).unwrap();
        assert!(new.path().exists() && newer.path().exists());
    }
}
