//! `hyperbench explain`

use clap::Args;

use super::FormatArgs;
use super::image::{ImageArgs, KindArgs};

/// Examples.
pub(super) const EXAMPLES: &str = "Examples:\n  \
    hyperbench explain cpuid                      what is timed, who answers it, what it costs\n  \
    hyperbench explain getppid                    the same of what processes pay\n  \
    hyperbench explain hypercall --kernel ELF     of a kernel of one's own\n  \
    hyperbench explain in --json | jq -r '.timed[]'";

/// Which benchmark to explain.
#[derive(Debug, Args)]
pub(crate) struct ExplainArgs {
    /// A benchmark's name, in any spelling: `hyperbench list benchmarks` shows them
    #[arg(value_name = "NAME")]
    pub name: String,

    /// What to print
    #[command(flatten)]
    pub printed: FormatArgs,

    /// Which guest has it
    #[command(flatten)]
    pub guest: KindArgs,

    /// The kernel that has it
    #[command(flatten)]
    pub image: ImageArgs,
}
