//! `hyperbench fleet`

use std::path::PathBuf;

use clap::Args;

use super::{FormatArgs, choice};
use crate::exit;
use analysis::compare::threshold;
use analysis::fleet::Trait;

/// Examples, and what a script can learn.
pub(super) fn help() -> String {
    let examples = "Examples:\n  \
         hyperbench fleet results/                          which hosts are outliers, and why?\n  \
         hyperbench fleet results/ --by cpu,hypervisor      other kernels do not make other groups\n  \
         hyperbench fleet host-*.json --threshold 20%       only what is far off\n  \
         hyperbench fleet results/ --page fleet.html        a page with charts of all of it\n  \
         hyperbench fleet results/ --json | jq -r '.groups[].odd[].file'\n\n";
    examples.to_owned() + &exit::help()
}

/// What to look at, and how.
#[derive(Debug, Args)]
pub(crate) struct FleetArgs {
    /// Results that `hyperbench run -o FILE` kept, or folders: all files in them that end in .json
    #[arg(value_name = "DIR|FILE", required = true)]
    pub paths: Vec<PathBuf>,

    /// What hosts that should be equal have in common
    #[arg(long, value_name = "TRAITS", value_delimiter = ',',
          default_values = ["cpu", "kernel", "hypervisor", "mitigations"],
          value_parser = choice::of(Trait::ALL, Trait::name, Trait::about))]
    pub by: Vec<Trait>,

    /// The distance from a group's median that matters, such as 2%; less is no outlier
    #[arg(long, value_name = "PERCENT", value_parser = threshold, default_value = "5%")]
    pub threshold: f64,

    /// What to print: for scripts the outliers, for programs everything
    #[command(flatten)]
    pub printed: FormatArgs,

    /// Also write a page with charts, for a browser
    #[arg(long, value_name = "FILE")]
    pub page: Option<PathBuf>,
}
