//! Which kernel: shared by the commands that need one.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use ground::{Arch, GuestKind, Trouble};
use images::KernelImage;

/// The architecture of the kernel.
#[derive(Debug, Clone, Default, Args)]
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

/// The kind of the guest.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct KindArgs {
    /// What the guest is: bare, the benchmark kernel alone, for the operations of hardware; or
    /// linux, a process on Linux, for system calls and programs [default: bare]
    #[arg(long = "guest", value_name = "KIND", value_parser = kinds())]
    pub kind: Option<GuestKind>,
}

/// Reads a kind of guests by its name.
pub(super) fn kinds() -> impl TypedValueParser<Value = GuestKind> {
    let named = |name: String| GuestKind::ALL.into_iter().find(|kind| kind.name() == name);
    PossibleValuesParser::new(GuestKind::ALL.map(GuestKind::name))
        .map(move |name| named(name).unwrap_or_default())
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
    /// Whether it is the one inside hyperbench, for this machine's architecture.
    pub(super) fn is_own(&self) -> bool {
        self.kernel.is_none() && self.arch.arch().is_host()
    }

    /// The image asked for, for guests of this `kind`.
    ///
    /// # Errors
    /// When the file named is no kernel.
    pub(crate) fn image(&self, kind: GuestKind) -> Result<KernelImage, Trouble> {
        match &self.kernel {
            Some(path) => KernelImage::open(path, kind),
            None => KernelImage::carried(self.arch.arch(), kind),
        }
    }
}
