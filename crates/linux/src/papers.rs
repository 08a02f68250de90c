//! The programs of the papers' workloads: a second file system, which Linux unpacks over the first
//! where a run has a workload that needs it. The small guest stays as it is.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use ground::{Arch, Trouble};
use serde::{Deserialize, Serialize};

use crate::LinuxArch;
use crate::sources::{self, Source};
use debian::{Cache, Files, Set, Temporary, Tree, failure, fingerprint, lock};

const FILES: &str = "initramfs";
const MADE: &str = "made.json";
const SOURCES: &str = "sources";

const CARRIED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/papers.rs"));

/// What is in it, read from `arch/<name>/papers.toml`. Places are paths without the leading `/`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Papers {
    /// Debian's packages, without those that they depend on.
    packages: Vec<String>,
    /// Programs and libraries, which get what they are linked with, and single files.
    programs: Vec<String>,
    /// Names of shared libraries that are needed besides.
    libraries: Vec<String>,
    /// Files that are taken as they are.
    files: Vec<String>,
    /// Folders with further files that they need, with all that is in them.
    folders: Vec<String>,
    /// What busybox is called besides, in `/bin`.
    busybox: Vec<String>,
    /// Symbolic links, each with its target.
    links: BTreeMap<String, String>,
    /// What is compiled.
    sources: Vec<Source>,
}

/// What the file system was made of.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Made {
    /// The packages, by name and version.
    packages: Vec<String>,
    /// What tells apart the ways to make it.
    recipe: String,
    /// Its bytes.
    size: u64,
}

impl Papers {
    pub(crate) fn of(arch: &Arch) -> Option<Self> {
        let carried = CARRIED.iter().find(|(name, _)| *name == arch.name);
        carried.map(|(_, text)| toml::from_str(text).expect("a test reads every one"))
    }

    /// Its packages, as sets of a lock's for `arch`: the one with its programs, and those of sources.
    pub(crate) fn sets<'a>(&'a self, arch: &'a Arch) -> Vec<Set<'a>> {
        let programs = Set {
            name: "papers",
            wanted: &self.packages,
            releases: &arch.debian.suites,
            is_source: false,
        };
        let sources = self.sources.iter().filter_map(|source| source.set(arch));
        std::iter::once(programs).chain(sources).collect()
    }

    /// The loader is here a second time, since it has to be of the same age as the libraries.
    fn pack(&self, loader: &str, tree: &Tree, sources: &Path) -> Result<Vec<u8>, Trouble> {
        let mut files = Files::default();
        for place in &self.programs {
            files.add_program(tree, place, &tree.read(place)?)?;
        }
        for name in &self.libraries {
            files.add_library(tree, name)?;
        }
        files.add(loader, &tree.read(loader)?);
        let in_folders = self.folders.iter().flat_map(|folder| tree.all_files(folder));
        for path in self.files.iter().cloned().chain(in_folders) {
            files.add(&path, &tree.read(&path)?);
        }
        for (place, path) in sources::files(sources) {
            let content =
                system::input::read(&path).map_err(|error| failure::file(&path, &error))?;
            files.add(&place, &content);
        }
        for name in &self.busybox {
            files.link(&format!("bin/{name}"), "busybox");
        }
        for (place, target) in &self.links {
            files.link(place, target);
        }
        Ok(files.pack())
    }
}

fn folder(cache: &Cache, arch: &Arch) -> PathBuf {
    cache.path().join(format!("{}-papers", arch.name))
}

/// Builds the file system for `arch`. What is there is used again; `update` asks Debian for newer
/// packages. `say` is told of each step.
///
/// # Errors
/// When there is none for `arch`, Debian cannot be reached, or the disk is full.
pub fn build_papers(arch: &Arch, update: bool, say: &dyn Fn(&str)) -> Result<(), Trouble> {
    let papers = Papers::of(arch).ok_or_else(|| {
        let why = format!("there are no programs of the papers' workloads for {}", arch.name);
        Trouble::unavailable(why, "build the guest without --with papers")
    })?;
    let cache = Cache::open("guest")?;
    let place = cache.folder("")?;
    let _alone = lock(&place)?;
    let sets = papers.sets(arch);
    if update {
        debian::update(&cache, &arch.debian, &sets, say)?;
    }
    let packages = debian::packages(&cache, &arch.debian, &sets[0], say)?;
    say("making the file system of the papers' programs");
    let tree = Tree::unpack(&packages, &arch.debian.libraries, &place)?;
    let temporary = Temporary::inside(&place)?;
    let sources = temporary.path().join(SOURCES);
    for source in &papers.sources {
        let download = |set: &Set<'_>| debian::source(&cache, &arch.debian, set, say);
        let archive = source.archive(&tree, arch, download)?;
        source.unpack(&archive, &sources)?;
    }
    let content = papers.pack(&LinuxArch::of(arch)?.programs.loader, &tree, &sources)?;
    let made = Made {
        packages: packages.iter().map(|path| debian::package_name(path)).collect(),
        recipe: recipe(&papers),
        size: content.len() as u64,
    };
    let kept = folder(&cache, arch);
    let keep = || {
        std::fs::write(temporary.path().join(FILES), content)?;
        std::fs::write(temporary.path().join(MADE), serde_json::to_string_pretty(&made)?)?;
        temporary.keep_as(&kept)
    };
    keep().map_err(|error| failure::file(&kept, &error))
}

/// What it was made of; `None` when it was not made, was cut off since, or made in another way.
fn made(place: &Path, arch: &Arch) -> Option<Made> {
    let made: Made =
        serde_json::from_str(&system::input::read_text(place.join(MADE)).ok()?).ok()?;
    let size = std::fs::metadata(place.join(FILES)).ok()?.len();
    (made.size == size && made.recipe == recipe(&Papers::of(arch)?)).then_some(made)
}

fn recipe(papers: &Papers) -> String {
    fingerprint([format!("{papers:?}")])
}

/// Where the sources are that are in it, for processes of this machine; `None` when it has not been
/// built.
pub fn sources(arch: &Arch) -> Option<PathBuf> {
    let place = folder(&Cache::open("guest").ok()?, arch);
    made(&place, arch).map(|_| place.join(SOURCES))
}

/// The packages in it; none when it has not been built.
pub(crate) fn packages(cache: &Cache, arch: &Arch) -> Vec<String> {
    made(&folder(cache, arch), arch).map(|made| made.packages).unwrap_or_default()
}

/// Its content for a guest with `memory` bytes; empty when it has not been built, since workloads
/// say themselves what they miss.
///
/// # Errors
/// When the memory does not hold it, or it cannot be read.
pub fn content(arch: &Arch, memory: u64) -> Result<Vec<u8>, Trouble> {
    let cache = Cache::open("guest")?;
    let place = folder(&cache, arch);
    let Some(made) = made(&place, arch) else { return Ok(Vec::new()) };
    let needed = needed(made.size);
    if memory < needed {
        return Err(Trouble::unavailable(
            format!("the papers' programs take {} MB in the guest's memory", made.size >> 20),
            format!("give it more: --memory {}M", needed.div_ceil(64 << 20) * 64),
        ));
    }
    let path = place.join(FILES);
    system::input::read(&path).map_err(|error| failure::file(&path, &error))
}

/// Linux unpacks it to a file system that has at most half of the memory which the archive leaves, and says
/// nothing where that is too little (Documentation/filesystems/tmpfs.rst). The rest is for the ends of pages
/// and all else.
fn needed(size: u64) -> u64 {
    3 * size + (256 << 20)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_description_can_be_read() {
        for arch in Arch::all() {
            let is_carried = CARRIED.iter().any(|(name, _)| *name == arch.name);
            assert_eq!(Papers::of(arch).is_some_and(|p| !p.programs.is_empty()), is_carried);
        }
    }

    #[test]
    fn what_is_cut_off_or_was_made_in_another_way_is_not_used() {
        let place = tempfile::tempdir().unwrap();
        let place = place.path();
        let arch = Arch::all().find(|arch| Papers::of(arch).is_some()).unwrap();
        let write = |recipe: String, size| {
            let made = Made { packages: vec!["gcc 12".to_owned()], recipe, size };
            let text = serde_json::to_string(&made).unwrap();
            std::fs::write(place.join(MADE), text).unwrap();
        };
        let own = || recipe(&Papers::of(arch).unwrap());
        std::fs::write(place.join(FILES), "files").unwrap();
        assert!(made(place, arch).is_none());
        write(own(), 5);
        assert_eq!(made(place, arch).unwrap().packages, ["gcc 12"]);
        write(own(), 6);
        assert!(made(place, arch).is_none());
        write("another".to_owned(), 5);
        assert!(made(place, arch).is_none());
    }

    #[test]
    fn memory_holds_the_archive_and_what_it_holds() {
        assert_eq!(needed(50 << 20), 406 << 20);
    }
}
