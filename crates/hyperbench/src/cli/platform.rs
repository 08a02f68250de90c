//! `hyperbench platform`

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::image::ImageArgs;

/// Examples.
pub(super) const EXAMPLES: &str = "Examples:\n  \
    hyperbench platform check my.toml                       does the description work, and if not, why\n  \
    hyperbench run --platform command:my.toml";

/// What to do with a description of a monitor.
#[derive(Debug, Args)]
pub(crate) struct PlatformArgs {
    /// What to do
    #[command(subcommand)]
    pub action: PlatformAction,
}

/// What can be done with one.
#[derive(Debug, Subcommand)]
pub(crate) enum PlatformAction {
    /// Try a description, step by step, and say which step fails
    Check {
        /// The description, as docs/platforms.md explains it
        #[arg(value_name = "FILE")]
        file: PathBuf,

        /// Seconds that the kernel may take to say something
        #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..))]
        wait: u32,

        /// The kernel.
        #[command(flatten)]
        image: ImageArgs,
    },
}
