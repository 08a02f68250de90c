//! `hyperbench guest`

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::image::ArchArgs;

/// Examples.
pub(super) const EXAMPLES: &str = "Examples:\n  \
    hyperbench guest build && hyperbench run --guest linux\n  \
    hyperbench guest build --kernel linux/vmlinuz       with a kernel of your own\n  \
    hyperbench guest build --update                     with Debian's newest packages\n  \
    hyperbench guest build --with papers                with a compiler and a database";

/// What to do with the Linux guest.
#[derive(Debug, Args)]
pub(crate) struct GuestArgs {
    /// What to do
    #[command(subcommand)]
    pub action: GuestAction,
}

/// What a guest can have more of.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum More {
    /// A compiler and a server of databases, for the papers' workloads
    Papers,
}

/// What can be done with the Linux guest.
#[derive(Debug, Subcommand)]
pub(crate) enum GuestAction {
    /// Download Debian's packages and make the guest of them; what is there is used again
    Build {
        /// Whose guest
        #[command(flatten)]
        arch: ArchArgs,

        /// Look for newer packages even where all are there
        #[arg(long)]
        update: bool,

        /// Boot this kernel, until the guest is built without it, in place of Debian's
        ///
        /// It needs an initial RAM file system, tmpfs and the machine's serial console built in:
        /// the guest loads no modules.
        #[arg(long, value_name = "FILE")]
        kernel: Option<PathBuf>,

        /// Also the programs that only some workloads in the papers' sizes need
        ///
        /// A guest gets them when such a workload is run, and needs more memory then.
        #[arg(long, value_enum, value_name = "WHAT")]
        with: Option<More>,
    },
    /// Show what the guest was made of, and where it is
    Status {
        /// Whose guest
        #[command(flatten)]
        arch: ArchArgs,
    },
    /// Remove everything that has been downloaded and made
    Clean,
}
