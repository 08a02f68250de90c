//! `hyperbench list`

use clap::{Args, ValueEnum};

use super::image::ImageArgs;
use crate::report::Format;

/// What to list, and how.
#[derive(Debug, Args)]
pub struct ListArgs {
    /// What to list
    #[arg(value_enum)]
    pub subject: ListSubject,

    /// What to print on the standard output
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,

    /// Whose benchmarks, and platforms for which architecture
    #[command(flatten)]
    pub image: ImageArgs,
}

/// What can be listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ListSubject {
    /// The kernel's benchmarks: names, categories, what each does, what it needs
    Benchmarks,
    /// The platforms: whether available, and if not, why and what to do
    Platforms,
}
