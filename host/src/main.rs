//! `hyperbench`: measures what virtualization costs.

use std::process::ExitCode;

use clap::Parser;
use hyperbench::cli::Cli;
use hyperbench::commands;
use hyperbench::error::render;

fn main() -> ExitCode {
    let cli = Cli::parse();
    match commands::execute(&cli) {
        Ok(exit) => exit.into(),
        Err(failure) => {
            eprintln!("{}", render(&failure));
            failure.exit().into()
        }
    }
}
