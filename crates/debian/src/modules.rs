//! Modules of a Linux: those asked for, and those that these need.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::tree::Files;
use crate::{elf, failure};
use monitors::PlatformError;

/// Modules found below a folder, in an order in which they can be loaded.
#[derive(Debug)]
pub struct Modules {
    folder: PathBuf,
    found: Vec<(String, Vec<u8>)>,
    begun: BTreeSet<String>,
}

impl Modules {
    /// None yet of those anywhere below `folder`.
    pub fn below(folder: PathBuf) -> Self {
        Self { folder, found: Vec::new(), begun: BTreeSet::new() }
    }

    /// Finds a module after those that it needs. One that is in no file is built into the kernel.
    ///
    /// # Errors
    /// When a file cannot be read.
    pub fn need(&mut self, name: &str) -> Result<(), PlatformError> {
        if !self.begun.insert(name.to_owned()) {
            return Ok(());
        }
        let Some(path) = find(&self.folder, name) else { return Ok(()) };
        let content = std::fs::read(&path).map_err(|error| failure::file(&path, &error))?;
        for needed in elf::modules(&content) {
            self.need(&needed)?;
        }
        self.found.push((name.to_owned(), content));
        Ok(())
    }

    /// Adds all of them to `files`, and the list of those that are to be loaded at the start.
    pub fn add_to(&self, files: &mut Files, preloaded: &[String]) {
        let mut order = String::new();
        for (name, content) in &self.found {
            files.add(&format!("lib/modules/{name}.ko"), content);
            if preloaded.contains(name) {
                order += &format!("{name}\n");
            }
        }
        files.add("lib/modules/order", order.as_bytes());
    }
}

/// Finds `name.ko` anywhere below `folder`; `-` and `_` are the same in module names.
fn find(folder: &Path, name: &str) -> Option<PathBuf> {
    let wanted = format!("{name}.ko").replace('_', "-");
    let entries = std::fs::read_dir(folder).ok()?;
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths.into_iter().find_map(|path| match path.is_dir() {
        true => find(&path, name),
        false => (path.file_name()?.to_string_lossy().replace('_', "-") == wanted).then_some(path),
    })
}
