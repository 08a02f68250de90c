//! What commands write to files: small documents, and pages for browsers.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::exit::Exit;
use ground::Trouble;
use results::Store;
use system::output::{stdout, tell};

/// Writes `document` as JSON to `output`, else to the standard output.
pub(super) fn write_json(
    document: &impl Serialize,
    output: Option<&Path>,
) -> Result<Exit, Trouble> {
    let mut text = serde_json::to_string_pretty(document).map_err(io::Error::from)?;
    text.push('\n');
    match output {
        Some(path) => Store::new(path)?.write_text(&text)?,
        None => stdout().write_all(text.as_bytes())?,
    }
    Ok(Exit::Success)
}

/// A page to be written.
pub(super) struct Page {
    path: PathBuf,
    store: Store,
}

impl Page {
    /// Prepares to write to `path`, which is made of the files `inputs`.
    ///
    /// # Errors
    /// When it is one of these, or cannot be written.
    pub(super) fn new(path: &Path, inputs: &[PathBuf]) -> Result<Self, Trouble> {
        if let Some(path) = inputs.iter().find(|input| is_same(input, path)) {
            return Err(Trouble::usage(
                format!(
                    "writing the report to {path} would destroy the results in it",
                    path = path.display()
                ),
                "name another file with -o",
            ));
        }
        Ok(Self { path: path.to_owned(), store: Store::new(path)? })
    }

    /// Writes it, and says where it is.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(super) fn write(&self, text: &str) -> Result<(), Trouble> {
        self.store.write_text(text)?;
        let absolute = fs::canonicalize(&self.path).unwrap_or_else(|_| self.path.clone());
        let size = format!("{} kB", text.len().div_ceil(1000));
        tell(format_args!("wrote {} ({size})", self.path.display()));
        tell(format_args!("open it in a browser: xdg-open '{}'", absolute.display()));
        Ok(())
    }
}

/// Whether both are the same file, which writing would destroy.
pub(super) fn is_same(one: &Path, other: &Path) -> bool {
    match (fs::canonicalize(one), fs::canonicalize(other)) {
        (Ok(one), Ok(other)) => one == other && one.is_file(),
        _ => false,
    }
}
