//! `hyperbench merge`

use std::path::PathBuf;

use clap::Args;

use super::FormatArgs;
use crate::exit;

/// Examples, and what a script can learn.
pub(super) fn help() -> String {
    let examples = "Examples:\n  \
         hyperbench run --suite full --shard 2/4 -o part-2.json   on each of four machines, with its number\n  \
         hyperbench merge part-*.json -o whole.json               their results as one\n  \
         hyperbench merge part-*.json --json | jq .complete       is anything missing?\n\n";
    examples.to_owned() + &exit::help()
}

/// What to put together.
#[derive(Debug, Args)]
pub(crate) struct MergeArgs {
    /// Results that `hyperbench run --shard I/N -o FILE` kept
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,

    /// What to print
    #[command(flatten)]
    pub printed: FormatArgs,

    /// Keep the results in this JSON file
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}
