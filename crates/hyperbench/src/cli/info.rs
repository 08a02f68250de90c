//! `hyperbench info`

use std::path::PathBuf;

use clap::Args;

use super::FormatArgs;

/// Examples.
pub(super) const EXAMPLES: &str = "Examples:\n  \
    hyperbench info                      what this machine says of itself\n  \
    hyperbench run --platform host --platform qemu-tcg --guest linux --bench getppid -o here.json\n  \
    hyperbench info here.json            hypervisors and weaknesses, from outside and from inside\n  \
    hyperbench info here.json --json | jq '.[] | {of, uses: .facts.uses}'";

/// What to tell of.
#[derive(Debug, Args)]
pub(crate) struct InfoArgs {
    /// The results of a run, with what its guests said; without, this machine alone
    #[arg(value_name = "RESULTS")]
    pub results: Option<PathBuf>,

    /// What to print
    #[command(flatten)]
    pub printed: FormatArgs,
}
