//! The parts of a divided run put together: one document, as if one run had brought it. Nothing is
//! counted twice, and what is missing is named. `docs/fleet.md` explains it.

mod missing;
mod parts;
mod unite;

#[cfg(test)]
mod tests;

pub use missing::{Missing, rerun};
pub use parts::LeftOut;

use crate::compare::Difference;
use ground::Trouble;
use results::Document;

/// Parts put together.
#[derive(Debug, Clone, PartialEq)]
pub struct Merged {
    /// What they bring together.
    pub document: Document,
    /// The command line that measured the first part.
    pub command: Vec<String>,
    /// What of the run is not there, in the order of the parts.
    pub missing: Vec<Missing>,
    /// The files that another one took the place of.
    pub left_out: Vec<LeftOut>,
    /// What differs between the machines of the parts without making their figures differ, each with
    /// the two files.
    pub differences: Vec<(String, String, Difference)>,
}

/// Puts the parts in `files`, each with its name, together.
///
/// # Errors
/// When one of them is no part, or when they are not parts of one run: of another division, program,
/// kernel, kind of machine or settings.
pub fn merge(files: Vec<(String, Document)>) -> Result<Merged, Trouble> {
    let (parts, left_out) = parts::choose(parts::of_one_division(files)?);
    let differences = parts::differences(&parts)?;
    let missing = missing::missing(&parts);
    let command = parts.first().map(|part| part.document.tool.command.clone());
    let document = unite::unite(&parts, &missing);
    Ok(Merged { document, command: command.unwrap_or_default(), missing, left_out, differences })
}
