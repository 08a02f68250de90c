//! An image's ELF file.

use object::elf::FileHeader64;
use object::read::elf::ElfFile;
use object::{Endianness, Object, ObjectSegment};

/// An image's file.
pub(super) type Elf<'a> = ElfFile<'a, FileHeader64<Endianness>>;

/// Reads it.
///
/// # Errors
/// Says what is wrong with it.
pub(super) fn parse(image: &[u8]) -> Result<Elf<'_>, String> {
    Elf::parse(image).map_err(|error| format!("not a 64-bit ELF file ({error})"))
}

/// The address and the content of all that the file puts into memory.
pub(super) fn loaded<'a>(elf: &Elf<'a>) -> Result<Vec<(u64, &'a [u8])>, String> {
    let read = |segment: object::read::elf::ElfSegment64<'a, '_, Endianness>| {
        let data = segment.data().map_err(|error| error.to_string())?;
        Ok((segment.address(), data))
    };
    elf.segments().map(read).collect()
}
