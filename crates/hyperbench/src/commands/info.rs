//! `hyperbench info`: what a machine and its guests say of the hypervisors that they are on.

use crate::cli::InfoArgs;
use crate::exit::Exit;
use doctor::machine::Machine;
use ground::Trouble;
use measuring::platforms;
use results::{Document, read};
use system::output::stdout;

/// Prints what is kept of that with results, or what is known of this machine.
pub(super) fn info(args: &InfoArgs) -> Result<Exit, Trouble> {
    let document = args.results.as_deref().map_or_else(|| Ok(this_machine()), read)?;
    reports::info(&document, args.printed.format(), &mut stdout())?;
    Ok(Exit::Success)
}

/// This machine, without a guest on it.
fn this_machine() -> Document {
    let platforms = platforms::all();
    let modules: Vec<_> = platforms.iter().flat_map(|p| p.about().host_modules).copied().collect();
    Document { host: Machine::here().environment(&modules), ..Document::default() }
}
