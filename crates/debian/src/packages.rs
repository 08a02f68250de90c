//! The packages of a lock in a cache: downloaded where they are not there, replaced where Debian has them
//! no more, and those of a newer lock.

use std::path::PathBuf;

use crate::cache::Cache;
use crate::fetch::fetch;
use crate::index::Index;
use crate::lockfile::Lock;
use crate::package::Package;
use crate::progress::Progress;
use crate::turns::lock;
use crate::{apt, failure};
use images::DebianArch;
use monitors::PlatformError;

/// Names the places that packages are taken from, with spaces between.
const PLACES: &str = "HYPERBENCH_DEBIAN";

/// Where they are taken from otherwise: whoever sends them, their hashes tell whether they are Debian's.
const DEBIAN: [&str; 2] =
    ["http://deb.debian.org/{archive}", "http://snapshot.debian.org/archive/{archive}/{date}"];

/// Where the index is that has no hash in a lock.
const INDEX: &str = "https://deb.debian.org/{archive}";

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

/// The packages of a `set`, sorted; downloaded where they are not there, of which `say` is told.
///
/// # Errors
/// When the lock has no such set, Debian cannot be reached, or the disk is full.
pub fn packages(
    cache: &Cache,
    debian: &DebianArch,
    set: &Set<'_>,
    say: &dyn Fn(&str),
) -> Result<Vec<PathBuf>, PlatformError> {
    let folder = cache.folder(FOLDER)?;
    let _alone = lock(&folder)?;
    let mut lock = Lock::of(cache, debian);
    has_all(&lock, cache, debian, set)?;
    let packages: Vec<_> = lock.set(set.name).into_iter().cloned().collect();
    let missing: Vec<_> = packages.iter().filter(|package| !is_there(cache, package)).collect();
    if missing.is_empty() {
        return Ok(paths(cache, &lock.set(set.name)));
    }
    let size = missing.iter().map(|package| package.size).sum();
    say(&format!("downloading {} of Debian's packages, {} MB", missing.len(), size >> 20));
    let (places, progress, next) = (places(), Progress::of(size, say), cache.build());
    let bring = |package: &Package| fetch(package, &places, &folder, &progress, &next);
    let mut lost = Vec::new();
    for package in missing {
        if !bring(package)? {
            lost.push(package);
        }
    }
    if !lost.is_empty() {
        let index = Index::read(&index(), set.releases, debian, &now())?;
        for old in lost {
            let new = index.newest(old).ok_or_else(|| gone(old, &next))?;
            if !is_there(cache, new) && !bring(new)? {
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

/// Whether the lock has all of a `set` that is wanted.
///
/// # Errors
/// Says what is missing.
pub fn check(cache: &Cache, debian: &DebianArch, set: &Set<'_>) -> Result<(), PlatformError> {
    has_all(&Lock::of(cache, debian), cache, debian, set)
}

fn has_all(
    lock: &Lock,
    cache: &Cache,
    debian: &DebianArch,
    set: &Set<'_>,
) -> Result<(), PlatformError> {
    let packages = lock.set(set.name);
    let is_missing = |name: &&String| !packages.iter().any(|package| package.name == **name);
    match set.wanted.iter().find(is_missing) {
        None => Ok(()),
        Some(name) => Err(failure::unavailable(
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
) -> Result<PathBuf, PlatformError> {
    let found = packages(cache, debian, set, say)?.into_iter().next();
    found.ok_or_else(|| failure::unavailable("there are no sources", cache.build()))
}

/// Makes a newer lock of `sets` for `cache`, of what Debian's signed index has now; `say` is told what
/// changes.
///
/// # Errors
/// When apt is missing, or Debian cannot be reached.
pub fn update(
    cache: &Cache,
    debian: &DebianArch,
    sets: &[Set<'_>],
    say: &dyn Fn(&str),
) -> Result<(), PlatformError> {
    let mut lock = Lock::of(cache, debian);
    let plans = apt::plans(cache, debian, sets, &now(), say)?;
    for (set, packages) in sets.iter().zip(plans) {
        changes(&lock.set(set.name), &packages).iter().for_each(|line| say(line));
        lock.put(set.name, packages);
    }
    lock.write(cache, debian)
}

/// What is in `new` and not in `old`, or the other way round, a line each.
fn changes(old: &[&Package], new: &[Package]) -> Vec<String> {
    let of = |packages: &[&Package], name: &str| {
        let found = packages.iter().find(|package| package.name == name);
        found.map(|package| package.version.clone())
    };
    let new: Vec<_> = new.iter().collect();
    let mut names: Vec<_> = old.iter().chain(&new).map(|package| &package.name).collect();
    names.sort();
    names.dedup();
    let line = |name: &String| match (of(old, name), of(&new, name)) {
        (Some(before), Some(after)) if before == after => None,
        (Some(before), Some(after)) => Some(format!("{name} {before} becomes {after}")),
        (None, Some(after)) => Some(format!("{name} {after} is new")),
        (before, _) => before.map(|before| format!("{name} {before} is needed no more")),
    };
    names.into_iter().filter_map(line).collect()
}

fn gone(package: &Package, next: &str) -> PlatformError {
    failure::unavailable(
        format!("Debian has {} {} no more, nor another", package.name, package.version),
        format!("make a newer lock, where there is apt: {next} --update"),
    )
}

fn is_there(cache: &Cache, package: &Package) -> bool {
    let path = cache.path().join(FOLDER).join(package.file());
    std::fs::metadata(path).is_ok_and(|file| file.len() == package.size)
}

fn paths(cache: &Cache, packages: &[&Package]) -> Vec<PathBuf> {
    let folder = cache.path().join(FOLDER);
    let mut paths: Vec<_> = packages.iter().map(|package| folder.join(package.file())).collect();
    paths.sort();
    paths
}

fn own_places() -> Option<String> {
    std::env::var(PLACES).ok().filter(|text| !text.trim().is_empty())
}

fn places() -> Vec<String> {
    let own = own_places().map(|text| text.split_whitespace().map(str::to_owned).collect());
    own.unwrap_or_else(|| DEBIAN.map(str::to_owned).to_vec())
}

/// Where the index is read: the first of the user's places, or Debian's server by its certificate.
fn index() -> String {
    own_places().map_or_else(|| INDEX.to_owned(), |_| places().swap_remove(0))
}

/// The time, as the archive of snapshots writes it.
fn now() -> String {
    jiff::Timestamp::now().strftime("%Y%m%dT%H%M%SZ").to_string()
}
