//! Which kernel: shared by the commands that need one.

use std::path::PathBuf;

use clap::Args;
use clap::builder::PossibleValuesParser;

use images::{Arch, ImageError, KernelImage};

/// The architecture of the kernel.
#[derive(Debug, Clone, Args)]
pub(crate) struct ArchArgs {
    /// Architecture of the guest, of those that hyperbench carries a kernel for [default: the
    /// host's]
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(Arch::names()))]
    arch: Option<String>,
}

impl ArchArgs {
    /// The one asked for, else the host's.
    pub(crate) fn arch(&self) -> &'static Arch {
        self.arch.as_deref().and_then(Arch::named).unwrap_or_else(Arch::native)
    }
}

/// The kernel to boot, or to read the catalogue of.
#[derive(Debug, Clone, Args)]
pub(crate) struct ImageArgs {
    #[command(flatten)]
    arch: ArchArgs,

    /// Use this kernel image instead of the one inside hyperbench
    #[arg(long, value_name = "ELF", conflicts_with = "arch")]
    kernel: Option<PathBuf>,
}

impl ImageArgs {
    /// The image asked for.
    ///
    /// # Errors
    /// When the file named is no kernel.
    pub(crate) fn image(&self) -> Result<KernelImage, ImageError> {
        if let Some(path) = &self.kernel {
            return KernelImage::open(path);
        }
        KernelImage::carried(self.arch.arch())
    }
}
