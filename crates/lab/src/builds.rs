//! Builds of Linux that Debian has, and images that were made with them or with programs of its releases.

use std::path::PathBuf;

use super::image::{self, IMAGES, INNER, LINUX};
use debian::{Cache, Kernel, failure, lock};
use ground::{Arch, Trouble};
use results::{InnerBuild, LinuxBuild};

/// The flavour of the lab's own Linux where it is the hypervisor.
pub const USUAL_FLAVOUR: &str = "cloud";

/// The Linuxes of Debian's for `arch` that a version can name, the oldest first; `update` has Debian asked anew,
/// of which `say` is told.
///
/// # Errors
/// When Debian cannot be reached.
pub fn kernels(arch: &Arch, update: bool, say: &dyn Fn(&str)) -> Result<Vec<Kernel>, Trouble> {
    debian::kernels(&Cache::open("lab")?, &arch.debian, update, say)
}

/// The one for `arch` that `wanted` names, of a `flavour` or the usual one.
///
/// # Errors
/// When there is none, which is said with those that there are.
pub fn kernel(
    arch: &Arch,
    wanted: &str,
    flavour: Option<&str>,
    say: &dyn Fn(&str),
) -> Result<Kernel, Trouble> {
    let wanted = (wanted, flavour.unwrap_or(USUAL_FLAVOUR));
    debian::kernel(&Cache::open("lab")?, &arch.debian, wanted, say)
}

/// What images have in them.
#[derive(Debug)]
pub enum Inside<'a> {
    /// A Linux of Debian's.
    Linux(&'a Kernel),
    /// The program that a setting names by its release: `qemu`, `10.0`.
    Program(&'a str, &'a str),
}

/// Does `work`, after which images with `inside` are gone that were not there before; packages stay.
///
/// # Errors
/// Those of `work`, and when an image cannot be removed.
pub fn without_images<T>(
    inside: &Inside<'_>,
    work: impl FnOnce() -> Result<T, Trouble>,
) -> Result<T, Trouble> {
    let cache = Cache::open("lab")?;
    let there = images_of(&cache, inside);
    let done = work();
    let _alone = lock(&cache.folder(IMAGES)?)?;
    for folder in images_of(&cache, inside).iter().filter(|folder| !there.contains(folder)) {
        std::fs::remove_dir_all(folder).map_err(|error| failure::file(folder, &error))?;
    }
    done
}

/// The folders of images with `inside`.
fn images_of(cache: &Cache, inside: &Inside<'_>) -> Vec<PathBuf> {
    let has = |folder: &PathBuf| match inside {
        Inside::Linux(kernel) => {
            let build = image::note::<LinuxBuild>(folder, LINUX).unwrap_or_default();
            let sums = kernel.packages().map(|[_, _, sum]| sum);
            !build.packages.is_empty() && build.packages.iter().map(|it| &*it.sha256).eq(sums)
        }
        Inside::Program(key, release) => {
            let programs = image::note::<Vec<InnerBuild>>(folder, INNER).unwrap_or_default();
            programs.iter().any(|it| (&*it.key, &*it.release) == (key, release))
        }
    };
    let entries = std::fs::read_dir(cache.path().join(IMAGES)).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).filter(has).collect()
}
