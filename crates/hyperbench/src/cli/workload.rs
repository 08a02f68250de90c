//! `hyperbench workload`

use std::path::PathBuf;

use clap::{ArgGroup, Args, Subcommand};

use super::usage::positive;
use super::{FormatArgs, ProgramArgs};
use crate::exit;
use results::Unit;

/// Examples, and what a script can learn.
pub(super) fn help() -> String {
    let examples = "Examples:\n  \
         hyperbench workload add pack -- gzip -9 -c data\n  \
         hyperbench workload add sums --stdin list.txt -- ./sums --fast\n  \
         hyperbench workload add report -- sh report.sh list.txt\n  \
         hyperbench workload add web --from report.txt --native 2.4e9     counted by perf kvm stat\n  \
         hyperbench predict --workload pack\n  \
         hyperbench run --guest linux --platform lab-native --platform lab-kvm-npt --bench pack\n  \
         hyperbench workload remove pack\n\n";
    examples.to_owned() + &exit::help()
}

/// What to do with workloads of the user's.
#[derive(Debug, Args)]
pub(crate) struct WorkloadArgs {
    /// What to do
    #[command(subcommand)]
    pub action: WorkloadAction,
}

/// What can be done with them.
#[derive(Debug, Subcommand)]
pub(crate) enum WorkloadAction {
    /// Run a program in the Linux guest, natively in the lab, and keep what was counted
    ///
    /// The program is found as a shell finds it, and comes with its loader and its shared libraries; a
    /// script with its interpreter, and a shell's with the files and programs that it names. It starts in a
    /// folder of its own, sees no network, no file that is not named, and else only some programs of
    /// busybox's. It runs many times, must end with status 0, and
    /// print the same each time.
    Add(Box<AddArgs>),
    /// List the workloads that have been added
    List {
        /// What to print
        #[command(flatten)]
        printed: FormatArgs,
    },
    /// Show what a workload does; as JSON, its usage for `hyperbench predict --usage`
    Show {
        /// Its name
        name: String,

        /// What to print
        #[command(flatten)]
        printed: FormatArgs,
    },
    /// Remove a workload
    Remove {
        /// Its name
        name: String,
    },
}

/// What to add.
#[derive(Debug, Args)]
#[command(group(ArgGroup::new("counted").required(true).args(["from", "command"])))]
pub(crate) struct AddArgs {
    /// What to call it
    pub name: String,

    /// Keep what is in this file instead of running anything: a usage, or exits that another program
    /// counted, as for `hyperbench usage --foreign`
    #[arg(long, value_name = "FILE")]
    pub from: Option<PathBuf>,

    /// What the workload of such exits takes natively
    #[arg(long, value_name = "NUMBER", value_parser = positive, requires = "from")]
    pub native: Option<f64>,

    /// The number is of executed instructions, not of cycles
    #[arg(long, requires = "native")]
    pub instructions: bool,

    /// Take the place of a workload of the same name
    #[arg(long)]
    pub replace: bool,

    /// Write the usage also to this file
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// What is run
    #[command(flatten)]
    pub program: ProgramArgs,
}

impl AddArgs {
    /// What the native time of other programs' exits counts.
    pub(crate) fn unit(&self) -> Unit {
        if self.instructions { Unit::Instructions } else { Unit::Cycles }
    }
}
