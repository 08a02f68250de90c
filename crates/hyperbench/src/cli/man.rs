//! `hyperbench man`: for those who make packages.

use std::path::PathBuf;

use clap::Args;

/// Where to write.
#[derive(Debug, Args)]
pub(crate) struct ManArgs {
    /// The folder that gets one page for each command; made where it is missing
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}
