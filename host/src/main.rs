//! `hyperbench`: measures what virtualization costs.

use std::process::ExitCode;

use clap::Parser;
use hyperbench::cli::Cli;
use hyperbench::commands;
use hyperbench::error::render;
use hyperbench::exit::{Exit, Step};

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return misunderstood(&error),
    };
    match commands::execute(&cli) {
        Ok(exit) => exit.into(),
        Err(failure) => {
            eprintln!("{}", render(&failure));
            failure.exit().into()
        }
    }
}

/// Prints why the command line is wrong, or the help that it asks for. A script that bisects must
/// not take the former for a bad commit.
fn misunderstood(error: &clap::Error) -> ExitCode {
    let bisects = std::env::args().nth(1).is_some_and(|command| command == "bisect-step");
    let _ = error.print();
    match (error.use_stderr(), bisects) {
        (false, _) => Exit::Success.into(),
        (true, false) => Exit::Usage.into(),
        (true, true) => Exit::Bisect(Step::Abort).into(),
    }
}
