//! `hyperbench list`

use clap::{Args, ValueEnum};

use super::FormatArgs;
use super::image::ImageArgs;

/// Examples.
pub(super) const EXAMPLES: &str = "Examples:\n  \
    hyperbench list benchmarks                    what is measured, and what it needs\n  \
    hyperbench list platforms                     what can be measured here, and what is missing\n  \
    hyperbench list benchmarks --json | jq -r '.[].name'\n  \
    hyperbench list platforms --json | jq -r '.[] | select(.available | not) | .next_step'";

/// What to list, and how.
#[derive(Debug, Args)]
pub(crate) struct ListArgs {
    /// What to list
    #[arg(value_enum)]
    pub subject: ListSubject,

    /// What to print
    #[command(flatten)]
    pub printed: FormatArgs,

    /// Whose benchmarks, and platforms for which architecture
    #[command(flatten)]
    pub image: ImageArgs,
}

/// What can be listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ListSubject {
    /// The kernel's benchmarks: names, categories, what each does, what it needs
    Benchmarks,
    /// The platforms: whether available, and if not, why and what to do
    Platforms,
}
