//! `hyperbench serial`: a run on the machine at the other end of a line.

use super::run;
use crate::cli::SerialArgs;
use crate::exit::Exit;
use ground::Trouble;

/// Reads what the machine says, as a run.
pub(super) fn serial(args: &SerialArgs) -> Result<Exit, Trouble> {
    run::show(&args.request(super::tool())?, &args.printed)
}
