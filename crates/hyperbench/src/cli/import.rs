//! `hyperbench import`

use std::path::PathBuf;

use clap::Args;

use super::FormatArgs;
use super::image::ImageArgs;

/// Examples.
pub(super) const EXAMPLES: &str = "Examples:\n  \
    hyperbench import logs/vmexit.log -o kut.json          in the folder of kvm-unit-tests\n  \
    hyperbench show today.json kut.json                    both side by side";

/// What to read.
#[derive(Debug, Args)]
pub(crate) struct ImportArgs {
    /// What kvm-unit-tests' vmexit has printed
    #[arg(value_name = "LOG")]
    pub log: PathBuf,

    /// Name of the column
    #[arg(long, value_name = "NAME", default_value = "kvm-unit-tests")]
    pub label: String,

    /// What to print
    #[command(flatten)]
    pub printed: FormatArgs,

    /// Keep the figures in this JSON file
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Whose catalogue has the names
    #[command(flatten)]
    pub image: ImageArgs,
}
