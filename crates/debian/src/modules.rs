//! Modules of a Linux: those asked for, and those that these need.

use std::collections::BTreeSet;
use std::io::Read;
use std::path::{Path, PathBuf};

use lzma_rust2::XzReader;

use crate::tree::Files;
use crate::{elf, failure};
use ground::Trouble;

/// Modules found below a folder, in an order in which they can be loaded.
#[derive(Debug)]
pub struct Modules {
    folder: PathBuf,
    found: Vec<(String, Vec<u8>)>,
    /// The release of the Linux that they are for, and the first of them that says so.
    release: Option<(String, String)>,
    /// What has compiled the first of them.
    compiler: Option<String>,
    begun: BTreeSet<String>,
    /// Those asked for.
    wanted: BTreeSet<String>,
}

impl Modules {
    /// None yet of those anywhere below `folder`.
    pub fn below(folder: PathBuf) -> Self {
        Self {
            folder,
            found: Vec::new(),
            release: None,
            compiler: None,
            begun: BTreeSet::new(),
            wanted: BTreeSet::new(),
        }
    }

    /// Finds a module after those that it needs. One that is in no file is built into the kernel.
    ///
    /// # Errors
    /// When a file cannot be read, or is for another Linux than those before it.
    pub fn need(&mut self, name: &str) -> Result<(), Trouble> {
        self.wanted.insert(name.to_owned());
        self.find(name)
    }

    fn find(&mut self, name: &str) -> Result<(), Trouble> {
        if !self.begun.insert(name.to_owned()) {
            return Ok(());
        }
        let Some(path) = find(&self.folder, name) else { return Ok(()) };
        let content = read(&path)?;
        self.compiler = self.compiler.take().or_else(|| elf::compiler(&content));
        self.check(name, elf::release(&content))?;
        for needed in elf::modules(&content) {
            self.find(&needed)?;
        }
        self.found.push((name.to_owned(), content));
        Ok(())
    }

    /// Refuses the module `name` for the Linux of another `release`.
    fn check(&mut self, name: &str, release: Option<String>) -> Result<(), Trouble> {
        match (&self.release, release) {
            (None, Some(release)) => self.release = Some((release, name.to_owned())),
            (Some((known, first)), Some(release)) if *known != release => {
                return Err(Trouble::unavailable(
                    format!(
                        "the modules in {} are not of one Linux: {first} is for {known}, {name} for {release}",
                        self.folder.display()
                    ),
                    "name the folder of one release, such as lib/modules/RELEASE",
                ));
            }
            _ => {}
        }
        Ok(())
    }

    /// The release of the Linux that they are for, and what has compiled them, as far as they say it.
    pub fn origin(&self) -> (Option<&str>, Option<&str>) {
        (self.release.as_ref().map(|(release, _)| release.as_str()), self.compiler.as_deref())
    }

    /// Adds all of them to `files`, the list of those that are to be loaded at the start, and the
    /// release of their Linux. What others need is loaded at the start as well.
    pub fn add_to(&self, files: &mut Files, preloaded: &[String]) {
        let mut order = String::new();
        for (name, content) in &self.found {
            files.add(&format!("lib/modules/{name}.ko"), content);
            if preloaded.contains(name) || !self.wanted.contains(name) {
                order += &format!("{name}\n");
            }
        }
        files.add("lib/modules/order", order.as_bytes());
        let release = self.release.as_ref().map_or("", |(release, _)| release);
        files.add("lib/modules/release", release.as_bytes());
    }
}

/// The most bytes that a module has.
const MOST: u64 = 256 << 20;

/// What a packed module's name ends with, as Debian packs them from Linux 6.12 on; and as it does not.
const PACKED: &str = ".xz";
const PACKED_OTHERWISE: [&str; 2] = [".zst", ".gz"];

/// The content of the module at `path`, unpacked.
fn read(path: &Path) -> Result<Vec<u8>, Trouble> {
    let content = system::input::read(path).map_err(|error| failure::file(path, &error))?;
    let name = path.to_string_lossy();
    if PACKED_OTHERWISE.iter().any(|ending| name.ends_with(ending)) {
        return Err(Trouble::unavailable(
            format!("the module {name} is compressed in a way that this tool does not read"),
            "unpack it beside itself (unzstd, gunzip), and try again",
        ));
    }
    if !name.ends_with(PACKED) {
        return Ok(content);
    }
    let mut plain = Vec::new();
    let unpacked = XzReader::new(&content[..], true).take(MOST).read_to_end(&mut plain);
    unpacked.map(|_| plain).map_err(|error| failure::file(path, &error))
}

/// Whether the file `name` is that of the module whose plain file is called `wanted`.
fn is_file_of(name: &str, wanted: &str) -> bool {
    let name = name.replace('_', "-");
    let mut packed = [PACKED].into_iter().chain(PACKED_OTHERWISE);
    packed.find_map(|ending| name.strip_suffix(ending)).unwrap_or(&name) == wanted
}

/// Finds `name.ko`, packed or not, anywhere below `folder`; `-` and `_` are the same in module names. One that
/// is not packed comes before the same packed.
fn find(folder: &Path, name: &str) -> Option<PathBuf> {
    let wanted = format!("{name}.ko").replace('_', "-");
    let entries = std::fs::read_dir(folder).ok()?;
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths.into_iter().find_map(|path| match path.is_dir() {
        true => find(&path, name),
        false => is_file_of(&path.file_name()?.to_string_lossy(), &wanted).then_some(path),
    })
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    /// Compiles a module called `name` that says `info` of itself.
    fn module(folder: &Path, name: &str, info: &str) {
        let source = folder.join("module.c");
        let code =
            format!("__attribute__((section(\".modinfo\"))) const char info[] = \"{info}\";");
        std::fs::write(&source, code).unwrap();
        let mut compiler = Command::new("cc");
        compiler.arg("-c").arg(&source).arg("-o").arg(folder.join(name));
        assert!(compiler.status().unwrap().success());
    }

    #[test]
    fn a_packed_module_is_unpacked_and_one_packed_otherwise_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        module(folder.path(), "kvm.ko", "vermagic=6.12.0 SMP");
        let plain = std::fs::read(folder.path().join("kvm.ko")).unwrap();
        let options = lzma_rust2::XzOptions::default();
        let mut packed = lzma_rust2::XzWriter::new(Vec::new(), options).unwrap();
        std::io::Write::write_all(&mut packed, &plain).unwrap();
        std::fs::remove_file(folder.path().join("kvm.ko")).unwrap();
        std::fs::write(folder.path().join("kvm.ko.xz"), packed.finish().unwrap()).unwrap();
        std::fs::write(folder.path().join("other.ko.zst"), "").unwrap();
        let mut modules = Modules::below(folder.path().to_owned());
        modules.need("kvm").unwrap();
        assert_eq!(modules.found, [("kvm".to_owned(), plain)]);
        let (release, compiler) = modules.origin();
        assert_eq!(release, Some("6.12.0"));
        assert!(compiler.is_some_and(|it| it.contains("GCC") || it.contains("clang")));
        assert!(modules.need("other").unwrap_err().why.contains("other.ko.zst is compressed"));
    }

    #[test]
    fn modules_come_after_those_that_they_need_and_are_of_one_linux() {
        let folder = tempfile::tempdir().unwrap();
        module(folder.path(), "kvm.ko", "vermagic=6.1.0-50 SMP");
        module(folder.path(), "kvm-vendor.ko", "depends=kvm\\0vermagic=6.1.0-50 SMP");
        module(folder.path(), "other.ko", "vermagic=6.12.0 SMP");
        let mut modules = Modules::below(folder.path().to_owned());
        modules.need("kvm_vendor").unwrap();
        modules.need("built-in").unwrap();
        let names: Vec<_> = modules.found.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["kvm", "kvm_vendor"]);
        let mut files = Files::default();
        modules.add_to(&mut files, &["kvm".to_owned()]);
        let files = files.pack();
        let text = |path| crate::cpio::find(&files, path).unwrap();
        assert_eq!(
            text("lib/modules/order"),
            b"kvm\n",
            "what is wanted is loaded when it is wanted"
        );
        assert_eq!(text("lib/modules/release"), b"6.1.0-50");
        let said = modules.need("other").unwrap_err().to_string();
        assert!(said.ends_with("kvm_vendor is for 6.1.0-50, other for 6.12.0"), "{said}");
    }
}
