//! A hypervisor as it lies in memory before its first instruction, with Linux and its initial file
//! system as its modules (Multiboot Specification 0.6.96, 3.2 and 3.3).

use object::Endianness;
use object::elf::{FileHeader32, PT_LOAD};
use object::read::elf::{FileHeader, ProgramHeader};

use super::disk::{File, Start};
use ground::Trouble;

/// Where what it is told begins: a structure, the list of its modules, and text.
const INFORMATION: u32 = 0x2_0000;
const MODULES: u32 = 0x100;
const TEXT: u32 = 0x200;

/// Bytes of an element of the list.
const MODULE: u32 = 16;

/// Fields of the structure, and the flags that say that they are valid.
const FLAGS: u32 = 0;
const COMMAND_LINE: u32 = 16;
const MODULE_COUNT: u32 = 20;
const MODULE_LIST: u32 = 24;
const HAS_COMMAND_LINE: u32 = 1 << 2;
const HAS_MODULES: u32 = 1 << 3;

/// In EAX, by which a kernel knows how it was loaded.
const MAGIC: u32 = 0x2bad_b002;

/// Modules begin at a page.
const PAGE: u64 = 4096;

/// A segment or a module: its address and content.
type Part = (u32, Vec<u8>);

/// What is to be copied into a machine's memory.
pub(super) struct Loaded {
    information: Vec<u8>,
    /// The hypervisor's segments, and the modules.
    parts: Vec<Part>,
    pub(super) start: Start,
}

impl Loaded {
    /// The `hypervisor`, an ELF file of 32 bits, with `modules`, for so many bytes of `memory`.
    /// `options` are the hypervisor's, and of each module; a loader that does not tell its name puts a
    /// file's name before them.
    ///
    /// # Errors
    /// When the file holds no such hypervisor, or memory does not suffice.
    pub(super) fn new(
        hypervisor: &[u8],
        options: &str,
        modules: [(Vec<u8>, &str); 2],
        memory: u64,
    ) -> Result<Self, Trouble> {
        let (address, mut parts) = segments(hypervisor, memory).ok_or_else(|| {
            Trouble::unavailable(
                "the hypervisor is no ELF file that Multiboot could load",
                "give xen= another",
            )
        })?;
        let end = |(at, content): &Part| u64::from(*at) + content.len() as u64;
        let mut free = parts.iter().map(end).max().unwrap_or_default();
        let mut information = Information::default();
        let line = information.text(&format!("hypervisor {options}"));
        information.put(FLAGS, HAS_COMMAND_LINE | HAS_MODULES);
        information.put(COMMAND_LINE, line);
        information.put(MODULE_COUNT, 2);
        information.put(MODULE_LIST, INFORMATION + MODULES);
        for ((content, options), entry) in modules.into_iter().zip([MODULES, MODULES + MODULE]) {
            let begin = free.next_multiple_of(PAGE);
            free = begin + content.len() as u64;
            let addresses =
                [begin, free].map(|at| u32::try_from(at).ok().filter(|_| free <= memory));
            let [Some(begin), Some(end)] = addresses else {
                return Err(Trouble::unavailable(
                    "the hypervisor and its Linux are too large",
                    "use smaller parts",
                ));
            };
            let line = information.text(&format!("module {options}"));
            for (field, value) in (entry..).step_by(4).zip([begin, end, line]) {
                information.put(field, value);
            }
            parts.push((begin, content));
        }
        let start = Start { address, eax: MAGIC, ebx: INFORMATION };
        Ok(Self { information: information.0, parts, start })
    }

    /// The files to be copied.
    pub(super) fn files(&self) -> Vec<File<'_>> {
        let file = |address, content| File { address, name: "", content };
        let parts = self.parts.iter().map(|(address, content)| file(*address, content));
        std::iter::once(file(INFORMATION, &self.information)).chain(parts).collect()
    }
}

/// The bytes from [`INFORMATION`] on.
#[derive(Default)]
struct Information(Vec<u8>);

impl Information {
    /// Writes a number at so many bytes from the beginning.
    fn put(&mut self, at: u32, value: u32) {
        let at = at as usize;
        self.0[at..at + 4].copy_from_slice(&value.to_le_bytes());
    }

    /// Adds text; returns its address.
    fn text(&mut self, text: &str) -> u32 {
        self.0.resize(self.0.len().max(TEXT as usize), 0);
        let at = u32::try_from(self.0.len()).expect("a few lines of text");
        self.0.extend(text.bytes().chain([0]));
        INFORMATION + at
    }
}

/// The entry of an ELF file, and its segments as they lie in physical memory; `None` where it has none
/// of 32 bits for a machine with so many bytes of `memory`.
fn segments(elf: &[u8], memory: u64) -> Option<(u32, Vec<Part>)> {
    let header = FileHeader32::<Endianness>::parse(elf).ok()?;
    let endian = header.endian().ok()?;
    let mut parts = Vec::new();
    for segment in header.program_headers(endian, elf).ok()? {
        let [at, size] = [segment.p_paddr(endian), segment.p_memsz(endian)];
        if segment.p_type(endian) != PT_LOAD || size == 0 {
            continue;
        }
        let mut content = segment.data(endian, elf).ok()?.to_vec();
        let fits = u64::from(at) + u64::from(size) <= memory && content.len() <= size as usize;
        content.resize(fits.then_some(size)? as usize, 0);
        parts.push((at, content));
    }
    (!parts.is_empty()).then(|| (header.e_entry(endian), parts))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An ELF file with one segment of two bytes that takes five from 1 MiB on (ELF, figures 1-3 and
    /// 2-1).
    fn elf() -> Vec<u8> {
        let mut elf = b"\x7fELF\x01\x01\x01\0\0\0\0\0\0\0\0\0\x02\0\x03\0\x01\0\0\0".to_vec();
        let header = [0x10_0001_u32, 52, 0, 0, 0x20_0034, 1, 0];
        let segment = [PT_LOAD.0, 84, 0, 0x10_0000, 2, 5, 0, 1];
        elf.extend(header.into_iter().chain(segment).flat_map(u32::to_le_bytes));
        elf.extend([7, 8]);
        elf
    }

    #[test]
    fn a_hypervisor_is_placed_with_its_modules_behind_it() {
        let modules = || [(vec![1; 5000], "console=x"), (vec![2; 3], "")];
        let loaded = Loaded::new(&elf(), "quiet", modules(), 2 << 20).unwrap();
        assert_eq!(loaded.start, Start { address: 0x10_0001, eax: MAGIC, ebx: INFORMATION });
        let files = loaded.files();
        assert_eq!(files[1].content, [7, 8, 0, 0, 0]);
        let addresses: Vec<_> = files.iter().map(|file| file.address).collect();
        assert_eq!(addresses, [INFORMATION, 0x10_0000, 0x10_1000, 0x10_3000]);
        let told = files[0].content;
        let number = |at: u32| {
            let at = at as usize;
            u32::from_le_bytes(told[at..at + 4].try_into().unwrap())
        };
        let text = |at: u32| {
            let text = &told[(number(at) - INFORMATION) as usize..];
            String::from_utf8(text.split(|byte| *byte == 0).next().unwrap().to_vec()).unwrap()
        };
        assert_eq!((number(FLAGS), number(MODULE_COUNT)), (12, 2));
        assert_eq!(number(MODULE_LIST), INFORMATION + MODULES);
        assert_eq!(text(COMMAND_LINE), "hypervisor quiet");
        let module = |at| (number(at), number(at + 4), text(at + 8));
        assert_eq!(module(MODULES), (0x10_1000, 0x10_2388, "module console=x".to_owned()));
        assert_eq!(module(MODULES + MODULE), (0x10_3000, 0x10_3003, "module ".to_owned()));
        assert!(Loaded::new(&elf(), "", modules(), 0x10_3002).is_err(), "no room");
    }

    #[test]
    fn what_is_no_hypervisor_is_refused() {
        let new = |elf: &[u8]| Loaded::new(elf, "", [(Vec::new(), ""), (Vec::new(), "")], 2 << 20);
        let mut huge = elf();
        huge[52 + 20..52 + 24].copy_from_slice(&u32::MAX.to_le_bytes());
        for wrong in [&[][..], &[0; 0x300], b"\x7fELF", &elf()[..85], &huge] {
            assert!(new(wrong).is_err(), "{wrong:?}");
        }
        assert!(new(&elf()).is_ok());
    }
}
