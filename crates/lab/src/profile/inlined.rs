//! Functions that the compiler has put into others, by the debugging information (DWARF) in a
//! program's file.

use std::fmt;
use std::sync::Arc;

use addr2line::Context;
use gimli::{Dwarf, EndianArcSlice, LittleEndian, SectionId};
use object::{Object, ObjectSection};

use super::names::plain;

/// The debugging information of a file.
pub(super) struct Inlined(Context<EndianArcSlice<LittleEndian>>);

impl fmt::Debug for Inlined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Inlined").finish_non_exhaustive()
    }
}

impl Inlined {
    /// What the ELF file says; `None` where it says nothing, or nothing that can be read.
    pub(super) fn of(elf: &[u8]) -> Option<Self> {
        let elf = object::File::parse(elf).ok()?;
        elf.section_by_name(SectionId::DebugInfo.name())?;
        let section = |id: SectionId| {
            let found = elf.section_by_name(id.name());
            let bytes = found.and_then(|section| section.data().ok()).unwrap_or_default();
            Ok::<_, gimli::Error>(EndianArcSlice::new(Arc::from(bytes), LittleEndian))
        };
        Context::from_dwarf(Dwarf::load(section).ok()?).ok().map(Self)
    }

    /// The functions that an instruction at `address` in the file is of, below the one that has a
    /// symbol: the outermost first.
    pub(super) fn at(&self, address: u64) -> Vec<String> {
        let mut names = Vec::new();
        let Ok(mut frames) = self.0.find_frames(address).skip_all_loads() else { return names };
        while let Ok(Some(frame)) = frames.next() {
            let name = frame.function.as_ref().and_then(|function| function.raw_name().ok());
            names.push(name.map_or_else(String::new, |name| plain(&name)));
        }
        names.pop();
        names.reverse();
        names.retain(|name| !name.is_empty());
        names
    }
}

#[cfg(test)]
mod tests {
    use ground::Arch;
    use object::ObjectSymbol;

    use super::*;

    #[test]
    fn functions_that_have_to_be_put_into_others_are_named_in_every_kernel() {
        for arch in Arch::all() {
            let inlined =
                Inlined::of(images::kernel(arch)).expect("a kernel has debugging information");
            let elf = object::File::parse(images::kernel(arch)).unwrap();
            let timed = elf.symbols().find(|symbol| symbol.name() == Ok("timed")).unwrap();
            let code = timed.address()..timed.address() + timed.size();
            let all: Vec<Vec<String>> = code.map(|address| inlined.at(address)).collect();
            // kernel/core/batch.c, kernel/core/marks.h
            for names in [&["timed_by"][..], &["timed_by", "mark_start"]] {
                assert!(all.iter().any(|found| found == names), "{}: {names:?}", arch.name);
            }
        }
    }

    #[test]
    fn what_says_nothing_is_no_error() {
        assert!(Inlined::of(b"no ELF file").is_none());
        let kernel = images::kernel(Arch::native());
        for cut in [64, 1000, kernel.len() / 2, kernel.len() - 1] {
            let _ = Inlined::of(&kernel[..cut]).map(|inlined| inlined.at(0x10_0000));
        }
    }
}
