//! `hyperbench lab`

use clap::{Args, Subcommand};

use super::image::ArchArgs;

/// Examples.
pub(super) const EXAMPLES: &str = "Examples:\n  \
    hyperbench lab build && hyperbench run --platform 'lab-*'\n  \
    hyperbench lab build kvm                      only what KVM on AMD's side needs\n  \
    hyperbench lab build --update                 with Debian's newest packages\n  \
    hyperbench lab kernels --update               which versions of Linux there are\n  \
    hyperbench lab clean --others                 keep only what is in use";

/// What to do with the lab.
#[derive(Debug, Args)]
pub(crate) struct LabArgs {
    /// What to do
    #[command(subcommand)]
    pub action: LabAction,
}

/// What can be done with the lab.
#[derive(Debug, Subcommand)]
pub(crate) enum LabAction {
    /// Download the packages of the lock and make the images; what is there is used again
    Build {
        /// Only these, such as kvm
        images: Vec<String>,

        /// Whose lab
        #[command(flatten)]
        arch: ArchArgs,

        /// Make a newer lock first, of Debian's newest packages; needs apt
        #[arg(long)]
        update: bool,
    },
    /// Show what has been built, of which versions, and where it is
    Status {
        /// Whose lab
        #[command(flatten)]
        arch: ArchArgs,
    },
    /// List the versions of Linux that kernel= can name, the oldest first
    Kernels {
        /// Whose
        #[command(flatten)]
        arch: ArchArgs,

        /// Ask Debian anew; without it the list stays as it was read, and so does what a version names
        #[arg(long)]
        update: bool,
    },
    /// Remove everything that has been downloaded and made
    Clean {
        /// Only images of older packages and of parts that you have replaced
        #[arg(long)]
        others: bool,
    },
}
