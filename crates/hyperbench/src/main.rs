//! `hyperbench` measures what virtualization costs, operation by operation.
//!
//! A run goes through these rooms:
//!
//! 1. [`cli`] reads the command line and turns it into a [`measuring::Request`].
//! 2. [`measuring`] makes a plan of it and has one of the [`monitors`] start a guest; its sessions turn
//!    the guest's console into [`results`], watching and restarting the guest where they have to.
//! 3. [`analysis`] and [`prediction`] draw conclusions, and [`reports`] prints them.
//!
//! [`doctor`] says what of this machine spoils a measurement.

mod cli;
mod commands;
mod error;
mod exit;
#[cfg(test)]
mod fuzzed;
mod screen;
mod workloads;

use std::process::ExitCode;

use clap::Parser;

use cli::Cli;
use error::render;
use exit::{Exit, Step};
use system::interrupt::survive_size_limit;
use system::output::tell;

fn main() -> ExitCode {
    // Should it be refused, such a write ends the tool, as it would have anyway.
    let _ = survive_size_limit();
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return misunderstood(&error),
    };
    match commands::execute(&cli) {
        Ok(exit) => exit.into(),
        Err(failure) => {
            tell(render(&failure));
            Exit::from(failure.kind).into()
        }
    }
}

/// Prints why the command line is wrong, or the help that it asks for. A script that bisects must
/// not take the former for a bad commit.
fn misunderstood(error: &clap::Error) -> ExitCode {
    let bisects = std::env::args_os().nth(1).is_some_and(|command| command == "bisect-step");
    let _ = error.print();
    match (error.use_stderr(), bisects) {
        (false, _) => Exit::Success.into(),
        (true, false) => Exit::Usage.into(),
        (true, true) => Exit::Bisect(Step::Abort).into(),
    }
}
