//! `hyperbench doctor`

use clap::Args;

use super::{FormatArgs, size};
use crate::exit;

/// Examples, and what a script can learn.
pub(super) fn help() -> String {
    let examples = "Examples:\n  \
         hyperbench doctor                          what distorts figures here, and what helps\n  \
         hyperbench doctor --cpus 4 --memory 1G     the same for larger guests\n  \
         hyperbench doctor --json | jq -r '.[] | select(.level == \"warn\") | .command // empty'\n  \
         hyperbench doctor --platform qemu-tcg && hyperbench run --platform qemu-tcg\n\n";
    examples.to_owned() + &exit::help()
}

/// What is going to be run.
#[derive(Debug, Args)]
pub(crate) struct DoctorArgs {
    /// Platform to be measured, as for `run`; may be repeated [default: all that run by
    /// default]
    #[arg(long = "platform", value_name = "SPEC")]
    pub platforms: Vec<String>,

    /// Virtual CPUs of the guests to be measured
    #[arg(long, value_name = "N", default_value_t = 2,
          value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub cpus: u32,

    /// Memory of the guests to be measured, such as 128M
    #[arg(long, value_name = "SIZE", default_value = "128M", value_parser = size::memory)]
    pub memory: u64,

    /// What to print
    #[command(flatten)]
    pub printed: FormatArgs,
}
