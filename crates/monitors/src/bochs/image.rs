//! A kernel as it lies in memory.

use object::elf::{FileHeader64, PT_LOAD};
use object::read::elf::{ElfFile, ProgramHeader};
use object::{Endianness, Object};

/// Bochs copies a file into one block of memory, whatever the file's size: it must not go beyond the
/// block's end, of which the address is a multiple of this.
const BLOCK: usize = 128 << 10;

/// The most that a kernel may take: Bochs copies so many files.
const LARGEST: u64 = 4 * BLOCK as u64;

/// A kernel, ready to be copied to its address.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Image {
    /// Where it begins, in the guest's physical memory.
    pub address: u64,
    /// Where it is entered.
    pub entry: u32,
    /// All of it; what the file leaves out is zero.
    pub content: Vec<u8>,
}

impl Image {
    /// Reads the ELF file `elf`.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub(super) fn read(elf: &[u8]) -> Result<Self, String> {
        let file = ElfFile::<FileHeader64<Endianness>>::parse(elf).map_err(|e| e.to_string())?;
        let endian = file.endian();
        let is_loaded = |header: &&_| ProgramHeader::p_type(*header, endian) == PT_LOAD;
        let headers = || file.elf_program_headers().iter().filter(is_loaded);
        let begin = headers().map(|header| header.p_paddr(endian)).min();
        let end = |header: &object::elf::ProgramHeader64<_>| {
            header.p_paddr(endian).saturating_add(header.p_memsz(endian))
        };
        let (address, end) = begin.zip(headers().map(end).max()).ok_or("nothing is loaded")?;
        let size = end.saturating_sub(address);
        if size > LARGEST {
            return Err(format!("it takes over {} KiB of memory", LARGEST >> 10));
        }
        let mut content = vec![0; usize::try_from(size).map_err(|e| e.to_string())?];
        for header in headers() {
            let data = header.data(endian, elf).map_err(|()| "a segment is not in the file")?;
            let at =
                usize::try_from(header.p_paddr(endian) - address).map_err(|e| e.to_string())?;
            let place = content.get_mut(at..at.saturating_add(data.len()));
            place.ok_or("a segment has more bytes than its memory")?.copy_from_slice(data);
        }
        let entry = u32::try_from(file.entry()).map_err(|_| "its entry is above 4 GiB")?;
        Ok(Self { address, entry, content })
    }

    /// Its parts, with their addresses, of which each is in one block of Bochs' memory.
    ///
    /// # Errors
    /// When it does not begin with a block.
    pub(super) fn parts(&self) -> Result<Vec<(u64, &[u8])>, String> {
        if !self.address.is_multiple_of(BLOCK as u64) {
            return Err(format!(
                "its address, {:#x}, is not where Bochs' memory blocks begin",
                self.address
            ));
        }
        let addresses = (self.address..).step_by(BLOCK);
        Ok(addresses.zip(self.content.chunks(BLOCK)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ground::Arch;

    #[test]
    fn the_carried_kernels_begin_at_their_first_segment() {
        for arch in Arch::all().filter(|arch| arch.bochs.is_some()) {
            let image = Image::read(images::kernel(arch)).unwrap();
            assert!(image.address <= u64::from(image.entry));
            let at = usize::try_from(u64::from(image.entry) - image.address).unwrap();
            assert_ne!(image.content[at..at + 8], [0; 8]);
            assert_eq!(image.content.last(), Some(&0), "its last part is not in the file");
            let parts = image.parts().unwrap();
            assert!(parts.len() <= 4 && parts.iter().all(|(_, part)| part.len() <= BLOCK));
            assert_eq!(
                parts.iter().map(|(_, part)| part.len()).sum::<usize>(),
                image.content.len()
            );
            assert!(parts.iter().all(|(address, _)| address % BLOCK as u64 == 0));
        }
    }

    #[test]
    fn damaged_files_are_refused() {
        let elf = images::kernel(Arch::native());
        assert!(Image::read(b"no ELF file").is_err());
        assert!(Image::read(&elf[..elf.len() / 8]).is_err());
        for at in 0..512 {
            let mut damaged = elf.to_vec();
            damaged[at] ^= 0xff;
            let size = Image::read(&damaged).map_or(0, |image| image.content.len());
            assert!(size <= 512 << 10);
        }
    }
}
