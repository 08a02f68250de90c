//! `hyperbench list`

use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};

use super::FormatArgs;
use super::image::{ImageArgs, KindArgs};
use protocol::Path;

/// Examples.
pub(super) const EXAMPLES: &str = "Examples:\n  \
    hyperbench list benchmarks                    what is measured, and what it needs\n  \
    hyperbench list benchmarks --bench group:io --path monitor\n  \
    hyperbench list platforms                     what can be measured here, and what is missing\n  \
    hyperbench list benchmarks --json | jq -r '.[].name'\n  \
    hyperbench list platforms --json | jq -r '.[] | select(.available | not) | .next_step'";

/// What to list, and how.
#[derive(Debug, Args)]
pub(crate) struct ListArgs {
    /// What to list
    #[arg(value_enum)]
    pub subject: ListSubject,

    /// Only benchmarks whose names match, or whose categories match group:GLOB; may be repeated
    #[arg(long = "bench", value_name = "GLOB")]
    pub benches: Vec<String>,

    /// Only benchmarks that this answers in a guest
    #[arg(long, value_parser = PossibleValuesParser::new(Path::ALL.map(Path::name)))]
    pub path: Option<String>,

    /// Only benchmarks that need this; `cpus` for more than one
    #[arg(long, value_name = "WORD")]
    pub need: Option<String>,

    /// Only benchmarks that may hang a real machine, or lose its data
    #[arg(long)]
    pub dangerous: bool,

    /// What to print
    #[command(flatten)]
    pub printed: FormatArgs,

    /// Which guest
    #[command(flatten)]
    pub guest: KindArgs,

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
