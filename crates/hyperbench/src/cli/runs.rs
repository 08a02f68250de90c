//! `hyperbench runs`

use clap::{Args, Subcommand};

/// Examples.
pub(super) const EXAMPLES: &str = "Examples:\n  \
    hyperbench runs                          # the latest first\n  \
    hyperbench runs name @ before-patch      # the latest is never removed then but by you\n  \
    hyperbench runs remove 2026-11-24-1 @3\n  \
    hyperbench show @2                       # the one before the latest";

/// The runs that are kept.
#[derive(Debug, Args)]
pub(crate) struct RunsArgs {
    /// What to do with them [default: list them]
    #[command(subcommand)]
    pub action: Option<RunsAction>,

    /// List all, and not the latest alone
    #[arg(long)]
    pub all: bool,
}

/// What can be done with runs.
#[derive(Debug, Subcommand)]
pub(crate) enum RunsAction {
    /// Give a run a name of yours; with one it does not make room for later runs
    Name {
        /// The run: its name, @ for the latest, @2 for the one before
        run: String,
        /// Its name from now on
        name: String,
    },
    /// Remove runs for good
    Remove {
        /// The runs: their names, @ for the latest, @2 for the one before
        #[arg(required = true)]
        runs: Vec<String>,
    },
}
