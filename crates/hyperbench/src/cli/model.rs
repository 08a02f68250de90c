//! `hyperbench model`

use std::path::PathBuf;

use clap::Args;

use super::FormatArgs;

/// Examples.
pub(super) const EXAMPLES: &str = "Examples:\n  \
    hyperbench run -o today.json && hyperbench model today.json\n  \
    hyperbench model guests.json --baseline native.json      native figures of another run";

/// What to fill the cost model from.
#[derive(Debug, Args)]
pub(crate) struct ModelArgs {
    /// Results that `hyperbench run -o FILE` kept
    #[arg(value_name = "RESULTS")]
    pub results: PathBuf,

    /// What counts as native: the label of a platform of RESULTS, or another results file,
    /// whose own baseline is taken [default: RESULTS' baseline]
    #[arg(long, value_name = "LABEL|FILE")]
    pub baseline: Option<String>,

    /// What to print
    #[command(flatten)]
    pub printed: FormatArgs,
}
