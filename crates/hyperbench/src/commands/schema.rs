//! `hyperbench schema`: what results files are made of.

use std::io::{self, Write};

use crate::exit::Exit;
use ground::Trouble;
use system::output::stdout;

/// Prints the JSON Schema.
pub(super) fn schema() -> Result<Exit, Trouble> {
    let text = serde_json::to_string_pretty(&results::schema()).map_err(io::Error::from)?;
    writeln!(stdout(), "{text}")?;
    Ok(Exit::Success)
}
