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

#![cfg_attr(not(test), warn(unused_crate_dependencies))]

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
use ground::Trouble;
use system::interrupt::survive_size_limit;
use system::memory::{Allocator, stay_within_cgroup};
use system::output::{finish, tell};

/// Bytes of stack: the first thread has as few as `ulimit -s` leaves it.
const STACK: usize = 16 << 20;

#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

fn main() -> ExitCode {
    // Should it be refused, such a write ends the tool, as it would have anyway.
    let _ = survive_size_limit();
    stay_within_cgroup();
    let worker = std::thread::Builder::new().stack_size(STACK).spawn(work);
    match worker.map(std::thread::JoinHandle::join) {
        Ok(Ok(exit)) => exit.into(),
        // What went wrong has been said where it did.
        Ok(Err(_)) => Exit::Internal.into(),
        Err(error) => complain(&Trouble::unavailable(
            format!("the system has no thread for hyperbench: {error}"),
            "allow it more processes and memory (ulimit -u, ulimit -v)",
        ))
        .into(),
    }
}

/// Does what the command line asks for.
fn work() -> Exit {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return misunderstood(&error),
    };
    let exit = commands::execute(&cli).unwrap_or_else(|failure| complain(&failure));
    finish().map_or_else(|lost| exit.worst(complain(&lost.into())), |()| exit)
}

/// Says what is wrong.
fn complain(failure: &Trouble) -> Exit {
    tell(render(failure));
    failure.kind.into()
}

/// Prints why the command line is wrong, or the help that it asks for. A script that bisects must
/// not take the former for a bad commit.
fn misunderstood(error: &clap::Error) -> Exit {
    let bisects = std::env::args_os().nth(1).is_some_and(|command| command == "bisect-step");
    if !error.use_stderr() {
        let printed = error.print().and_then(|()| finish());
        return printed.map_or_else(|lost| complain(&lost.into()), |()| Exit::Success);
    }
    // It holds what was given, whatever that is.
    tell(error.render().to_string().trim_end());
    if bisects { Exit::Bisect(Step::Abort) } else { Exit::Usage }
}
