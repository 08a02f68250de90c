//! Which compiler has made an image, by its debugging information (DWARF).

use gimli::constants::DW_AT_producer;
use gimli::{Dwarf, EndianSlice, LittleEndian, SectionId};
use ground::clean;
use object::{Object, ObjectSection};

/// Characters of its name that are kept: files that the tool is given may say anything.
const LONGEST: usize = 200;

/// What the compiler of the ELF file calls itself, without whose build of it it is; `None` where the file
/// does not say.
pub(crate) fn of(elf: &[u8]) -> Option<String> {
    let file = object::File::parse(elf).ok()?;
    let section = |id: SectionId| {
        let found = file.section_by_name(id.name());
        let bytes = found.and_then(|section| section.data().ok()).unwrap_or_default();
        Ok::<_, gimli::Error>(EndianSlice::new(bytes, LittleEndian))
    };
    let dwarf = Dwarf::load(section).ok()?;
    let unit = dwarf.unit(dwarf.units().next().ok()??).ok()?;
    let mut entries = unit.entries();
    let root = entries.next_dfs().ok()??;
    let producer = dwarf.attr_string(&unit, root.attr_value(DW_AT_producer)?).ok()?;
    let name = clean(producer.slice());
    let release = name.find("clang version").map_or(&*name, |at| &name[at..]);
    let release = release.split(" (").next().unwrap_or_default();
    Some(release.chars().take(LONGEST).collect())
}
