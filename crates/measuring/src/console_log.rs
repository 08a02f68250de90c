//! The raw console of a run's guests, kept in a file.

use std::path::{Path, PathBuf};

use ground::Trouble;
use results::unwritable;
use system::output::Stream;

/// A file that takes console output until it cannot; measuring goes on all the same.
pub(crate) struct ConsoleLog {
    path: PathBuf,
    state: Result<Stream, Trouble>,
}

impl ConsoleLog {
    /// Creates the file, or empties it.
    pub(crate) fn create(path: &Path) -> Result<Self, Trouble> {
        let stream = Stream::create(path).map_err(|error| unwritable(path, &error))?;
        Ok(Self { path: path.to_owned(), state: Ok(stream) })
    }

    /// Appends `bytes`.
    pub(crate) fn write(&mut self, bytes: &[u8]) {
        if let Ok(stream) = &self.state
            && let Err(error) = stream.write(bytes)
        {
            self.state = Err(unwritable(&self.path, &error));
        }
    }

    /// Why the log is incomplete, if it is.
    pub(crate) fn into_error(self) -> Option<Trouble> {
        self.state.err()
    }
}
