//! An image: a Linux that runs hypervisors, made of Debian's packages by a recipe, and its
//! state at the instruction at which it is ready.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::cache::Cache;
use super::parts::Parts;
use super::tree::{Files, Tree};
use super::{apt, elf, failure, outer, snapshot};
use crate::arch::{LabArch, LabImage};
use crate::platform::PlatformError;
use crate::qemu::Qemu;

/// The program for what a shell cannot do, built with the tool.
const PORT: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/lab-port"));

/// What an image is made of.
#[derive(Debug)]
pub(super) struct Recipe<'a> {
    /// Its name, also of its files in the cache.
    pub(super) name: &'a str,
    /// The first process, a shell script.
    init: &'static str,
    /// The architecture's lab.
    lab: &'a LabArch,
    /// Packages and files.
    pub(super) made_of: &'a LabImage,
}

/// The first process of each image.
const FIRST_PROCESSES: &[(&str, &str)] = &[("kvm", include_str!("../../../lab/kvm/init.sh"))];

/// An image that is ready to run.
#[derive(Debug, Clone)]
pub(super) struct Image {
    /// Holds the files of [`KERNEL`], [`INITRAMFS`] and [`SNAPSHOT`].
    pub(super) folder: PathBuf,
    /// The outer machine's memory in bytes.
    pub(super) memory: u64,
    /// The arguments that make the outer machine.
    pub(super) machine: Vec<String>,
}

/// The outer Linux.
pub(super) const KERNEL: &str = "kernel";
/// Its initial RAM file system.
pub(super) const INITRAMFS: &str = "initramfs";
/// The machine's state.
pub(super) const SNAPSHOT: &str = "snapshot.qcow2";

impl<'a> Recipe<'a> {
    /// The recipes of all images of a lab.
    pub(super) fn all(lab: &'a LabArch) -> impl Iterator<Item = Self> {
        lab.images.iter().filter_map(move |(name, made_of)| {
            let (_, init) = FIRST_PROCESSES.iter().find(|(of, _)| of == name)?;
            Some(Self { name, init, lab, made_of })
        })
    }

    /// Bytes of memory of the outer machine.
    fn memory(&self) -> u64 {
        self.made_of.memory_mib << 20
    }

    /// Name of the file in the cache that lists the packages.
    fn list(&self) -> String {
        format!("{}.packages", self.name)
    }

    /// The packages downloaded last, or `None`.
    pub(super) fn cached_packages(&self, cache: &Cache) -> Option<Vec<PathBuf>> {
        apt::cached(cache, &self.list(), &self.made_of.packages)
    }

    /// The packages, downloaded where they are not there or `update` asks for newer ones.
    pub(super) fn packages(
        &self,
        cache: &Cache,
        update: bool,
    ) -> Result<Vec<PathBuf>, PlatformError> {
        match self.cached_packages(cache) {
            Some(packages) if !update => Ok(packages),
            _ => apt::download(cache, &self.lab.debian, &self.list(), &self.made_of.packages),
        }
    }

    /// Where the image of these `packages` and `parts` is or will be. The name tells apart
    /// everything that can change a figure.
    pub(super) fn image(
        &self,
        cache: &Cache,
        packages: &[PathBuf],
        parts: &Parts,
        qemu: &Qemu,
    ) -> Result<Image, PlatformError> {
        let mut hash = Sha256::new();
        let mut put = |bytes: &[u8]| {
            hash.update(bytes.len().to_le_bytes());
            hash.update(bytes);
        };
        put(format!("{self:?}").as_bytes());
        put(PORT);
        put(outer::machine(self.lab, self.memory(), "1").join(" ").as_bytes());
        put(snapshot::KERNEL_OPTIONS.as_bytes());
        put(qemu.version.as_bytes());
        for package in packages {
            put(package.file_name().unwrap_or_default().as_encoded_bytes());
        }
        for content in parts.contents()? {
            put(&content);
        }
        let digest: String = hash.finalize().iter().take(8).map(|b| format!("{b:02x}")).collect();
        let folder = cache.path().join("images").join(format!("{}-{digest}", self.name));
        let machine = outer::machine(self.lab, self.memory(), "1");
        Ok(Image { folder, memory: self.memory(), machine })
    }

    /// Makes `image`, or leaves it as it is where it has been made before. `say` is told of
    /// each step.
    pub(super) fn make(
        &self,
        image: &Image,
        cache: &Cache,
        packages: &[PathBuf],
        parts: &Parts,
        qemu: &Qemu,
        say: &dyn Fn(&str),
    ) -> Result<(), PlatformError> {
        if image.is_made() {
            return Ok(());
        }
        let images = cache.folder("images")?;
        let folder = tempfile::Builder::new()
            .prefix("unfinished-")
            .tempdir_in(&images)
            .map_err(|error| failure::file(&images, &error))?;
        say(&format!("unpacking {} packages", packages.len()));
        let tree = Tree::unpack(packages, &self.lab.libraries, &images)?;
        self.assemble(&tree, parts, folder.path())?;
        say("starting the outer machine until it is ready");
        snapshot::take(qemu, folder.path(), &image.machine)?;
        std::fs::rename(folder.keep(), &image.folder)
            .map_err(|error| failure::file(&image.folder, &error))
    }

    /// Puts the kernel and the file system into `folder`.
    fn assemble(&self, tree: &Tree, parts: &Parts, folder: &Path) -> Result<(), PlatformError> {
        let write = |name: &str, bytes: &[u8]| {
            let path = folder.join(name);
            std::fs::write(&path, bytes).map_err(|error| failure::file(&path, &error))
        };
        let debian = || tree.read(&tree.find(&self.made_of.kernel)?.to_string_lossy());
        write(KERNEL, &parts.kernel()?.map_or_else(debian, Ok)?)?;
        let mut files = Files::default();
        files.add("init", self.init.as_bytes());
        files.add("bin/port", PORT);
        if let Some(program) = parts.qemu()? {
            files.add_program(tree, &self.made_of.qemu, &program)?;
        }
        for path in self.made_of.programs.iter().chain([&self.made_of.qemu]) {
            files.add_program(tree, path, &tree.read(path)?)?;
        }
        for [from, to] in &self.made_of.files {
            files.add(to, &tree.read(from)?);
        }
        for [path, target] in &self.made_of.links {
            files.link(path, target);
        }
        self.add_modules(&mut files, tree, parts)?;
        write(INITRAMFS, &files.pack())
    }

    /// Adds the modules, and the file that names the preloaded ones in an order in which
    /// they can be loaded.
    fn add_modules(
        &self,
        files: &mut Files,
        tree: &Tree,
        parts: &Parts,
    ) -> Result<(), PlatformError> {
        let folder =
            parts.modules().map_or_else(|| tree.find("lib/modules"), |f| Ok(f.to_owned()))?;
        let mut order = Vec::new();
        for name in &self.made_of.modules {
            add_module(files, &folder, name, &mut order, &mut BTreeSet::new())?;
        }
        let mut preloaded = String::new();
        for name in order.iter().filter(|name| self.made_of.preloaded.contains(name)) {
            preloaded += &format!("{name}\n");
        }
        files.add("lib/modules/order", preloaded.as_bytes());
        Ok(())
    }
}

impl Image {
    /// Whether it has been made.
    pub(super) fn is_made(&self) -> bool {
        self.folder.join(SNAPSHOT).is_file()
    }
}

/// Adds a module after those that it needs. One that is in no file is built into the kernel.
fn add_module(
    files: &mut Files,
    folder: &Path,
    name: &str,
    order: &mut Vec<String>,
    begun: &mut BTreeSet<String>,
) -> Result<(), PlatformError> {
    if !begun.insert(name.to_owned()) || order.iter().any(|known| known == name) {
        return Ok(());
    }
    let Some(path) = find_module(folder, name) else { return Ok(()) };
    let content = std::fs::read(&path).map_err(|error| failure::file(&path, &error))?;
    for needed in elf::modules(&content) {
        add_module(files, folder, &needed, order, begun)?;
    }
    files.add(&format!("lib/modules/{name}.ko"), &content);
    order.push(name.to_owned());
    Ok(())
}

/// Finds `name.ko` anywhere below `folder`; `-` and `_` are the same in module names.
fn find_module(folder: &Path, name: &str) -> Option<PathBuf> {
    let wanted = format!("{name}.ko").replace('_', "-");
    let entries = std::fs::read_dir(folder).ok()?;
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths.into_iter().find_map(|path| match path.is_dir() {
        true => find_module(&path, name),
        false => (path.file_name()?.to_string_lossy().replace('_', "-") == wanted).then_some(path),
    })
}
