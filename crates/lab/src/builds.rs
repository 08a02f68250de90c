//! Builds of Linux that Debian has, and images that were made with them or with programs of its releases.

use std::path::{Path, PathBuf};

use super::image::{self, IMAGES, INNER, LINUX};
use super::linux::{self, Linux};
use debian::{Cache, Kernel, failure, lock};
use ground::{Arch, Trouble};
use monitors::linux_keys;
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

/// A Linux for guests in the place of theirs.
#[derive(Debug)]
pub struct GuestKernel {
    /// Its kernel.
    pub kernel: Vec<u8>,
    /// The archive of modules for guests with a disk; empty for a file of the user's.
    pub modules: Vec<u8>,
    /// Which build it is, where it is Debian's.
    pub build: Option<InnerBuild>,
}

/// The one for guests of `arch` that `wanted` names: Debian's of a version, of the usual flavour, or a file. `say`
/// is told of each step.
///
/// # Errors
/// When Debian has no such one, and when a file cannot be read.
pub fn guest_kernel(arch: &Arch, wanted: &str, say: &dyn Fn(&str)) -> Result<GuestKernel, Trouble> {
    if !linux::is_version(wanted) {
        let kernel = linux::read(Path::new(wanted))?;
        return Ok(GuestKernel { kernel, modules: Vec::new(), build: None });
    }
    let cache = Cache::open("lab")?;
    let kernel = debian::kernel(&cache, &arch.debian, (wanted, USUAL_FLAVOUR), say)?;
    let place = cache.folder(IMAGES)?;
    let (release, linux) = (kernel.release.clone(), Linux::Debian(kernel));
    let unpacked = linux.unpacked(&cache, &arch.debian, &place, say)?;
    let modules = unpacked.modules.as_deref().map(|folder| ::linux::modules(arch, folder));
    let modules = modules.transpose()?.unwrap_or_default();
    let build =
        InnerBuild { key: linux_keys::KERNEL.name.to_owned(), release, packages: linux.packages() };
    Ok(GuestKernel { kernel: unpacked.kernel, modules, build: Some(build) })
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
