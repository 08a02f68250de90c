//! Plugins of QEMU's: libraries that it loads, built for each shape that their interface has had.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::locate::ask;
use ground::clean;
use system::process::MemoryFile;

/// The library of one shape: the interface's version that began it, and the content.
pub type Build = (u32, &'static [u8]);

/// Begins what a library itself says against its QEMU.
const OBJECTION: &str = "plugin: ";

/// A plugin, and which of its libraries each QEMU takes. They are files as long as the tool runs.
pub struct Plugin {
    builds: &'static [Build],
    libraries: Mutex<BTreeMap<PathBuf, Result<MemoryFile, String>>>,
}

impl Plugin {
    /// A plugin with these libraries, the oldest interface first.
    pub const fn new(builds: &'static [Build]) -> Self {
        Self { builds, libraries: Mutex::new(BTreeMap::new()) }
    }

    /// Its libraries.
    pub fn builds(&self) -> &'static [Build] {
        self.builds
    }

    /// The library that the QEMU at `path` takes; QEMU is asked once.
    ///
    /// # Errors
    /// A sentence, when it takes none.
    pub fn library(&self, path: &Path) -> Result<PathBuf, String> {
        let mut libraries = self.libraries.lock().unwrap_or_else(PoisonError::into_inner);
        let library =
            libraries.entry(path.to_owned()).or_insert_with(|| fitting(self.builds, path));
        library.as_ref().map(MemoryFile::path).map_err(Clone::clone)
    }
}

/// The newest of `builds` that the QEMU at `path` takes: one of an older interface is taken as well by
/// a QEMU that does something else by the same names.
fn fitting(builds: &[Build], path: &Path) -> Result<MemoryFile, String> {
    let mut answer = String::new();
    for (_, content) in builds.iter().rev() {
        let library = MemoryFile::new(content).map_err(|error| error.to_string())?;
        let tried = format!("{},tried=on", library.path().display());
        let trial = ["-machine", "none", "-display", "none", "-accel", "tcg", "-plugin", &tried];
        let output = ask(path, &trial).map_err(|why| refusal(path, &why.to_string()))?;
        if output.status.success() {
            return Ok(library);
        }
        let said = clean(output.stderr.as_bytes());
        if let Some(objection) = said.lines().find_map(|line| line.strip_prefix(OBJECTION)) {
            return Err(refusal(path, objection));
        }
        let last = said.lines().rfind(|line| line.contains("plugin"));
        last.unwrap_or("it said nothing of plugins").clone_into(&mut answer);
    }
    let versions: Vec<_> = builds.iter().map(|(version, _)| version.to_string()).collect();
    let versions = versions.join(", ");
    Err(refusal(path, &format!("none of the interface's versions {versions} is its own: {answer}")))
}

fn refusal(path: &Path, why: &str) -> String {
    format!("the QEMU {} does not take the tool's plugin: {why}", path.display())
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::process::Command;

    use super::*;

    /// A program that answers as a QEMU that does what `shell` says, for the library `$library`.
    fn qemu(folder: &Path, shell: &str) -> PathBuf {
        let path = folder.join("qemu");
        let text = format!("#!/bin/sh\nlibrary=${{8%%,*}}\n{shell}\n");
        // Another process writes it: what other tests start would have it open for writing until that is executed,
        // and meanwhile nobody can execute it (execve(2), ETXTBSY).
        let write = "printf %s \"$1\" >\"$0\" && chmod 755 \"$0\"";
        let mut writer = Command::new("/bin/sh");
        assert!(writer.args(["-c", write]).arg(&path).arg(text).status().unwrap().success());
        path
    }

    static BUILDS: &[Build] = &[(1, b"one"), (3, b"three"), (7, b"seven")];

    #[test]
    fn the_newest_library_that_a_qemu_takes_is_taken_and_asked_for_once() {
        for (shell, taken) in [
            ("exit 0", Some("seven")),
            ("grep -q e $library && exit 0; exit 1", Some("seven")),
            ("grep -q three $library && exit 0; exit 1", Some("three")),
            ("grep -q one $library && exit 0; exit 1", Some("one")),
            ("exit 1", None),
        ] {
            let folder = tempfile::tempdir().unwrap();
            let path = qemu(folder.path(), shell);
            let plugin = Plugin::new(BUILDS);
            let library = plugin.library(&path).ok().map(|path| fs::read_to_string(path).unwrap());
            assert_eq!(library.as_deref(), taken, "{shell}");
            fs::remove_file(&path).unwrap();
            assert_eq!(plugin.library(&path).is_ok(), taken.is_some(), "asked again: {shell}");
        }
    }

    #[test]
    fn a_qemu_that_nobody_knows_is_refused_in_a_sentence() {
        for (shell, why) in [
            (
                "echo 'plugin requires API version, supports only 9' >&2; exit 1",
                "1, 3, 7 is its own: plugin requires",
            ),
            ("echo 'plugin: it lacks a thing' >&2; exit 1", "plugin: it lacks a thing"),
            ("exit 3", "said nothing of plugins"),
        ] {
            let folder = tempfile::tempdir().unwrap();
            let refusal = Plugin::new(BUILDS).library(&qemu(folder.path(), shell)).unwrap_err();
            assert!(refusal.contains(why) && refusal.lines().count() == 1, "{refusal}");
        }
        assert!(Plugin::new(BUILDS).library(Path::new("/nowhere/qemu")).is_err());
    }
}
