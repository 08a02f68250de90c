//! The first disk: files, behind a sector that lists them. The ROM that boots from it copies those with
//! an address into memory; Linux' first process reads others by their names (`arch/*/bochs/`).

use ground::Trouble;

const SECTOR: usize = 512;

/// An entry of the list: address, first sector and bytes, four bytes each, and the name.
const ENTRY: usize = 32;
const NAME: usize = 12;

/// A cylinder of the disk, of which Bochs takes whole ones (16 heads, 63 sectors).
pub(super) const CYLINDER: usize = 16 * 63 * SECTOR;

/// A file on the disk.
pub(super) struct File<'a> {
    /// Where it belongs in memory; 0 for one that is not copied.
    pub(super) address: u32,
    pub(super) name: &'a str,
    pub(super) content: &'a [u8],
}

/// What the ROM does when the files are copied: the address to which it jumps, and two registers then.
/// The entry behind those of the files, which is of no bytes, says so.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Start {
    pub(super) address: u32,
    pub(super) eax: u32,
    pub(super) ebx: u32,
}

/// The content of a disk with these `files`, of which none may be empty, and a `start` where it boots.
///
/// # Errors
/// When there are too many, or they are too large.
pub(super) fn disk(files: &[File<'_>], start: Start) -> Result<Vec<u8>, Trouble> {
    let too_much = || {
        Trouble::unavailable(
            "there is no room for the lab's files on its disk",
            "use smaller parts",
        )
    };
    let mut disk = vec![0; SECTOR];
    if files.len() >= SECTOR / ENTRY {
        return Err(too_much());
    }
    for (file, at) in files.iter().zip((0..).step_by(ENTRY)) {
        let number = |number: usize| u32::try_from(number).map_err(|_| too_much());
        let [sector, size] = [number(disk.len() / SECTOR)?, number(file.content.len())?];
        let entry = &mut disk[at..at + ENTRY];
        for (field, value) in entry.chunks_mut(4).zip([file.address, sector, size]) {
            field.copy_from_slice(&value.to_le_bytes());
        }
        entry[NAME..NAME + file.name.len()].copy_from_slice(file.name.as_bytes());
        disk.extend(file.content);
        disk.resize(disk.len().next_multiple_of(SECTOR), 0);
    }
    let last = disk[files.len() * ENTRY..].chunks_mut(4);
    for (field, value) in last.zip([start.address, start.eax, 0, start.ebx]) {
        field.copy_from_slice(&value.to_le_bytes());
    }
    disk.resize(disk.len().next_multiple_of(CYLINDER), 0);
    Ok(disk)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_begin_with_the_sectors_that_the_list_names() {
        let file = |address, name, content| File { address, name, content };
        let files = [file(0x10_0000, "linux", &[1; 513][..]), file(0, "run", b"echo")];
        let start = Start { address: 0x10_0000, eax: 2, ebx: 3 };
        let disk = disk(&files, start).unwrap();
        assert_eq!(disk.len(), CYLINDER);
        assert_eq!(disk[..17], *b"\0\0\x10\0\x01\0\0\0\x01\x02\0\0linux");
        assert_eq!(disk[32..47], *b"\0\0\0\0\x03\0\0\0\x04\0\0\0run");
        assert_eq!(disk[64..80], *b"\0\0\x10\0\x02\0\0\0\0\0\0\0\x03\0\0\0");
        assert_eq!((disk[512], disk[1024], &disk[1536..1541]), (1, 1, &b"echo\0"[..]));
        let many: Vec<_> = (0..16).map(|_| file(0, "x", b"x")).collect();
        assert!(super::disk(&many, start).is_err() && super::disk(&many[1..], start).is_ok());
    }
}
