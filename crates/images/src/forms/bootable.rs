//! What a medium holds that firmware boots by itself.

use object::{Object, ObjectSection};

use super::elf::parse;
use super::flat::flat;
use ground::Arch;

/// The section with the code of a disk's first sector.
const BOOT_CODE: &str = ".mbr";

/// Bytes that such code may have: a table of partitions follows.
const BOOT_CODE_MOST: usize = 440;

/// A kernel on its way to a medium.
#[derive(Debug)]
pub(super) struct Bootable {
    /// Its flat form, which EFI firmware starts as an application.
    pub(super) flat: Vec<u8>,
    /// What a BIOS starts from a disk's first sector; `None` where there are no such machines.
    pub(super) boot_code: Option<[u8; BOOT_CODE_MOST]>,
    /// The name under which EFI firmware looks for it.
    pub(super) efi_file: String,
}

impl Bootable {
    /// The kernel in the ELF file `image`, for `arch`.
    ///
    /// # Errors
    /// Says what is wrong with the file.
    pub(super) fn new(image: &[u8], arch: &Arch) -> Result<Self, String> {
        let elf = parse(image)?;
        let boot_code = match elf.section_by_name(BOOT_CODE) {
            None => None,
            Some(section) => {
                let data = section.data().map_err(|error| error.to_string())?;
                let mut code = [0; BOOT_CODE_MOST];
                let place = code.get_mut(..data.len()).ok_or("its boot code is too long")?;
                place.copy_from_slice(data);
                Some(code)
            }
        };
        let efi = arch.efi.as_ref().ok_or("its architecture has no EFI firmware")?;
        Ok(Self { flat: flat(image)?, boot_code, efi_file: efi.file.clone() })
    }
}
