//! Where what has been downloaded and made is kept: below `$XDG_CACHE_HOME/hyperbench`.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::fs::{FlockOperation, flock};
use sha2::{Digest, Sha256};
use tempfile::TempDir;

use crate::failure;
use ground::Trouble;
use system::place;

/// A folder for what belongs together.
#[derive(Debug, Clone)]
pub struct Cache {
    path: PathBuf,
    /// Its name, which is also that of the command for it.
    name: &'static str,
}

impl Cache {
    /// The folder `name` where the environment says; nothing is created yet. The command
    /// `hyperbench NAME build` fills it.
    ///
    /// # Errors
    /// When neither `XDG_CACHE_HOME` nor `HOME` is set.
    pub fn open(name: &'static str) -> Result<Self, Trouble> {
        let base = place::of_user("XDG_CACHE_HOME", ".cache");
        let path = base.map(|base| base.join("hyperbench").join(name));
        path.map(|path| Self { path, name }).ok_or_else(|| {
            Trouble::unavailable(
                "there is no place for images: neither XDG_CACHE_HOME nor HOME is set",
                "set XDG_CACHE_HOME to a folder with 2 GB of free space",
            )
        })
    }

    /// The folder `path`, whatever the environment says.
    #[cfg(test)]
    pub fn at(path: &Path) -> Self {
        Self { path: path.to_owned(), name: "test" }
    }

    /// The folder itself.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The command that fills it.
    pub fn build(&self) -> String {
        format!("hyperbench {} build", self.name)
    }

    /// A folder inside, created when it is not there.
    ///
    /// # Errors
    /// When it cannot be created.
    pub fn folder(&self, name: &str) -> Result<PathBuf, Trouble> {
        let path = self.path.join(name);
        std::fs::create_dir_all(&path).map_err(|error| failure::file(&path, &error))?;
        Ok(path)
    }

    /// Bytes in all its files.
    pub fn size(&self) -> u64 {
        size(&self.path)
    }

    /// Removes everything.
    ///
    /// # Errors
    /// When something cannot be removed.
    pub fn clean(&self) -> Result<(), Trouble> {
        match std::fs::remove_dir_all(&self.path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(failure::file(&self.path, &error))
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
pub struct Temporary {
    folder: TempDir,
    /// Holds it while the tool lives.
    _held: File,
}

impl Temporary {
    /// Makes one inside `place`, where those that killed tools have left are removed first.
    ///
    /// # Errors
    /// When there is no room.
    pub fn inside(place: &Path) -> Result<Self, Trouble> {
        remove_left(place);
        let make = || {
            let folder = tempfile::Builder::new().prefix(TEMPORARY).tempdir_in(place)?;
            let held = hold(folder.path())?;
            Ok(Self { folder, _held: held })
        };
        make().map_err(|error| failure::file(place, &error))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Keeps it under another name, in the place of what has that name.
    ///
    /// # Errors
    /// When it cannot be moved there.
    pub fn keep_as(self, path: &Path) -> io::Result<()> {
        if path.exists() {
            std::fs::remove_dir_all(path)?;
        }
        std::fs::rename(self.folder.keep(), path)
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
pub fn size(folder: &Path) -> u64 {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .map(|entry| match entry.metadata() {
            Ok(data) if data.is_dir() => size(&entry.path()),
            Ok(data) => data.len(),
            Err(_) => 0,
        })
        .sum()
}

/// Tells `parts` apart from others, in 16 hexadecimal digits: a name for what is made of them.
pub fn fingerprint(parts: impl IntoIterator<Item = impl AsRef<[u8]>>) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.as_ref().len() as u64).to_le_bytes());
        hash.update(part);
    }
    hash.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect()
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
