//! `hyperbench image`

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::choice;
use super::image::ImageArgs;
use measuring::Suite;

/// Examples.
pub(super) const EXAMPLES: &str = "Examples:\n  \
    hyperbench image iso -o hyperbench.iso                  boots any PC and any virtual one\n  \
    hyperbench image disk --suite paper -o hyperbench.raw   to write to a stick, or for a cloud\n  \
    hyperbench image bzimage --options 'bench=in,out' -o bzImage\n  \
    hyperbench image efi -o hyperbench.efi\n  \
    hyperbench image bzimage --arch ARCH --dtb guest.dtb -o Image    where guests get no device tree";

/// What to write.
#[derive(Debug, Args)]
pub(crate) struct MediumArgs {
    /// The form that the loader takes
    #[arg(value_enum)]
    pub format: MediumFormat,

    /// The file to write
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,

    /// Put the options of this suite into the image [default: none, and the kernel runs quick]
    #[arg(long, value_parser = choice::of(Suite::ALL, Suite::name, Suite::about))]
    pub suite: Option<Suite>,

    /// Put these options of the kernel into the image, as docs/protocol.md lists them
    #[arg(long, value_name = "TEXT")]
    pub options: Option<String>,

    /// Put this device tree into the image (elf, bzimage): the kernel uses it whatever the loader
    /// passes
    #[arg(long, value_name = "FILE")]
    pub dtb: Option<PathBuf>,

    /// The kernel.
    #[command(flatten)]
    pub image: ImageArgs,
}

/// The forms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum MediumFormat {
    /// The kernel's own file, for multiboot and PVH
    Elf,
    /// What loaders of Linux take: a bzImage, elsewhere an Image
    #[value(name = "bzimage", alias = "linux")]
    Linux,
    /// An EFI application: the same file as bzimage
    Efi,
    /// A CD that a BIOS and EFI firmware boot
    Iso,
    /// A disk that a BIOS and EFI firmware boot
    #[value(alias = "raw")]
    Disk,
    /// The same disk in QEMU's format
    Qcow2,
    /// The same disk in VMware's and VirtualBox' format
    Vmdk,
    /// The same disk in Hyper-V's and Azure's older format, of a fixed size
    Vhd,
    /// An archive (tar) of the files that a server gives machines which boot over the network
    Netboot,
}
