//! Debian's Linuxes by their versions: which there are in all its suites, and the one that a user means. The
//! list is read once and kept: the same words name the same kernel until it is read anew.

use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use serde::Deserialize;

use crate::cache::Cache;
use crate::failure;
use crate::index::suite_has;
use crate::package::Package;
use crate::packages::{bring_these, now};
use crate::places::Places;
use crate::release::{Kernel, kernels_of, meant};
use crate::turns::lock;
use ground::{DebianArch, Trouble};

/// All suites that have kernels. One that a server does not have yet, or no more, has none.
const SUITES: &[&str] = &[
    "bullseye",
    "bullseye-security",
    "bookworm",
    "bookworm-updates",
    "bookworm-security",
    "bookworm-backports",
    "trixie",
    "trixie-updates",
    "trixie-security",
    "trixie-backports",
    "forky",
    "forky-security",
    "forky-backports",
    "sid",
    "experimental",
];

/// What the names of their packages begin with.
const PREFIX: &str = "linux-";

/// Where a cache has the list of an architecture.
const FOLDER: &str = "kernels";

/// A list that is younger is not read anew for what it does not have.
const FRESH: Duration = Duration::from_secs(600);

/// What a cache keeps.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct List {
    pub(crate) packages: Vec<Package>,
}

/// All kernels for `debian`'s architecture, the oldest first: as the cache has them, or where `update` is
/// asked for, or it has none, as Debian has them now. `say` is told of that.
///
/// # Errors
/// When Debian cannot be reached, or the list cannot be written.
pub fn kernels(
    cache: &Cache,
    debian: &DebianArch,
    update: bool,
    say: &dyn Fn(&str),
) -> Result<Vec<Kernel>, Trouble> {
    let place = place(cache, debian);
    let _alone = lock(&cache.folder(FOLDER)?)?;
    let known = system::input::read_text(&place).ok();
    let known: Option<List> = known.and_then(|text| toml::from_str(&text).ok());
    match known {
        Some(list) if !update => Ok(kernels_of(&list.packages, debian)),
        known => {
            let list = renewed(cache, debian, known.unwrap_or_default(), &Places::of_user(), say)?;
            Ok(kernels_of(&list.packages, debian))
        }
    }
}

/// The kernel that `wanted` names, of a `flavour`: a series (`6.12`, its newest), a version (`6.12.43`), a
/// release (`6.12.43+deb12`, `6.1.0-47`) or a package's version. A list that lacks it is read anew.
///
/// # Errors
/// Says which there are where there is no such one; and as [`kernels`].
pub fn kernel(
    cache: &Cache,
    debian: &DebianArch,
    (wanted, flavour): (&str, &str),
    say: &dyn Fn(&str),
) -> Result<Kernel, Trouble> {
    let found = meant(&kernels(cache, debian, false, say)?, wanted, flavour);
    if found.is_ok() || is_fresh(cache, debian) {
        return found;
    }
    meant(&kernels(cache, debian, true, say)?, wanted, flavour)
}

/// The packages of `kernel`, downloaded where they are not there, of which `say` is told.
///
/// # Errors
/// When no place has them, or the disk is full.
pub fn kernel_packages(
    cache: &Cache,
    kernel: &Kernel,
    say: &dyn Fn(&str),
) -> Result<Vec<PathBuf>, Trouble> {
    bring_these(cache, &kernel.packages, &Places::of_user(), say)?.ok_or_else(|| {
        Trouble::unavailable(
            format!("Debian has Linux {} no more", kernel.version),
            "choose another: hyperbench lab kernels --update",
        )
    })
}

/// The list as Debian has it at one of the `places` now, with what of `old` has been downloaded: packages that
/// Debian has no more go on working. It is kept.
pub(crate) fn renewed(
    cache: &Cache,
    debian: &DebianArch,
    old: List,
    places: &Places,
    say: &dyn Fn(&str),
) -> Result<List, Trouble> {
    say("reading which kernels Debian has");
    let (mut packages, mut failed) = (Vec::<Package>::new(), None);
    for suite in SUITES {
        match suite_has(&places.index, suite, debian, &now(), PREFIX) {
            Ok(found) => packages.extend(
                found
                    .into_iter()
                    .filter(Package::is_of_kernel)
                    .map(|it| Package { sets: (*suite).to_owned(), ..it }),
            ),
            Err(why) => failed = failed.or(Some(why)),
        }
    }
    if packages.is_empty() {
        return Err(Trouble::unavailable(
            format!("Debian's index cannot be read: {}", failed.unwrap_or_default()),
            "check the network, and that the certificates of authorities are there (ca-certificates)",
        ));
    }
    let is_gone = |old: &Package| !packages.iter().any(|new| new.sha256 == old.sha256);
    let gone: Vec<_> = old.packages.into_iter().filter(is_gone).collect();
    packages.extend(gone.into_iter().filter(|old| old.is_in_cache(cache)));
    packages.sort_by(|a, b| (&a.name, &a.version, &a.sets).cmp(&(&b.name, &b.version, &b.sets)));
    packages.dedup_by(|a, b| a.sha256 == b.sha256);
    let place = place(cache, debian);
    let lines: String = packages.iter().map(Package::line).collect();
    let new = place.with_extension("new");
    std::fs::write(&new, format!("packages = [\n{lines}]\n"))
        .and_then(|()| std::fs::rename(&new, &place))
        .map_err(|error| failure::file(&place, &error))?;
    Ok(List { packages })
}

fn place(cache: &Cache, debian: &DebianArch) -> PathBuf {
    cache.path().join(FOLDER).join(format!("{}.toml", debian.name))
}

fn is_fresh(cache: &Cache, debian: &DebianArch) -> bool {
    let changed = std::fs::metadata(place(cache, debian)).and_then(|it| it.modified());
    changed.is_ok_and(|at| SystemTime::now().duration_since(at).is_ok_and(|age| age < FRESH))
}
