//! A newer lock.

use crate::apt;
use crate::cache::Cache;
use crate::lockfile::Lock;
use crate::package::Package;
use crate::packages::{Set, check, now};
use ground::{DebianArch, Trouble};

/// Makes a newer lock of sets, as [`update`] or [`update_lacking`].
pub type Update = fn(&Cache, &DebianArch, &[Set<'_>], &dyn Fn(&str)) -> Result<(), Trouble>;

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
) -> Result<(), Trouble> {
    let mut lock = Lock::of(cache, debian).into_owned();
    let plans = apt::plans(cache, debian, sets, &now(), say)?;
    let mut said = Vec::new();
    for (set, packages) in sets.iter().zip(plans) {
        said.extend(changes(&lock.set(set.name), &packages));
        lock.put(set.name, packages);
    }
    lock.write(cache, debian)?;
    said.sort();
    said.dedup();
    match said.is_empty() {
        true => say("Debian has nothing newer"),
        false => said.iter().for_each(|line| say(line)),
    }
    Ok(())
}

/// The same of those of `sets` alone that the lock does not have.
///
/// # Errors
/// The same.
pub fn update_lacking(
    cache: &Cache,
    debian: &DebianArch,
    sets: &[Set<'_>],
    say: &dyn Fn(&str),
) -> Result<(), Trouble> {
    let is_lacking = |set: &&Set<'_>| check(cache, debian, set).is_err();
    update(cache, debian, &sets.iter().filter(is_lacking).copied().collect::<Vec<_>>(), say)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::package::tests::package;

    #[test]
    fn what_changes_is_told_and_nothing_else() {
        let newer = |name| Package { version: "3".to_owned(), ..package(name, b"") };
        let [same, changed, gone] = ["a", "b", "c"].map(|name| package(name, b""));
        let told = changes(&[&same, &changed, &gone], &[same.clone(), newer("b"), newer("d")]);
        assert_eq!(told, ["b 1:2+b1 becomes 3", "c 1:2+b1 is needed no more", "d 3 is new"]);
    }
}
