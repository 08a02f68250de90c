//! The code of an image, as a disassembler shows it.

use capstone::{Capstone, Endian, ExtraMode, InsnGroupId, InsnGroupIdInt, InsnGroupType, Mode};
use object::elf::FileHeader64;
use object::endian::Endianness;
use object::read::elf::{ElfFile, ElfSymbol};
use object::read::{Object, ObjectSection, ObjectSymbol};
use serde::Serialize;

use ground::Disassembler;

/// Capstone's group of jumps.
#[expect(clippy::cast_possible_truncation, reason = "the library keeps groups in a byte")]
const JUMP: InsnGroupId = InsnGroupId(InsnGroupType::CS_GRP_JUMP as InsnGroupIdInt);

/// An instruction of an image.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Instruction {
    /// Where it stands, a virtual address.
    pub address: u64,
    /// What it is, as an assembler writes it.
    pub text: String,
    /// Whether it may go on elsewhere in the same function.
    pub is_jump: bool,
}

fn open(disassembler: &Disassembler) -> Option<Capstone> {
    let arch: capstone::Arch = disassembler.arch.parse().ok()?;
    let mode: Mode = disassembler.mode.parse().ok()?;
    let extra: Vec<ExtraMode> =
        disassembler.extra.iter().map(|mode| mode.parse()).collect::<Result<_, _>>().ok()?;
    let mut capstone =
        Capstone::new_raw(arch, mode, extra.into_iter(), Some(Endian::Little)).ok()?;
    capstone.set_detail(true).ok()?;
    // What the library does not know is shown as bytes, and is not the end.
    capstone.set_skipdata(true).ok()?;
    Some(capstone)
}

/// The instructions of the function around `address` of an ELF `image`; none where it holds no
/// such function, or no symbol that says how long it is.
pub(crate) fn function(
    disassembler: &Disassembler,
    image: &[u8],
    address: u64,
) -> Vec<Instruction> {
    let found = function_at(image, address);
    let found = found.and_then(|(start, bytes)| Some((open(disassembler)?, start, bytes)));
    let Some((capstone, start, bytes)) = found else { return Vec::new() };
    let Ok(found) = capstone.disasm_all(bytes, start) else { return Vec::new() };
    let text = |name: Option<&str>, operands: Option<&str>| {
        format!("{:<8}{}", name.unwrap_or_default(), operands.unwrap_or_default())
    };
    let instruction = |i: &capstone::Insn| Instruction {
        address: i.address(),
        text: text(i.mnemonic(), i.op_str()).trim_end().to_owned(),
        is_jump: capstone.insn_detail(i).is_ok_and(|detail| detail.groups().contains(&JUMP)),
    };
    found.iter().map(instruction).collect()
}

/// Where the function around `address` begins, and its bytes.
fn function_at(image: &[u8], address: u64) -> Option<(u64, &[u8])> {
    let elf: ElfFile<FileHeader64<Endianness>> = ElfFile::parse(image).ok()?;
    let mut symbols = elf.symbols();
    let is_around = |symbol: &ElfSymbol<'_, '_, _>| {
        address.checked_sub(symbol.address()).is_some_and(|inside| inside < symbol.size())
    };
    let symbol = symbols.find(is_around)?;
    let section = elf.section_by_index(symbol.section_index()?).ok()?;
    Some((symbol.address(), section.data_range(symbol.address(), symbol.size()).ok()??))
}

#[cfg(test)]
mod tests {
    use crate::KernelImage;
    use ground::{Arch, GuestKind};

    #[test]
    fn the_loops_of_every_benchmark_can_be_read() {
        for arch in Arch::all() {
            let image = KernelImage::carried(arch, GuestKind::Bare).unwrap();
            for benchmark in &image.benchmarks {
                let (run, control) = benchmark.loops;
                let (run, control) = (image.function(run), image.function(control));
                for loops in [run, control] {
                    assert!(!loops.is_empty(), "{} {}", arch.name, benchmark.name);
                }
            }
            assert!(image.function(0).is_empty());
        }
    }
}
