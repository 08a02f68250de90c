//! `hyperbench show`: the table of a run again, or of several side by side.

use std::io;

use super::side_by_side;
use crate::cli::ShowArgs;
use crate::error::Failure;
use crate::exit::Exit;

/// Prints the table.
pub(super) fn show(args: &ShowArgs) -> Result<Exit, Failure> {
    let all = side_by_side::open(&args.files, args.baseline.as_deref())?;
    reports::side_by_side(&all, &mut io::stdout().lock())?;
    Ok(Exit::Success)
}
