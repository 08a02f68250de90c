//! `hyperbench completions`: what a shell has to know to complete the command line.

use std::io::Write;

use clap::CommandFactory;

use crate::cli::{Cli, CompletionsArgs};
use crate::exit::Exit;
use ground::Trouble;
use system::output::stdout;

/// Prints the script of one shell.
pub(super) fn completions(args: &CompletionsArgs) -> Result<Exit, Trouble> {
    // The generator panics where it cannot write, so it writes to memory.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "hyperbench", &mut script);
    stdout().write_all(&script)?;
    Ok(Exit::Success)
}
