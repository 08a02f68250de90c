//! The raw console of a run's guests, kept in a file.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use results::StoreError;

/// A file that takes console output until it cannot; measuring goes on all the same.
pub(super) struct ConsoleLog {
    path: PathBuf,
    state: Result<File, StoreError>,
}

impl ConsoleLog {
    /// Creates the file, or empties it.
    pub(super) fn create(path: &Path) -> Result<Self, StoreError> {
        let file = File::create(path).map_err(|error| StoreError::new(path, error))?;
        Ok(Self { path: path.to_owned(), state: Ok(file) })
    }

    /// Appends `bytes`.
    pub(super) fn write(&mut self, bytes: &[u8]) {
        if let Ok(file) = &mut self.state
            && let Err(error) = file.write_all(bytes)
        {
            self.state = Err(StoreError::new(&self.path, error));
        }
    }

    /// Why the log is incomplete, if it is.
    pub(super) fn into_error(self) -> Option<StoreError> {
        self.state.err()
    }
}
