//! Where the lab keeps what it has downloaded and made: below `$XDG_CACHE_HOME/hyperbench`.

use std::path::{Path, PathBuf};

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
