//! A Linux guest that can be booted: an image with the program that measures in it.

use std::path::PathBuf;

use ground::{Arch, Trouble};
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
    /// Whether it has neither files of the user's nor a kernel of theirs.
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

    /// The one for `arch` whose first process is `program`; behind its files are those of the archive
    /// `more`. It has the kernel `other` in place of its own where there is one, and what is for `devices` where
    /// that is said, with the modules of another kernel.
    ///
    /// # Errors
    /// When its image has not been built, or memory does not suffice.
    pub fn with(
        arch: &Arch,
        program: &[u8],
        more: &[u8],
        other: Option<Vec<u8>>,
        devices: Option<&[u8]>,
    ) -> Result<Self, Trouble> {
        let image = Image::of(arch)?;
        let arch = LinuxArch::of(arch)?;
        let is_common = more.is_empty() && other.is_none() && devices.is_none();
        let [own, mut initramfs, for_devices] = image.content(&arch)?;
        let kernel = other.unwrap_or(own);
        // Linux unpacks archives that follow one another into the same file system.
        let mut files = Files::default();
        files.add("init", program);
        initramfs.extend(files.pack());
        initramfs.extend(more);
        if let Some(modules) = devices {
            initramfs.extend(for_devices);
            initramfs.extend(modules);
        }
        let store = |content: &[u8]| {
            MemoryFile::new(content).map_err(|error| {
                Trouble::unavailable(
                    format!("the Linux guest cannot be kept in memory: {error}"),
                    "free memory, or raise the limit on the size of files (ulimit -f)",
                )
            })
        };
        let [kernel, initramfs] = [store(&kernel)?, store(&initramfs)?];
        Ok(Self { arch, kernel, initramfs, is_common })
    }

    /// Where its kernel is, for as long as this value lives.
    pub fn kernel(&self) -> PathBuf {
        self.kernel.path()
    }

    /// Where its initial file system is, for as long as this value lives.
    pub fn initramfs(&self) -> PathBuf {
        self.initramfs.path()
    }

    /// Its own options.
    pub fn options(&self) -> &str {
        &self.arch.options
    }

    /// QEMU's name of the machine that it is for.
    pub fn machine(&self) -> &str {
        &self.arch.machine
    }

    /// Whether other runs boot the same.
    pub fn is_common(&self) -> bool {
        self.is_common
    }
}
