//! An image's ELF file.

use object::build::elf::Builder;
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

/// The file without what only debuggers read: it names folders and builds of compilers, and its size
/// shows in figures where a hypervisor under test reads the file.
///
/// # Errors
/// Says what is wrong with it.
pub fn without_debug(image: &[u8]) -> Result<Vec<u8>, String> {
    let stripped = || {
        let mut builder = Builder::read64(image)?;
        for section in &mut builder.sections {
            section.delete = section.name.starts_with(b".debug_");
        }
        builder.delete_orphans();
        builder.set_section_sizes();
        let mut file = Vec::new();
        builder.write(&mut file)?;
        Ok(file)
    };
    stripped().map_err(|error: object::build::Error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use ground::{Arch, GuestKind};
    use object::{ObjectSection, ObjectSymbol};

    fn symbols(elf: &Elf) -> Vec<(String, u64, u64)> {
        let symbols = elf.symbols().filter(|it| it.kind() == object::SymbolKind::Text);
        symbols.map(|it| (it.name().unwrap().to_owned(), it.address(), it.size())).collect()
    }

    #[test]
    fn what_is_loaded_stays_and_what_debuggers_read_goes() {
        for (arch, kind) in Arch::all().flat_map(|arch| GuestKind::ALL.map(|kind| (arch, kind))) {
            let whole = crate::program(arch, kind);
            let bare = without_debug(whole).unwrap();
            let (whole, elf) = (parse(whole).unwrap(), parse(&bare).unwrap());
            assert_eq!(loaded(&elf).unwrap(), loaded(&whole).unwrap(), "{}", arch.name);
            assert_eq!(elf.entry(), whole.entry());
            assert!(symbols(&elf) == symbols(&whole));
            let debug = |elf: &Elf| {
                elf.sections().filter(|it| it.name().unwrap().contains("debug")).count()
            };
            assert!(debug(&whole) > 0 && debug(&elf) == 0);
            assert_eq!(without_debug(&bare).unwrap(), bare);
        }
        assert!(without_debug(b"no ELF file").is_err());
    }
}
