//! The scratch disk's file: a sparse one without a name, which is gone with the last program that has
//! it open, or one of the user's.

use std::fs::File;

use super::keys::{DISK_DATA, DISK_FILE, LOSE};
use super::own_disk;
use crate::Spec;
use ground::Trouble;

/// Its size in bytes; benchmarks use one MiB.
pub const DISK_BYTES: u64 = 64 << 20;

/// By this serial number the kernel knows that it may write to it (`kernel/drivers/virtio_blk.c`).
pub const SERIAL: &str = "hyperbench-scratch";

/// What is behind a scratch disk.
#[derive(Debug)]
pub(crate) struct ScratchFile {
    pub(crate) file: File,
    /// Whether it is a block device.
    pub(crate) is_device: bool,
    /// From which byte on it is used, and how many are.
    pub(crate) range: (u64, u64),
}

impl ScratchFile {
    /// That of the disk that `spec` asks for.
    ///
    /// # Errors
    /// When there is none to be had, or it is one that may not be written to.
    pub(crate) fn of(spec: &Spec) -> Result<Self, Trouble> {
        match spec.get(DISK_FILE.name) {
            None => Ok(Self { file: empty()?, is_device: false, range: (0, DISK_BYTES) }),
            Some(path) => {
                let may_lose = spec.get(DISK_DATA.name) == Some(LOSE);
                let (file, is_device) = own_disk::take(path.as_ref(), may_lose)?;
                Ok(Self { file, is_device, range: own_disk::RANGE })
            }
        }
    }
}

fn empty() -> Result<File, Trouble> {
    let file = tempfile::tempfile().and_then(|file| file.set_len(DISK_BYTES).map(|()| file));
    file.map_err(|error| {
        Trouble::unavailable(
            format!("there is no file to be had for the scratch disk: {error}"),
            "set TMPDIR to a folder with 64 MiB free, or use disk=none",
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_one_of_the_users_it_is_new_and_empty() {
        let scratch = ScratchFile::of(&Spec::plain("kvm")).unwrap();
        assert_eq!(scratch.file.metadata().unwrap().len(), DISK_BYTES);
        assert_eq!((scratch.range, scratch.is_device), ((0, DISK_BYTES), false));
    }

    #[test]
    fn one_of_the_users_is_reached_in_one_range_and_keeps_its_data() {
        let own = tempfile::NamedTempFile::new().unwrap();
        own.as_file().set_len(2 << 20).unwrap();
        let spec = || Spec::plain("kvm").with(DISK_FILE.name, own.path().to_str().unwrap());
        assert_eq!(ScratchFile::of(&spec()).unwrap().range, (4096, 1 << 20));
        std::fs::write(own.path(), vec![1; 2 << 20]).unwrap();
        assert!(ScratchFile::of(&spec()).is_err());
        assert!(ScratchFile::of(&spec().with(DISK_DATA.name, LOSE)).is_ok());
    }
}
