//! The commands: each turns its part of the command line into output and an exit code.

mod answers;
mod atlas;
mod bisect_builds;
mod bisect_step;
mod catalogues;
mod compare;
mod completions;
mod doctor;
mod explain;
mod export;
mod files;
mod fleet;
mod guest;
mod import;
mod info;
mod ingest;
mod lab;
mod list;
mod man;
mod medium;
mod merge;
mod model;
mod monitor;
mod platform;
mod predict;
mod profile;
mod report;
mod run;
mod runs;
mod schema;
mod serial;
mod show;
mod side_by_side;
mod signature;
mod start;
mod traced;
mod trend;
mod usage;
mod workload;

use std::path::Path;

use crate::cli::{Cli, Command};
use crate::exit::Exit;
use ground::Trouble;
use results::Tool;
use system::input;
use system::interrupt::Interrupt;

/// This program and its command line, as results name them.
fn tool() -> Tool {
    Tool {
        name: env!("CARGO_PKG_NAME").to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        command: std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect(),
    }
}

/// All that is in the file at `path`, which the command line names.
fn contents(path: &Path) -> Result<Vec<u8>, Trouble> {
    let file = path.display().to_string();
    input::read(path).map_err(|error| {
        Trouble::usage(
            format!("{file} cannot be read: {error}"),
            "name a file that is there and may be read; write what a pipe gives to one",
        )
    })
}

/// Does what the command line asks for.
///
/// # Errors
/// When nothing, or not even partial results, could be brought about.
pub(crate) fn execute(cli: &Cli) -> Result<Exit, Trouble> {
    let Some(command) = &cli.command else { return start::start() };
    let done = match command {
        Command::Run(args) => run::run(args),
        Command::Import(args) => import::import(args),
        Command::Serial(args) => serial::serial(args),
        Command::Platform(args) => platform::platform(args),
        Command::List(args) => list::list(args),
        Command::Explain(args) => explain::explain(args),
        Command::Info(args) => info::info(args),
        Command::Doctor(args) => doctor::doctor(args),
        Command::Model(args) => model::model(args),
        Command::Signature(args) => signature::signature(args),
        Command::Usage(args) => usage::usage(args),
        Command::Workload(args) => workload::workload(&args.action),
        Command::Predict(args) => predict::predict(args),
        Command::Profile(args) => profile::profile(args),
        Command::Report(args) => report::report(args),
        Command::Show(args) => show::show(args),
        Command::Runs(args) => runs::runs(args),
        Command::Compare(args) => compare::compare(args),
        Command::BisectStep(args) => match &args.kernels {
            Some(range) => bisect_builds::bisect(args, range),
            None => Ok(bisect_step::bisect_step(args)),
        },
        Command::Fleet(args) => fleet::fleet(args),
        Command::Trend(args) => trend::trend(args),
        Command::Atlas(args) => atlas::atlas(args),
        Command::Merge(args) => merge::merge(args),
        Command::Export(args) => export::export(args),
        Command::Image(args) => medium::write(args),
        Command::Schema => schema::schema(),
        Command::Guest(args) => guest::guest(&args.action),
        Command::Lab(args) => lab::lab(&args.action),
        Command::Completions(args) => completions::completions(args),
        Command::Monitor(args) => monitor::monitor(args),
        Command::Man(args) => man::man(args),
    };
    match done {
        Ok(_) if Interrupt::is_caught() => Ok(Exit::Interrupted),
        Err(_) if Interrupt::is_caught() => Err(Trouble::interrupted()),
        done => done,
    }
}
