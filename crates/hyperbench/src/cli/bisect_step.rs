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
         in --boots 10'\n\n\
         Or which of Debian's builds of Linux? All of them, as far as it takes, by itself:\n  \
         hyperbench bisect-step --kernels 6.1..7.3 --platform lab-kvm-npt --bench in\n\n";
    example.to_owned() + &exit::bisect_help()
}

/// What to measure and what to compare it with.
#[derive(Debug, Args)]
pub(crate) struct BisectStepArgs {
    /// Good results: FILE, or `FILE:PLATFORM` where it holds several
    #[arg(value_name = "GOOD", required_unless_present = "kernels")]
    pub good: Option<String>,

    /// Find the one of Debian's builds of Linux, from A to B, that made an operation of the lab dearer or cheaper
    ///
    /// Both ends are versions as kernel= takes them. Figures are exact, so each build is measured once.
    #[arg(long, value_name = "A..B", conflicts_with = "good")]
    pub kernels: Option<String>,

    /// What to measure, as for `run` (by default on the platform of GOOD)
    #[command(flatten)]
    pub run: RunArgs,
}
