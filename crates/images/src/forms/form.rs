//! The forms by name.

use serde::Deserialize;

use super::bootable::Bootable;
use super::disk::disk;
use super::flat::flat;
use super::iso::iso;
use super::netboot::netboot;
use super::qcow2::qcow2;
use super::vhd::{LEAST, vhd};
use super::vmdk::vmdk;
use ground::Arch;

/// A form of an image.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// The ELF file, for multiboot and PVH.
    #[default]
    Elf,
    /// What loaders of Linux and EFI firmware take.
    Linux,
    /// A CD.
    Iso,
    /// A raw disk.
    Disk,
    /// The disk in QEMU's format.
    Qcow2,
    /// In VMware's.
    Vmdk,
    /// In Hyper-V's older one.
    Vhd,
    /// An archive of what a server gives machines that boot over the network.
    Netboot,
}

impl Form {
    /// The ELF file `elf` of a kernel for `arch` in this form.
    ///
    /// # Errors
    /// Says what is wrong with the file, or why the form cannot hold it.
    pub fn make(self, elf: &[u8], arch: &Arch) -> Result<Vec<u8>, String> {
        let raw = |least| disk(&Bootable::new(elf, arch)?, least);
        match self {
            Self::Elf => Ok(elf.to_vec()),
            Self::Linux => flat(elf),
            Self::Iso => iso(&Bootable::new(elf, arch)?),
            Self::Disk => raw(0),
            Self::Qcow2 => qcow2(&raw(0)?),
            Self::Vmdk => vmdk(&raw(0)?),
            Self::Vhd => Ok(vhd(&raw(LEAST)?)),
            Self::Netboot => netboot(&flat(elf)?),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Form; 8] = [
        Form::Elf,
        Form::Linux,
        Form::Iso,
        Form::Disk,
        Form::Qcow2,
        Form::Vmdk,
        Form::Vhd,
        Form::Netboot,
    ];

    /// Nothing in them depends on when or where they are made.
    #[test]
    fn every_form_is_the_same_to_the_byte_whenever_it_is_made() {
        for arch in Arch::all() {
            for form in ALL {
                let made = form.make(crate::kernel(arch), arch).unwrap();
                assert!(
                    made == form.make(crate::kernel(arch), arch).unwrap(),
                    "{form:?} {}",
                    arch.name
                );
                let most = if form == Form::Vhd { LEAST + 512 } else { 2 << 20 };
                assert!(made.len() <= most, "{form:?} {}: {} bytes", arch.name, made.len());
            }
            let cd = Form::Iso.make(crate::kernel(arch), arch).unwrap();
            assert!(cd.len() < 1 << 20, "{}", cd.len());
        }
    }

    #[test]
    fn what_is_no_kernel_has_no_form_but_its_own() {
        for form in ALL.into_iter().filter(|form| *form != Form::Elf) {
            assert!(form.make(b"no ELF file", Arch::native()).is_err(), "{form:?}");
        }
    }
}
