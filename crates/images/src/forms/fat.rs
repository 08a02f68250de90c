//! A FAT file system with the kernel where EFI firmware looks for what to boot on a medium (UEFI
//! 2.10, 3.5.1.1).

use std::io::{self, Cursor, Write};

use fatfs::{FileSystem, FormatVolumeOptions, FsOptions, format_volume};

use super::bootable::Bootable;

/// What the file system's own tables take at most, and a little room for files of the user's.
const ROOM: usize = 256 << 10;

/// Its number, the same in every image: "HBFS".
const VOLUME: u32 = 0x5346_4248;

/// A sector of the file system.
pub(super) const SECTOR: usize = 512;

/// The file system, a multiple of a CD's sectors.
pub(super) fn efi_volume(bootable: &Bootable) -> Result<Vec<u8>, String> {
    let size = (bootable.flat.len() + ROOM).next_multiple_of(64 << 10);
    let mut volume = vec![0; size];
    fill(&mut volume, bootable).map_err(|error| format!("no FAT file system: {error}"))?;
    Ok(volume)
}

/// Nothing in it has a time: this crate's features know of none.
fn fill(volume: &mut [u8], bootable: &Bootable) -> io::Result<()> {
    let options = FormatVolumeOptions::new().volume_id(VOLUME).volume_label(*b"HYPERBENCH ");
    format_volume(Cursor::new(&mut *volume), options)?;
    let system = FileSystem::new(Cursor::new(volume), FsOptions::new())?;
    {
        let folder = system.root_dir().create_dir("EFI")?.create_dir("BOOT")?;
        folder.create_file(&bootable.efi_file)?.write_all(&bootable.flat)?;
    }
    system.unmount()
}
