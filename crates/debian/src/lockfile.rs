//! The lock: which packages images are made of, each by its version and hash. It is a part of the tool,
//! and a cache may have a newer one of its own.

use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::OnceLock;

use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::cache::Cache;
use crate::failure;
use crate::package::Package;
use ground::{DebianArch, Trouble};

/// The locks that the tool carries, by Debian's names of architectures.
const CARRIED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/locks.rs"));

/// The same, once they have been read: a run asks for them dozens of times.
static READ: [OnceLock<Lock>; CARRIED.len()] = [const { OnceLock::new() }; CARRIED.len()];

/// What the line begins with in which a cache's own lock says which carried one it was made of.
const BASE: &str = "# Made of ";

/// Digits that tell locks apart.
const DIGITS: usize = 12;

/// The packages of all sets for an architecture.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Lock {
    packages: Vec<Package>,
    /// What the one that the tool carries is called.
    #[serde(skip)]
    base: String,
}

impl Lock {
    /// The lock of `cache` for `debian`'s architecture: its own, unless the tool has another than that
    /// was made of.
    pub(crate) fn of(cache: &Cache, debian: &DebianArch) -> Cow<'static, Self> {
        let carried = Self::carried(debian);
        let own = system::input::read_text(place(cache, debian)).ok();
        let of_it = format!("{BASE}{}", carried.base);
        let own = own.filter(|text| text.lines().next() == Some(&*of_it));
        let own = own.and_then(|text| Self::read(&text, &carried.base).ok());
        own.map_or(Cow::Borrowed(carried), Cow::Owned)
    }

    /// The one that the tool carries for `debian`'s architecture; without packages where it has none.
    fn carried(debian: &DebianArch) -> &'static Self {
        static NONE: Lock = Lock { packages: Vec::new(), base: String::new() };
        let carried = CARRIED.iter().zip(&READ).find(|((name, _), _)| *name == debian.name);
        carried.map_or(&NONE, |((_, text), read)| {
            let whole = || Self::read(text, &digits(text.as_bytes()));
            read.get_or_init(|| whole().expect("a test reads every carried lock"))
        })
    }

    fn read(text: &str, base: &str) -> Result<Self, toml::de::Error> {
        Ok(Self { base: base.to_owned(), ..toml::from_str(text)? })
    }

    /// The packages of a set; none of one that it does not have.
    pub(crate) fn set(&self, name: &str) -> Vec<&Package> {
        self.packages.iter().filter(|package| package.is_in(name)).collect()
    }

    /// Has the set `name` hold these `packages`; the other sets stay as they are.
    pub(crate) fn put(&mut self, name: &str, packages: Vec<Package>) {
        for package in &mut self.packages {
            let others = package.sets.split(' ').filter(|set| *set != name);
            package.sets = others.collect::<Vec<_>>().join(" ");
        }
        for package in packages {
            match self.packages.iter_mut().find(|own| own.sha256 == package.sha256) {
                Some(own) => {
                    let sets = format!("{} {name}", own.sets).trim().to_owned();
                    *own = Package { sets, ..package };
                }
                None => self.packages.push(Package { sets: name.to_owned(), ..package }),
            }
        }
        self.packages.retain(|package| !package.sets.is_empty());
    }

    /// Has `new` take the place of `old` in all sets.
    pub(crate) fn replace(&mut self, old: &Package, new: &Package) {
        for package in &mut self.packages {
            if package.sha256 == old.sha256 {
                *package = Package { sets: package.sets.clone(), ..new.clone() };
            }
        }
    }

    /// Writes it into `cache`, as its own.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub(crate) fn write(&self, cache: &Cache, debian: &DebianArch) -> Result<(), Trouble> {
        cache.folder("")?;
        let path = place(cache, debian);
        let new = path.with_extension("new");
        let mut packages = self.packages.clone();
        packages.sort_by(|a, b| (&a.name, &a.version).cmp(&(&b.name, &b.version)));
        let lines: String = packages.iter().map(Package::line).collect();
        let text = format!("{BASE}{}\npackages = [\n{lines}]\n", self.base);
        std::fs::write(&new, text)
            .and_then(|()| std::fs::rename(&new, &path))
            .map_err(|error| failure::file(&path, &error))
    }
}

/// Tells the packages of `sets`, each of an architecture, from all others: a few hexadecimal digits.
#[must_use]
pub fn digest(cache: &Cache, sets: &[(&DebianArch, &str)]) -> String {
    let sums = sets.iter().flat_map(|(debian, set)| {
        let lock = Lock::of(cache, debian);
        lock.set(set).iter().map(|package| package.sha256.clone()).collect::<Vec<_>>()
    });
    let mut sums: Vec<_> = sums.collect();
    sums.sort_unstable();
    sums.dedup();
    digits(sums.concat().as_bytes())
}

/// Where `cache` has a lock of its own.
fn place(cache: &Cache, debian: &DebianArch) -> PathBuf {
    cache.path().join(format!("{}.lock.toml", debian.name))
}

fn digits(bytes: &[u8]) -> String {
    let sum = Sha256::digest(bytes);
    sum.iter().map(|byte| format!("{byte:02x}")).collect::<String>()[..DIGITS].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::package::tests::package;
    use ground::Arch;

    fn names(lock: &Lock, set: &str) -> Vec<String> {
        lock.set(set).iter().map(|package| package.name.clone()).collect()
    }

    #[test]
    fn every_carried_lock_can_be_read_and_has_whole_descriptions() {
        let folder = tempfile::tempdir().unwrap();
        for arch in Arch::all() {
            let lock = Lock::of(&Cache::at(folder.path()), &arch.debian);
            assert!(!lock.set("kernel").is_empty(), "{}", arch.name);
            for package in &lock.packages {
                assert_eq!(package.sha256.len(), 64, "{}", package.name);
                assert!(package.size > 0 && package.date.ends_with('Z'), "{}", package.name);
                assert!(package.path.contains("/pool/"), "{}", package.name);
            }
        }
    }

    #[test]
    fn a_set_changes_and_the_others_do_not() {
        let (a, b, c) = (package("a", b"a"), package("b", b"b"), package("c", b"c"));
        let mut lock = Lock { packages: vec![a.clone()], base: String::new() };
        lock.put("s", vec![a.clone(), b]);
        assert_eq!([names(&lock, "s"), names(&lock, "r")], [vec!["a", "b"], vec!["a"]]);
        lock.put("s", vec![package("b", b"newer")]);
        assert_eq!([names(&lock, "s"), names(&lock, "r")], [vec!["b"], vec!["a"]]);
        lock.replace(&a, &c);
        assert_eq!(names(&lock, "r"), ["c"]);
        assert!(lock.set("none").is_empty());
    }

    #[test]
    fn another_package_is_another_lock_for_the_sets_that_have_it() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::at(folder.path());
        let debian = &Arch::native().debian;
        let of = |set| digest(&cache, &[(debian, set)]);
        let (kernel, programs) = (of("kernel"), of("programs"));
        let mut lock = Lock::of(&cache, debian).into_owned();
        lock.put("kernel", vec![package("other", b"kernel")]);
        lock.write(&cache, debian).unwrap();
        assert_ne!(of("kernel"), kernel);
        assert_eq!(of("programs"), programs);
    }

    #[test]
    fn a_caches_own_lock_counts_until_the_tool_has_another() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::at(folder.path());
        let debian = &Arch::native().debian;
        let mut lock = Lock::of(&cache, debian).into_owned();
        lock.put("kernel", vec![package("own", b"own")]);
        lock.write(&cache, debian).unwrap();
        assert_eq!(names(&Lock::of(&cache, debian), "kernel"), ["own"]);
        lock.base = "another".to_owned();
        lock.write(&cache, debian).unwrap();
        assert_ne!(names(&Lock::of(&cache, debian), "kernel"), ["own"]);
    }
}
