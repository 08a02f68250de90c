//! The parts of a divided run put together: one document, as if one run had brought it. Nothing is
//! counted twice, and what is missing is named. `docs/fleet.md` explains it.

mod missing;
mod parts;
mod unite;

#[cfg(test)]
mod tests;

use miette::Diagnostic;
use thiserror::Error;

pub use missing::{Missing, rerun};
pub use parts::LeftOut;

use crate::compare::Difference;
use crate::{Document, Shard};

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

/// Why parts do not go together.
#[derive(Debug, Error, Diagnostic)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum MergeError {
    #[error("{file} is not a part of a divided run")]
    #[diagnostic(help(
        "merge what `hyperbench run --shard I/N -o FILE` wrote; to look at whole runs side by \
         side: hyperbench show FILES"
    ))]
    NoPart { file: String },

    #[error("{a} is part {x}, and {b} is part {y}: of differently divided runs")]
    #[diagnostic(help("merge the parts of one division at a time"))]
    DividedDifferently { a: String, x: Shard, b: String, y: Shard },

    #[error("{a} and {b} do not belong to one run:{}", list(differences))]
    #[diagnostic(help(
        "merge what was measured alike, on machines that are alike; to look at both side by \
         side: hyperbench show FILES"
    ))]
    Different { a: String, b: String, differences: Vec<Difference> },
}

fn list(differences: &[Difference]) -> String {
    let line = |d: &Difference| format!("\n  {}: {} → {}", d.field, d.a, d.b);
    differences.iter().map(line).collect()
}

/// Puts the parts in `files`, each with its name, together.
///
/// # Errors
/// When one of them is no part, or when they are not parts of one run: of another division, program,
/// kernel, kind of machine or settings.
pub fn merge(files: Vec<(String, Document)>) -> Result<Merged, MergeError> {
    let (parts, left_out) = parts::choose(parts::of_one_division(files)?);
    let differences = parts::differences(&parts)?;
    let missing = missing::missing(&parts);
    let command = parts.first().map(|part| part.document.tool.command.clone());
    let document = unite::unite(&parts, &missing);
    Ok(Merged { document, command: command.unwrap_or_default(), missing, left_out, differences })
}
