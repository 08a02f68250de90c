//! `hyperbench lab`

use clap::{Args, Subcommand};

/// What to do with the lab.
#[derive(Debug, Args)]
pub struct LabArgs {
    /// What to do
    #[command(subcommand)]
    pub action: LabAction,
}

/// What can be done with the lab.
#[derive(Debug, Subcommand)]
pub enum LabAction {
    /// Download Debian's packages and make the images; what is there is used again
    Build {
        /// Look for newer packages even where all are there
        #[arg(long)]
        update: bool,
    },
    /// Show what has been built, of which versions, and where it is
    Status,
    /// Remove everything that has been downloaded and made
    Clean,
}
