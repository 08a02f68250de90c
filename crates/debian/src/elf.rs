//! What programs and kernel modules say they need.

use object::elf::{DT_NEEDED, DT_RPATH, DT_RUNPATH, FileHeader64};
use object::read::elf::{ElfFile, FileHeader, ProgramHeader};
use object::{Endianness, Object, ObjectSection};

/// What a program or library is for, and what it cannot run without.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Needs {
    /// The number of its architecture, in ELF's own list.
    pub machine: u16,
    /// What loads its shared libraries; none where it needs none.
    pub loader: Option<String>,
    /// Their names.
    pub libraries: Vec<String>,
    /// Folders that it has them looked for in, where `$ORIGIN` is its own.
    pub folders: Vec<String>,
}

/// What the program or library `elf` needs; `None` where it is no file of 64 bits of that kind.
pub fn needs(elf: &[u8]) -> Option<Needs> {
    let file = ElfFile::<FileHeader64<Endianness>>::parse(elf).ok()?;
    let endian = file.endian();
    let loader = |header: &object::elf::ProgramHeader64<Endianness>| {
        let path = header.interpreter(endian, elf).ok()??;
        Some(String::from_utf8_lossy(path).into_owned())
    };
    let table = file.elf_dynamic_table().ok();
    let entries = table.iter().flat_map(|table| table.iter().map(move |entry| (table, entry)));
    let paths = entries.filter(|(_, entry)| [DT_RPATH, DT_RUNPATH].contains(&entry.tag));
    let paths = paths.filter_map(|(table, entry)| table.string(entry).ok());
    let folders = paths.flat_map(|path| path.split(|byte| *byte == b':').map(<[u8]>::to_vec));
    Some(Needs {
        machine: file.elf_header().e_machine(endian).0,
        loader: file.elf_program_headers().iter().find_map(loader),
        libraries: libraries(elf),
        folders: folders.map(|path| String::from_utf8_lossy(&path).into_owned()).collect(),
    })
}

/// What of the program or library `elf` is loaded when it runs. Behind that are sections for linkers and
/// debuggers alone, where the list of sections ends the file; of all else it is the whole.
pub fn loaded(elf: &[u8]) -> &[u8] {
    let end = || {
        let file = ElfFile::<FileHeader64<Endianness>>::parse(elf).ok()?;
        let (header, endian) = (file.elf_header(), file.endian());
        let list = u64::from(header.e_shnum(endian)) * u64::from(header.e_shentsize(endian));
        let is_last = header.e_shoff(endian).checked_add(list)? == elf.len() as u64;
        let segments = file.elf_program_headers().iter();
        let ends = segments.map(|it| it.p_offset(endian).saturating_add(it.p_filesz(endian)));
        usize::try_from(ends.max().filter(|_| is_last)?).ok()
    };
    end().and_then(|end| elf.get(..end)).unwrap_or(elf)
}

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

/// What has compiled the module `elf`, as its compiler notes it; `None` where it does not.
pub(crate) fn compiler(elf: &[u8]) -> Option<String> {
    let file = object::File::parse(elf).ok()?;
    let notes = file.section_by_name(".comment")?.data().ok()?;
    let mut notes = notes.split(|&byte| byte == 0).filter(|note| !note.is_empty());
    notes.find_map(|note| Some(std::str::from_utf8(note).ok()?.to_owned()))
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
    use std::os::unix::fs::PermissionsExt;
    use std::process::Command;

    use super::*;

    #[test]
    fn what_is_loaded_runs_and_nothing_that_is_appended_is_lost() {
        let myself = std::fs::read(std::env::current_exe().unwrap()).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("loaded");
        std::fs::write(&program, loaded(&myself)).unwrap();
        std::fs::set_permissions(&program, PermissionsExt::from_mode(0o755)).unwrap();
        assert!(loaded(&myself).len() < myself.len());
        assert!(Command::new(&program).arg("--list").output().unwrap().status.success());
        let appended = [&myself[..], b"a payload"].concat();
        assert_eq!(loaded(&appended).len(), appended.len());
        assert_eq!(loaded(b"#!/bin/sh"), b"#!/bin/sh");
    }

    #[test]
    fn a_dynamic_program_names_its_libraries_and_anything_else_none() {
        let myself = std::fs::read(std::env::current_exe().unwrap()).unwrap();
        assert!(libraries(&myself).iter().any(|name| name.starts_with("libc.so")));
        assert!(libraries(b"#!/bin/sh").is_empty() && modules(&myself).is_empty());
        assert_eq!(release(&myself), None);
        let needs = needs(&myself).unwrap();
        assert!(needs.loader.is_some_and(|path| path.starts_with("/lib")) && needs.machine > 0);
        assert_eq!(needs.libraries, libraries(&myself));
        assert_eq!(super::needs(b"#!/bin/sh"), None);
    }
}
