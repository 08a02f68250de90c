//! Writes a small document to a file, or prints it.

use std::io::{self, Write};
use std::path::Path;

use serde::Serialize;

use crate::error::Failure;
use crate::exit::Exit;
use results::Store;

/// Writes `document` as JSON to `output`, else to the standard output.
pub(super) fn write_json(
    document: &impl Serialize,
    output: Option<&Path>,
) -> Result<Exit, Failure> {
    let mut text = serde_json::to_string_pretty(document).map_err(io::Error::from)?;
    text.push('\n');
    match output {
        Some(path) => Store::new(path)?.write_text(&text)?,
        None => io::stdout().lock().write_all(text.as_bytes())?,
    }
    Ok(Exit::Success)
}
