//! The packages of a lock in a cache: downloaded where they are not there, and replaced where Debian has
//! them no more.

use std::path::PathBuf;

use crate::cache::Cache;
use crate::fetch::fetch;
use crate::index::Index;
use crate::lockfile::Lock;
use crate::package::Package;
use crate::places::Places;
use crate::progress::Progress;
use crate::turns::lock;
use ground::{DebianArch, Trouble};

/// The folder of a cache that packages are in.
const FOLDER: &str = "packages";

/// Packages that belong together, by the name that a lock has for them.
#[derive(Debug, Clone, Copy)]
pub struct Set<'a> {
    /// Its name.
    pub name: &'a str,
    /// What is wanted, without what that depends on.
    pub wanted: &'a [String],
    /// The releases that it may be of, the best one first, as the suites of each.
    pub releases: &'a [Vec<String>],
    /// Whether the archive of a source package is wanted.
    pub is_source: bool,
}

/// The packages of the set `name`, sorted; `None` when one of them has not been downloaded.
#[must_use]
pub fn cached(cache: &Cache, debian: &DebianArch, name: &str) -> Option<Vec<PathBuf>> {
    let lock = Lock::of(cache, debian);
    let packages = lock.set(name);
    let is_there = |package: &&Package| is_there(cache, package);
    (!packages.is_empty() && packages.iter().all(is_there)).then(|| paths(cache, &packages))
}

/// What is wanted of `set`, in its order, as the lock has it: names, versions, and SHA-256 in hexadecimal digits.
#[must_use]
pub fn wanted(cache: &Cache, debian: &DebianArch, set: &Set<'_>) -> Vec<[String; 3]> {
    let lock = Lock::of(cache, debian);
    let packages = lock.set(set.name);
    let named = |name: &String| packages.iter().find(|package| package.name == *name);
    let found = set.wanted.iter().filter_map(named);
    found.map(|it| [&it.name, &it.version, &it.sha256].map(String::clone)).collect()
}

/// The packages of a `set`, sorted; downloaded where they are not there, of which `say` is told.
///
/// # Errors
/// When the lock has no such set, Debian cannot be reached, or the disk is full.
pub fn packages(
    cache: &Cache,
    debian: &DebianArch,
    set: &Set<'_>,
    say: &dyn Fn(&str),
) -> Result<Vec<PathBuf>, Trouble> {
    bring(cache, debian, set, &Places::of_user(), say)
}

/// The same from these `places`.
pub(crate) fn bring(
    cache: &Cache,
    debian: &DebianArch,
    set: &Set<'_>,
    places: &Places,
    say: &dyn Fn(&str),
) -> Result<Vec<PathBuf>, Trouble> {
    let folder = cache.folder(FOLDER)?;
    let _alone = lock(&folder)?;
    let mut lock = Lock::of(cache, debian).into_owned();
    has_all(&lock, cache, debian, set)?;
    let packages: Vec<_> = lock.set(set.name).into_iter().cloned().collect();
    let missing: Vec<_> = packages.iter().filter(|package| !is_there(cache, package)).collect();
    if missing.is_empty() {
        return Ok(paths(cache, &lock.set(set.name)));
    }
    let size = missing.iter().map(|package| package.size).sum();
    say(&format!("downloading {} of Debian's packages, {} MB", missing.len(), size >> 20));
    let (progress, next) = (Progress::of(size, say), cache.build());
    let fetch = |package: &Package| fetch(package, &places.all, &folder, &progress, &next);
    let mut lost = Vec::new();
    for package in missing {
        if !fetch(package)? {
            lost.push(package);
        }
    }
    if !lost.is_empty() {
        let index = Index::read(&places.index, set.releases, debian, &now())?;
        for old in lost {
            // The index is of binary packages: it has nothing in the place of an archive of sources.
            let new = Some(old).filter(|old| old.has_ending("deb"));
            let new = new.and_then(|old| index.newest(old)).ok_or_else(|| gone(old, &next))?;
            if !is_there(cache, new) && !fetch(new)? {
                return Err(gone(new, &next));
            }
            say(&format!(
                "Debian has {} {} no more: {} {} takes its place, and figures are of another lock",
                old.name, old.version, new.name, new.version
            ));
            lock.replace(old, new);
        }
        lock.write(cache, debian)?;
    }
    Ok(paths(cache, &lock.set(set.name)))
}

/// These `packages`, in their order, downloaded from one of the `places` where they are not there; `None` where
/// a place says that it has one no more, and none sends it.
pub(crate) fn bring_these(
    cache: &Cache,
    packages: &[Package],
    places: &Places,
    say: &dyn Fn(&str),
) -> Result<Option<Vec<PathBuf>>, Trouble> {
    let folder = cache.folder(FOLDER)?;
    let _alone = lock(&folder)?;
    let missing: Vec<_> = packages.iter().filter(|package| !is_there(cache, package)).collect();
    let size = missing.iter().map(|package| package.size).sum();
    if !missing.is_empty() {
        say(&format!("downloading {} of Debian's packages, {} MB", missing.len(), size >> 20));
    }
    let progress = Progress::of(size, say);
    for package in missing {
        if !fetch(package, &places.all, &folder, &progress, "the same command again")? {
            return Ok(None);
        }
    }
    Ok(Some(packages.iter().filter_map(|package| package.place(&folder).ok()).collect()))
}

/// Whether the lock has all of a `set` that is wanted.
///
/// # Errors
/// Says what is missing.
pub fn check(cache: &Cache, debian: &DebianArch, set: &Set<'_>) -> Result<(), Trouble> {
    has_all(&Lock::of(cache, debian), cache, debian, set)
}

fn has_all(lock: &Lock, cache: &Cache, debian: &DebianArch, set: &Set<'_>) -> Result<(), Trouble> {
    let packages = lock.set(set.name);
    let is_missing = |name: &&String| !packages.iter().any(|package| package.name == **name);
    match set.wanted.iter().find(is_missing) {
        None => Ok(()),
        Some(name) => Err(Trouble::unavailable(
            format!("the lock of {} packages has no {name} for {}", debian.name, set.name),
            format!("make a newer lock, where there is apt: {} --update", cache.build()),
        )),
    }
}

/// The archive with the sources of a package as Debian has them from their authors.
///
/// # Errors
/// As [`packages`].
pub fn source(
    cache: &Cache,
    debian: &DebianArch,
    set: &Set<'_>,
    say: &dyn Fn(&str),
) -> Result<PathBuf, Trouble> {
    let found = packages(cache, debian, set, say)?.into_iter().next();
    found.ok_or_else(|| Trouble::unavailable("there are no sources", cache.build()))
}

fn gone(package: &Package, next: &str) -> Trouble {
    Trouble::unavailable(
        format!("Debian has {} {} no more, nor another", package.name, package.version),
        format!("make a newer lock, where there is apt: {next} --update"),
    )
}

fn is_there(cache: &Cache, package: &Package) -> bool {
    package.is_in_cache(cache)
}

impl Package {
    /// Whether it has been downloaded.
    pub(crate) fn is_in_cache(&self, cache: &Cache) -> bool {
        let path = self.place(&cache.path().join(FOLDER));
        path.and_then(std::fs::metadata).is_ok_and(|file| file.len() == self.size)
    }
}

fn paths(cache: &Cache, packages: &[&Package]) -> Vec<PathBuf> {
    let folder = cache.path().join(FOLDER);
    let mut paths: Vec<_> = packages.iter().filter_map(|it| it.place(&folder).ok()).collect();
    paths.sort();
    paths
}

/// The time, as the archive of snapshots writes it.
pub(crate) fn now() -> String {
    system::time::now().replace(['-', ':'], "")
}
