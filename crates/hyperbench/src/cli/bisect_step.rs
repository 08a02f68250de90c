//! `hyperbench bisect-step`

use clap::Args;

use super::RunArgs;
use crate::exit;

/// An example, and what `git bisect run` learns.
pub(super) fn help() -> String {
    let example = "Example: which commit made IN dearer?\n  \
         hyperbench run --platform qemu-tcg:binary=build/my-qemu --bench in --boots 10 \
         -o good.json\n  \
         git bisect start BAD GOOD\n  \
         git bisect run sh -c 'make -C build || exit 125; hyperbench bisect-step good.json --bench \
         in --boots 10'\n\n";
    example.to_owned() + &exit::bisect_help()
}

/// What to measure and what to compare it with.
#[derive(Debug, Args)]
pub(crate) struct BisectStepArgs {
    /// Good results: FILE, or `FILE:PLATFORM` where it holds several
    #[arg(value_name = "GOOD")]
    pub good: String,

    /// What to measure, as for `run` (by default on the platform of GOOD)
    #[command(flatten)]
    pub run: RunArgs,
}
