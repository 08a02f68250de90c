//! Unpacked packages, and the selection of their files that goes into an image.

use std::collections::BTreeSet;
use std::io;
use std::path::{Component, Path, PathBuf};

use crate::cache::Temporary;
use crate::cpio::Archive;
use crate::unpack::unpack;
use crate::{elf, failure};
use ground::Trouble;

/// Packages unpacked into one folder.
#[derive(Debug)]
pub struct Tree {
    folder: Temporary,
    /// Where Debian keeps its shared libraries; the first is where an image keeps all of them.
    libraries: [String; 4],
}

impl Tree {
    /// Unpacks `packages` into a temporary folder inside `place`; `libraries` is Debian's
    /// folder of shared libraries.
    ///
    /// # Errors
    /// When a package is damaged or the disk is full.
    pub fn unpack(packages: &[PathBuf], libraries: &str, place: &Path) -> Result<Self, Trouble> {
        let folder = Temporary::inside(place)?;
        for package in packages {
            unpack(package, folder.path()).map_err(|error| {
                Trouble::unavailable(
                    format!("{} cannot be unpacked: {error}", package.display()),
                    "check the free space; if the file is damaged, remove it, and build again",
                )
            })?;
        }
        let libraries = [
            format!("usr/lib/{libraries}"),
            format!("lib/{libraries}"),
            "usr/lib".to_owned(),
            "lib".to_owned(),
        ];
        Ok(Self { folder, libraries })
    }

    /// The content of the file at `path`, which newer packages may have below `usr/`.
    ///
    /// # Errors
    /// When the packages have no such file.
    pub fn read(&self, path: &str) -> Result<Vec<u8>, Trouble> {
        let merged = format!("usr/{path}");
        let path =
            if self.inside(path).exists() { self.inside(path) } else { self.inside(&merged) };
        system::input::read(&path).map_err(|error| failure::file(&path, &error))
    }

    /// Where `path` is. A link that is meant for the root of a system stays in the packages.
    fn inside(&self, path: &str) -> PathBuf {
        let root = self.folder.path();
        let path = root.join(path);
        let target = std::fs::read_link(&path).ok();
        let target = target.and_then(|target| Some(root.join(target.strip_prefix("/").ok()?)));
        target.unwrap_or(path)
    }

    /// Where in the packages the file is that a system of theirs has at the absolute `path`; `None` where
    /// they have none.
    pub fn resolve(&self, path: &str) -> Option<PathBuf> {
        let path = path.trim_start_matches('/');
        let mut places = [path.to_owned(), format!("usr/{path}")].into_iter();
        let place = places.find_map(|it| Some(self.inside(&it)).filter(|place| place.is_file()))?;
        place.strip_prefix(self.folder.path()).ok().map(Path::to_owned)
    }

    /// Keeps all that is unpacked, at `path`.
    ///
    /// # Errors
    /// When it cannot be moved there.
    pub fn keep_as(self, path: &Path) -> io::Result<()> {
        self.folder.keep_as(path)
    }

    /// The files in the folder at `path`, by their places, sorted; not those in folders inside.
    pub fn files(&self, path: &str) -> Vec<String> {
        let entries = std::fs::read_dir(self.inside(path)).into_iter().flatten().flatten();
        let files = entries.filter(|entry| entry.path().is_file());
        let mut files: Vec<_> =
            files.map(|file| format!("{path}/{}", file.file_name().to_string_lossy())).collect();
        files.sort();
        files
    }

    /// The files in the folder at `path` and in all folders inside, as `files` has them.
    pub fn all_files(&self, path: &str) -> Vec<String> {
        let below = all_files(&self.inside(path));
        below.into_iter().map(|name| format!("{path}/{name}")).collect()
    }

    /// The first file or folder whose path begins with `prefix`, or, as newer packages may have it, with that
    /// below `usr/`.
    ///
    /// # Errors
    /// When there is none.
    pub fn find(&self, prefix: &str) -> Result<PathBuf, Trouble> {
        let (folder, prefix) = prefix.rsplit_once('/').unwrap_or(("", prefix));
        let named = |path: &PathBuf| {
            path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(prefix))
        };
        let first = |place: &Path| {
            let entries = std::fs::read_dir(place.join(folder)).ok()?.flatten();
            entries.map(|entry| entry.path()).filter(named).min()
        };
        let root = self.folder.path();
        first(root).or_else(|| first(&root.join("usr"))).ok_or_else(|| {
            Trouble::unavailable(
                format!("Debian's packages hold no {folder}/{prefix}* any more"),
                "report this: the description of the image has to follow",
            )
        })
    }

    /// The content of the kernel, whose path begins with `prefix` up to Debian 13; from then on it is
    /// beside its modules.
    ///
    /// # Errors
    /// When the packages hold none.
    pub fn kernel(&self, prefix: &str) -> Result<Vec<u8>, Trouble> {
        let beside_modules = || Some(self.find("usr/lib/modules/").ok()?.join("vmlinuz"));
        let path = self.find(prefix).or_else(|why| beside_modules().ok_or(why))?;
        system::input::read(&path).map_err(|error| failure::file(&path, &error))
    }

    /// Where the packages have the library `name` in one of the `folders` that the program or library
    /// at `path` names itself, which the loader looks into first.
    fn beside(&self, path: &str, folders: &[String], name: &str) -> Option<String> {
        let origin = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let mut places = folders.iter().filter_map(|folder| {
            let folder = folder.replace("$ORIGIN", &format!("/{origin}"));
            let place = without_turns(Path::new(folder.strip_prefix('/')?))?;
            Some(place.join(name).to_string_lossy().into_owned())
        });
        places.find(|place| self.inside(place).is_file())
    }

    /// The content of the shared library `name`, from the packages or else from this machine,
    /// which may have those that a QEMU built here needs.
    ///
    /// # Errors
    /// When neither has it.
    pub fn library(&self, name: &str) -> Result<Vec<u8>, Trouble> {
        let roots = [self.folder.path(), Path::new("/")];
        let mut places =
            roots.iter().flat_map(|root| self.libraries.iter().map(|f| root.join(f).join(name)));
        let found = places.find_map(|path| system::input::read(path).ok());
        found.ok_or_else(|| {
            Trouble::unavailable(
                format!("the shared library {name} is in none of the packages"),
                "link the program statically, or install the library on this machine",
            )
        })
    }
}

/// `name version` of a package's file, `name_version_architecture.deb`.
pub fn package_name(path: &Path) -> String {
    let file = path.file_name().unwrap_or_default().to_string_lossy().replace("%3a", ":");
    file.split('_').take(2).collect::<Vec<_>>().join(" ")
}

/// A path below a root, without `..`; none where it would lead out of it.
fn without_turns(path: &Path) -> Option<PathBuf> {
    let mut straight = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => straight.pop().then_some(())?,
            Component::Normal(name) => straight.push(name),
            _ => {}
        }
    }
    Some(straight)
}

/// The files in `folder` and in all folders inside, by their paths from there, sorted. A link to a
/// file is one, and a link to a folder nothing.
pub fn all_files(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in entries {
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            found.extend(all_files(&path).into_iter().map(|below| format!("{name}/{below}")));
        } else if path.is_file() {
            found.push(name);
        }
    }
    found.sort();
    found
}

/// The files of an image, added in any order, each once.
#[derive(Debug, Default)]
pub struct Files {
    archive: Archive,
    present: BTreeSet<String>,
}

impl Files {
    /// No files yet, which all were changed at `time`, in seconds of Unix'.
    pub fn of(time: u32) -> Self {
        Self { archive: Archive::of(time), ..Self::default() }
    }

    /// Adds a file, with the folders that it lies in.
    pub fn add(&mut self, path: &str, content: &[u8]) {
        if !self.present.contains(path) {
            self.add_parents(path);
            self.archive.file(path, content);
            self.present.insert(path.to_owned());
        }
    }

    /// Adds a symbolic link, with the folders that it lies in.
    pub fn link(&mut self, path: &str, target: &str) {
        self.add_parents(path);
        self.archive.link(path, target);
    }

    /// Adds a program or library with the libraries that it needs, and those that they need.
    ///
    /// # Errors
    /// When one of them is missing.
    pub fn add_program(&mut self, tree: &Tree, path: &str, content: &[u8]) -> Result<(), Trouble> {
        self.add(path, content);
        let needs = elf::needs(content).unwrap_or_default();
        for name in needs.libraries {
            match tree.beside(path, &needs.folders, &name) {
                Some(own) if self.present.contains(&own) => {}
                Some(own) => self.add_program(tree, &own, &tree.read(&own)?)?,
                None => self.add_library(tree, &name)?,
            }
        }
        Ok(())
    }

    /// Adds the shared library `name` with those that it needs.
    ///
    /// # Errors
    /// When one of them is missing.
    pub fn add_library(&mut self, tree: &Tree, name: &str) -> Result<(), Trouble> {
        let place = format!("{}/{name}", tree.libraries[0]);
        match self.present.contains(&place) {
            true => Ok(()),
            false => self.add_program(tree, &place, &tree.library(name)?),
        }
    }

    /// The archive with all of them.
    pub fn pack(self) -> Vec<u8> {
        self.archive.finish()
    }

    fn add_parents(&mut self, path: &str) {
        for (at, _) in path.match_indices('/') {
            if self.present.insert(path[..at].to_owned()) {
                self.archive.folder(&path[..at]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_come_before_their_files_and_everything_once() {
        let mut files = Files::default();
        files.add("usr/bin/a", b"first");
        files.add("usr/bin/a", b"second");
        files.link("usr/lib/b", "../bin/a");
        let text = String::from_utf8_lossy(&files.pack()).into_owned();
        let at = |name: &str| text.find(&format!("{name}\0")).unwrap();
        assert!(at("usr") < at("usr/bin") && at("usr/bin") < at("usr/bin/a"));
        assert!(text.contains("first") && !text.contains("second"));
    }

    #[test]
    fn files_are_read_from_the_packages_wherever_their_links_point() {
        let folder = tempfile::tempdir().unwrap();
        let tree = Tree::unpack(&[], "any", folder.path()).unwrap();
        let root = tree.folder.path();
        for place in ["usr/lib", "lib64", "etc"] {
            std::fs::create_dir_all(root.join(place)).unwrap();
        }
        std::fs::write(root.join("etc/passwd"), "the package's").unwrap();
        std::os::unix::fs::symlink("/etc/passwd", root.join("lib64/loader")).unwrap();
        std::fs::write(root.join("usr/lib/new"), "merged").unwrap();
        assert_eq!(tree.read("lib64/loader").unwrap(), b"the package's");
        assert_eq!(tree.read("lib/new").unwrap(), b"merged");
        assert_eq!(tree.resolve("/lib64/loader").unwrap(), Path::new("etc/passwd"));
        assert_eq!(tree.resolve("/lib/new").unwrap(), Path::new("usr/lib/new"));
        assert_eq!(tree.resolve("/lib/old"), None);
        assert_eq!(tree.files("usr/lib"), ["usr/lib/new"]);
        assert!(tree.read("lib/old").is_err());
        std::os::unix::fs::symlink("lib", root.join("usr/again")).unwrap();
        assert_eq!(tree.all_files("usr"), ["usr/lib/new"]);
    }

    #[test]
    fn a_kernel_is_found_in_its_old_place_and_beside_its_modules() {
        let folder = tempfile::tempdir().unwrap();
        let tree = Tree::unpack(&[], "any", folder.path()).unwrap();
        let put = |place: &str, content: &str| {
            let path = tree.folder.path().join(place);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, content).unwrap();
        };
        put("boot/config-7.2", "no kernel");
        let why = tree.kernel("boot/vmlinux-").unwrap_err().to_string();
        assert!(why.contains("hold no boot/vmlinux-*"), "{why}");
        put("usr/lib/modules/7.2/vmlinuz", "new");
        assert_eq!(tree.kernel("boot/vmlinux-").unwrap(), b"new");
        put("boot/vmlinux-6.12", "old");
        assert_eq!(tree.kernel("boot/vmlinux-").unwrap(), b"old");
    }

    #[test]
    fn libraries_are_found_where_a_program_says_that_they_are() {
        let folder = tempfile::tempdir().unwrap();
        let tree = Tree::unpack(&[], "any", folder.path()).unwrap();
        for place in ["usr/lib/jvm/lib", "usr/lib/any/ceph", "usr/lib/any"] {
            std::fs::create_dir_all(tree.folder.path().join(place)).unwrap();
            std::fs::write(tree.folder.path().join(place).join("libx.so"), "x").unwrap();
        }
        let beside = |folder: &str, name: &str| {
            tree.beside("usr/lib/jvm/bin/java", &[folder.to_owned()], name)
        };
        assert_eq!(beside("$ORIGIN/../lib", "libx.so").unwrap(), "usr/lib/jvm/lib/libx.so");
        assert_eq!(beside("/usr/lib/any/ceph", "libx.so").unwrap(), "usr/lib/any/ceph/libx.so");
        assert_eq!(beside("$ORIGIN/../lib", "liby.so"), None);
        assert_eq!(beside("/../../etc", "passwd"), None);
        assert_eq!(beside("relative", "libx.so"), None);
    }

    #[test]
    fn a_damaged_package_is_an_error_in_words() {
        let folder = tempfile::tempdir().unwrap();
        let package = folder.path().join("broken.deb");
        std::fs::write(&package, "no package").unwrap();
        let error = Tree::unpack(&[package], "any", folder.path()).unwrap_err();
        assert!(error.to_string().contains("cannot be unpacked"), "{error}");
    }
}
