//! An image: a Linux that runs hypervisors, with its state at the instruction at which it is
//! ready.

use std::io;
use std::path::PathBuf;

/// An image that is ready to run.
#[derive(Debug, Clone)]
pub(super) struct Image {
    /// Holds the files of [`HYPERVISOR`], [`KERNEL`] and [`INITRAMFS`], and the machine's state.
    pub(super) folder: PathBuf,
    /// Bytes of memory that a guest can have.
    pub(super) room: u64,
    /// Bytes of memory that the outer machine has.
    pub(super) memory: u64,
    /// What makes the outer machine, as its emulator takes it.
    pub(super) machine: Vec<String>,
    /// What its Linux is told.
    pub(super) kernel_options: String,
    /// What the hypervisor below Linux is told.
    pub(super) hypervisor_options: String,
}

/// The hypervisor below Linux; not there where Linux is the hypervisor.
pub(super) const HYPERVISOR: &str = "hypervisor";

/// The outer Linux.
pub(super) const KERNEL: &str = "kernel";
/// Its initial RAM file system.
pub(super) const INITRAMFS: &str = "initramfs";
/// The machine's state, where that is one file.
pub(super) const SNAPSHOT: &str = "snapshot.qcow2";

/// Notes how many bytes the other files have, in the end.
const MADE: &str = "made";

impl Image {
    /// Whether it has been made, and its files are as long as they were then: those of a copy which
    /// a full disk has cut off are not.
    pub(super) fn is_made(&self) -> bool {
        let noted = std::fs::read_to_string(self.folder.join(MADE));
        noted.is_ok_and(|noted| {
            noted == (self.length().saturating_sub(noted.len() as u64)).to_string()
        })
    }

    /// Whether there is something in its place, be it made or not.
    pub(super) fn is_there(&self) -> bool {
        self.folder.exists()
    }

    /// Notes that all of it is there.
    pub(super) fn note_made(&self) -> io::Result<()> {
        std::fs::write(self.folder.join(MADE), self.length().to_string())
    }

    /// Bytes of its files.
    fn length(&self) -> u64 {
        debian::size(&self.folder)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_image_without_all_of_its_state_is_not_made() {
        let folder = tempfile::tempdir().unwrap();
        let image = Image {
            folder: folder.path().to_owned(),
            room: 0,
            memory: 0,
            machine: Vec::new(),
            kernel_options: String::new(),
            hypervisor_options: String::new(),
        };
        let state = folder.path().join(SNAPSHOT);
        std::fs::write(&state, "all of it").unwrap();
        assert!(image.is_there() && !image.is_made(), "nobody says that it is complete");
        image.note_made().unwrap();
        assert!(image.is_made());
        std::fs::write(&state, "all of").unwrap();
        assert!(!image.is_made());
        std::fs::remove_file(&state).unwrap();
        assert!(!image.is_made());
    }
}
