//! `hyperbench info`: what a machine and its guests say of the hypervisors that they are on.

use std::io::stdout;

use crate::cli::InfoArgs;
use crate::error::Failure;
use crate::exit::Exit;
use results::read;

/// Prints what is kept of that with results.
pub(super) fn info(args: &InfoArgs) -> Result<Exit, Failure> {
    reports::info(&read(&args.results)?, args.printed.format(), &mut stdout().lock())?;
    Ok(Exit::Success)
}
