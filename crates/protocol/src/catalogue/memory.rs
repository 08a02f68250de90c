//! An ELF image's memory: what stands at a virtual address once it is loaded.

use object::elf::FileHeader64;
use object::endian::Endianness;
use object::read::elf::{ElfFile, ProgramHeader};

use ground::clean;

/// A 64-bit ELF file.
pub(super) type Elf<'a> = ElfFile<'a, FileHeader64<Endianness>>;

/// The longest string that a catalogue may hold, in bytes.
const MAX_STRING: usize = 4096;

/// The loaded segments of an image.
pub(super) struct ImageMemory<'a> {
    endian: Endianness,
    /// Virtual address and content of each.
    segments: Vec<(u64, &'a [u8])>,
}

impl<'a> ImageMemory<'a> {
    /// The memory of `elf`, whose file is `bytes`.
    pub(super) fn new(elf: &Elf<'a>, bytes: &'a [u8]) -> Self {
        let endian = elf.endian();
        let loaded = |header: &&_| ProgramHeader::p_type(*header, endian) == object::elf::PT_LOAD;
        let segments = elf.elf_program_headers().iter().filter(loaded);
        let content = |header: &object::elf::ProgramHeader64<Endianness>| {
            Some((header.p_vaddr(endian), header.data(endian, bytes).ok()?))
        };
        Self { endian, segments: segments.filter_map(content).collect() }
    }

    /// The bytes from `address` to the end of its segment.
    fn from(&self, address: u64) -> Option<&'a [u8]> {
        self.segments.iter().find_map(|(start, data)| {
            let offset = usize::try_from(address.checked_sub(*start)?).ok()?;
            data.get(offset..).filter(|rest| !rest.is_empty())
        })
    }

    /// The 64-bit word at `address`.
    pub(super) fn word(&self, address: u64) -> Option<u64> {
        let bytes = *self.from(address)?.first_chunk::<8>()?;
        Some(match self.endian {
            Endianness::Little => u64::from_le_bytes(bytes),
            Endianness::Big => u64::from_be_bytes(bytes),
        })
    }

    /// The NUL-terminated string at `address`.
    pub(super) fn string(&self, address: u64) -> Option<String> {
        let bytes = self.from(address)?;
        let length = memchr::memchr(0, &bytes[..bytes.len().min(MAX_STRING)])?;
        Some(clean(&bytes[..length]))
    }
}
