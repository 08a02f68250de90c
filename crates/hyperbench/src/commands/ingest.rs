//! `hyperbench ingest`: results from the text of consoles.

use super::run;
use crate::cli::IngestArgs;
use crate::error::Failure;
use crate::exit::Exit;

/// Reads the logs as a run would read its guests.
pub(super) fn ingest(args: &IngestArgs) -> Result<Exit, Failure> {
    run::run(&args.run())
}
