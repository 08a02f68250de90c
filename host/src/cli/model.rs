//! `hyperbench model`

use std::path::PathBuf;

use clap::Args;

use crate::report::Format;

/// What to fill the cost model from.
#[derive(Debug, Args)]
pub struct ModelArgs {
    /// Results that `hyperbench run -o FILE` kept
    #[arg(value_name = "RESULTS")]
    pub results: PathBuf,

    /// What counts as native: the label of a platform of RESULTS, or another results file,
    /// whose own baseline is taken [default: RESULTS' baseline]
    #[arg(long, value_name = "LABEL|FILE")]
    pub baseline: Option<String>,

    /// What to print on the standard output
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
}
