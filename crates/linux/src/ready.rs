//! A Linux guest that can be booted: an image with the program that measures in it.

use ground::{Arch, Trouble};
use images::KernelImage;
use monitors::LinuxBoot;
use system::process::MemoryFile;

use crate::LinuxArch;
use crate::image::Image;
use debian::Files;

/// A Linux guest, in memory: what is built anew during a run changes nothing of it.
#[derive(Debug)]
pub struct Linux {
    arch: LinuxArch,
    kernel: MemoryFile,
    initramfs: MemoryFile,
    /// Whether it has no files of the user's.
    is_common: bool,
}

impl Linux {
    /// Checks that there is one for `arch`.
    ///
    /// # Errors
    /// Says how to get it.
    pub fn check(arch: &Arch) -> Result<(), Trouble> {
        Image::of(arch)?.content(&LinuxArch::of(arch)?).map(drop)
    }

    /// The one whose first process is `program`; behind its files are those of the archive `more`.
    ///
    /// # Errors
    /// When its image has not been built, or memory does not suffice.
    pub fn with(program: &KernelImage, more: &[u8]) -> Result<Self, Trouble> {
        let arch = LinuxArch::of(program.arch)?;
        let [kernel, mut initramfs] = Image::of(program.arch)?.content(&arch)?;
        // Linux unpacks archives that follow one another into the same file system.
        let mut files = Files::default();
        files.add("init", program.bytes());
        initramfs.extend(files.pack());
        initramfs.extend(more);
        let store = |content: &[u8]| {
            MemoryFile::new(content).map_err(|error| {
                Trouble::unavailable(
                    format!("the Linux guest cannot be kept in memory: {error}"),
                    "free memory, or raise the limit on the size of files (ulimit -f)",
                )
            })
        };
        let [kernel, initramfs] = [store(&kernel)?, store(&initramfs)?];
        Ok(Self { arch, kernel, initramfs, is_common: more.is_empty() })
    }

    /// What a monitor needs to boot it, for as long as this value lives.
    pub fn boot(&self) -> LinuxBoot {
        LinuxBoot {
            kernel: self.kernel.path(),
            initramfs: self.initramfs.path(),
            options: self.arch.options.clone(),
            machine: self.arch.machine.clone(),
            is_common: self.is_common,
        }
    }
}
