//! A device tree inside an image, for hypervisors that give their guests none.

use object::build::elf::{Builder, Section, SectionData, SectionId, Segment};
use object::elf::{PF_R, SHF_ALLOC, SHT_PROGBITS};

/// Where the kernel looks for how far behind the image's start its tree is (`kernel/drivers/image_tree.c`).
const SECTION: &str = ".hb.tree";

/// The section that the tree is put into, on a page of its own.
const TREE: &str = ".tree";
const PAGE: u64 = 4096;

/// Bytes that loaders of Linux let a tree have (Linux, Documentation/arch, booting).
const TREE_MOST: usize = 2 << 20;

/// Where the segments of a kernel for 48-bit addresses end at the most.
const HIGHEST: u64 = 1 << 48;

/// Where such a loader reads how much memory the image takes, from its start (the same).
const SIZE_AT: usize = 16;

/// The ELF file `image` with the device `tree` in it.
///
/// # Errors
/// When the file has no place for one or has one already, and when `tree` is none.
pub fn with_tree(image: &[u8], tree: &[u8]) -> Result<Vec<u8>, String> {
    let tree = packed(tree)?;
    let put = |why: object::build::Error| why.to_string();
    let mut builder = Builder::read64(image).map_err(put)?;
    let named = |name: &str| {
        builder.sections.iter().find(|it| *it.name == *name.as_bytes()).map(Section::id)
    };
    let note = named(SECTION).ok_or("its architecture's kernel has no place for a device tree")?;
    if named(TREE).is_some() {
        return Err("the kernel has a device tree already".to_owned());
    }
    if !builder.segments.iter().all(|segment| is_sound(segment, image.len() as u64)) {
        return Err("a segment of it is beyond the file, or beyond all memory".to_owned());
    }
    let start = builder.segments.iter().filter(|it| it.is_load()).map(|it| it.p_vaddr).min();
    let start = start.ok_or("nothing is loaded")?;
    let first = builder.sections.iter().find(|it| it.is_alloc() && it.sh_addr == start);
    let first = first.map(Section::id).ok_or("nothing is at its start")?;

    let section = builder.sections.add();
    section.name = TREE.into();
    section.sh_type = SHT_PROGBITS;
    section.sh_flags = SHF_ALLOC;
    section.sh_addralign = PAGE;
    section.sh_size = tree.len() as u64;
    section.data = SectionData::Data(tree.into());
    builder.segments.add_load_segment(PF_R, PAGE).append_section(section);
    let distance = section.sh_addr - start;
    let size = distance + section.sh_size;

    write(&mut builder, (note, 0), distance)?;
    write(&mut builder, (first, SIZE_AT), size)?;
    builder.set_section_sizes();
    let mut file = Vec::new();
    builder.write(&mut file).map_err(put)?;
    Ok(file)
}

/// Whether a segment ends within the `size` of its file, and within memory: another is put behind it.
fn is_sound(segment: &Segment, size: u64) -> bool {
    let is_within = |start: u64, length: u64, most: u64| {
        start.checked_add(length).is_some_and(|end| end <= most)
    };
    is_within(segment.p_offset, segment.p_filesz, size)
        && is_within(segment.p_vaddr, segment.p_memsz, HIGHEST)
}

/// Puts a `number` of 64 bits at a place in a section.
fn write(builder: &mut Builder, at: (SectionId, usize), number: u64) -> Result<(), String> {
    let (section, place) = at;
    let SectionData::Data(data) = &mut builder.sections.get_mut(section).data else {
        return Err("a section of it has no content".to_owned());
    };
    let place = data.to_mut().get_mut(place..place + 8).ok_or("a section of it is too short")?;
    place.copy_from_slice(&number.to_le_bytes());
    Ok(())
}

/// The tree in `blob` without the free room behind its blocks (Devicetree Specification 0.4, 5.2), of which
/// QEMU leaves a megabyte.
fn packed(blob: &[u8]) -> Result<Vec<u8>, String> {
    const MAGIC: usize = 0xd00d_feed;
    const OLDEST_READER: usize = 17;
    let word = |index: usize| {
        let bytes = blob.get(4 * index..)?.first_chunk::<4>()?;
        usize::try_from(u32::from_be_bytes(*bytes)).ok()
    };
    let [magic, total, structure, strings] = [0, 1, 2, 3].map(word);
    let [reserved, compatible, strings_size, structure_size] = [4, 6, 8, 9].map(word);
    if magic != Some(MAGIC) {
        return Err("it is no flattened device tree: one begins with d0 0d fe ed".to_owned());
    }
    if compatible > Some(OLDEST_READER) {
        return Err("it is of a newer version than 17".to_owned());
    }
    let total = total.filter(|total| *total <= blob.len()).ok_or("its end is missing")?;
    let end = |start: Option<usize>, size: Option<usize>| start?.checked_add(size?);
    let ends = [end(structure, structure_size), end(strings, strings_size)];
    let behind = ends[0].max(ends[1]).filter(|behind| reserved < Some(*behind) && *behind <= total);
    let behind = behind.filter(|_| ends.iter().all(Option::is_some)).ok_or("it is damaged")?;
    if behind > TREE_MOST {
        return Err(format!("it has {behind} bytes, and {TREE_MOST} fit"));
    }
    let mut tree = blob[..behind].to_vec();
    let size = u32::try_from(behind).map_err(|error| error.to_string())?;
    tree[4..8].copy_from_slice(&size.to_be_bytes());
    Ok(tree)
}

#[cfg(test)]
#[path = "tree_tests.rs"]
mod tests;
