//! Recorded machines, for tests: a text file with the content of every file of interest.
//!
//! What follows a line `--- PATH` is that file's content; `--- PATH -> PROGRAM` is a link
//! to one of the programs beside the recordings. Text before the first file is a comment.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use super::Machine;

/// A recorded machine below a folder of its own, which goes away with it.
pub struct Recorded {
    folder: tempfile::TempDir,
    /// The machine.
    pub machine: Machine,
}

impl Recorded {
    /// The machine recorded in `text`.
    pub fn new(text: &str) -> Self {
        let recorded = Self::empty();
        for part in text.split("--- /").skip(1) {
            let (path, content) = part.split_once('\n').unwrap_or((part, ""));
            match path.split_once(" -> ") {
                None => recorded.write(path, content.as_bytes()),
                Some((path, program)) => recorded.link(path, program),
            }
        }
        recorded
    }

    /// A machine without any file.
    pub fn empty() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let machine = Machine::at(folder.path());
        Self { folder, machine }
    }

    /// Gives the file `path` another content.
    pub fn write(&self, path: &str, content: &[u8]) {
        fs::write(self.prepare(path), content).unwrap();
    }

    /// Puts a folder in the place of the file `path`.
    pub fn make_folder(&self, path: &str) {
        let _ = fs::remove_file(self.machine.path(path));
        fs::create_dir_all(self.machine.path(path)).unwrap();
    }

    /// Takes the file `path` away.
    pub fn remove(&self, path: &str) {
        fs::remove_file(self.machine.path(path)).unwrap();
    }

    fn link(&self, path: &str, program: &str) {
        let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/machines/programs");
        symlink(programs.join(program), self.prepare(path)).unwrap();
    }

    /// Where `path` is, after its folder has been made.
    fn prepare(&self, path: &str) -> std::path::PathBuf {
        let file = self.folder.path().join(path.trim_start_matches('/'));
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        file
    }
}

/// The paths of the files in a recording.
pub fn paths(text: &str) -> Vec<String> {
    let heads = text.lines().filter_map(|line| line.strip_prefix("--- "));
    heads.filter(|head| !head.contains(" -> ")).map(str::to_owned).collect()
}

/// A physical server that was set up for measuring.
pub const TUNED: &str = include_str!("../../tests/machines/tuned.txt");

/// A virtual machine in a cloud, with a KVM that does without hardware virtualization.
pub const CLOUD_VM: &str = include_str!("../../tests/machines/cloud-vm.txt");
