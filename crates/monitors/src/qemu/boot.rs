//! How QEMU starts the kernel.

use std::fmt::Display;

use crate::spec::bad_spec;
use crate::{GuestConfig, Spec};
use ground::Trouble;
use images::forms::{self, Form};
use system::process::MemoryFile;

/// The ways that there are.
pub(super) const HELP: &str = "how the kernel is started: kernel (its ELF file), linux (as QEMU and \
                               EFI firmware start a Linux), disk or cd (by the firmware)";

/// What QEMU is given to start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Boot {
    /// The ELF file.
    Elf,
    /// Its flat form.
    Linux,
    /// A disk with its options in the kernel.
    Disk,
    /// A CD, the same.
    Cd,
}

impl Boot {
    /// What the specification asks for.
    ///
    /// # Errors
    /// When it is none of them.
    pub(super) fn of(spec: &Spec) -> Result<Self, Trouble> {
        match spec.get("boot") {
            None | Some("kernel") => Ok(Self::Elf),
            Some("linux") => Ok(Self::Linux),
            Some("disk") => Ok(Self::Disk),
            Some("cd") => Ok(Self::Cd),
            Some(other) => {
                Err(bad_spec(spec.text(), &format!("boot={other}"), format!("boot= is {HELP}")))
            }
        }
    }

    /// QEMU's arguments that start what is at `path`, with these `options`.
    pub(super) fn arguments(self, path: &str, options: &str) -> Vec<String> {
        match self {
            Self::Elf | Self::Linux => {
                ["-kernel", path, "-append", options].map(str::to_owned).into()
            }
            Self::Disk => {
                vec!["-drive".into(), format!("file={path},format=raw,if=virtio,readonly=on")]
            }
            Self::Cd => ["-cdrom", path].map(str::to_owned).into(),
        }
    }

    /// The file that QEMU is given in place of the guest's image; `None` where it is that one.
    ///
    /// # Errors
    /// When the image cannot be read, or has no such form.
    pub(super) fn image(self, config: &GuestConfig) -> Result<Option<MemoryFile>, Trouble> {
        if self == Self::Elf || config.linux.is_some() {
            return Ok(None);
        }
        let unusable = |why: &dyn Display| {
            Trouble::unavailable(
                format!("the kernel {} cannot be used: {why}", config.image.display()),
                "leave boot= out, or build the kernel again: make -C kernel",
            )
        };
        let elf = system::input::read(&config.image).map_err(|error| unusable(&error))?;
        let file = self.file(&elf, config).map_err(|why| unusable(&why))?;
        MemoryFile::new(&file).map(Some).map_err(|error| unusable(&error))
    }

    fn file(self, elf: &[u8], config: &GuestConfig) -> Result<Vec<u8>, String> {
        let (form, tells_options) = match self {
            Self::Elf => (Form::Elf, true),
            Self::Linux => (Form::Linux, true),
            Self::Disk => (Form::Disk, false),
            Self::Cd => (Form::Iso, false),
        };
        match tells_options {
            true => form.make(elf, config.arch),
            false => form.make(&forms::with_options(elf, &kernel_options(config))?, config.arch),
        }
    }
}

/// The kernel's options together with those that it needs on this architecture's QEMU.
pub(super) fn kernel_options(config: &GuestConfig) -> String {
    let mut options = config.arch.qemu.kernel_options.clone();
    options.push(config.options.clone());
    options.join(" ")
}
