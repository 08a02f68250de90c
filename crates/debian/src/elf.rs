//! What programs and kernel modules say they need.

use object::elf::{DT_NEEDED, FileHeader64};
use object::read::elf::ElfFile;
use object::{Endianness, Object, ObjectSection};

/// Names of the shared libraries that the program or library `elf` is linked with.
pub(crate) fn libraries(elf: &[u8]) -> Vec<String> {
    needed(elf).unwrap_or_default()
}

fn needed(elf: &[u8]) -> object::Result<Vec<String>> {
    let file = ElfFile::<FileHeader64<Endianness>>::parse(elf)?;
    let table = file.elf_dynamic_table()?;
    let entries = table.iter().filter(|entry| entry.tag == DT_NEEDED);
    let names = entries.filter_map(|entry| table.string(entry).ok());
    Ok(names.map(|name| String::from_utf8_lossy(name).into_owned()).collect())
}

/// Names of the kernel modules that the module `elf` needs loaded before it.
pub(crate) fn modules(elf: &[u8]) -> Vec<String> {
    let names = said(elf, "depends=").unwrap_or_default();
    names.split(',').filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

/// The release of the Linux that the module `elf` is for, the first word of its version magic
/// (Linux, include/linux/vermagic.h); `None` where it does not say.
pub(crate) fn release(elf: &[u8]) -> Option<String> {
    said(elf, "vermagic=")?.split(' ').next().map(str::to_owned)
}

/// What a kernel module says of itself behind `key` (Linux, include/linux/moduleparam.h).
fn said(elf: &[u8], key: &str) -> Option<String> {
    let file = object::File::parse(elf).ok()?;
    let info = file.section_by_name(".modinfo")?.data().ok()?;
    let mut entries = info.split(|&byte| byte == 0);
    entries.find_map(|entry| Some(std::str::from_utf8(entry).ok()?.strip_prefix(key)?.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dynamic_program_names_its_libraries_and_anything_else_none() {
        let myself = std::fs::read(std::env::current_exe().unwrap()).unwrap();
        assert!(libraries(&myself).iter().any(|name| name.starts_with("libc.so")));
        assert!(libraries(b"#!/bin/sh").is_empty() && modules(&myself).is_empty());
        assert_eq!(release(&myself), None);
    }
}
