//! Builds of Linux that Debian has, and images that were made with them.

use std::path::PathBuf;

use super::image::{IMAGES, LINUX};
use debian::{Cache, Kernel, failure, lock};
use ground::{Arch, Trouble};
use results::LinuxBuild;
use system::input;

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

/// Whether there is an image with `kernel`.
pub fn has_image_of(kernel: &Kernel) -> bool {
    Cache::open("lab").is_ok_and(|cache| !images_of(&cache, kernel).is_empty())
}

/// Removes the images with `kernel`; its packages stay.
///
/// # Errors
/// When one cannot be removed.
pub fn discard_image_of(kernel: &Kernel) -> Result<(), Trouble> {
    let cache = Cache::open("lab")?;
    let _alone = lock(&cache.folder(IMAGES)?)?;
    for folder in images_of(&cache, kernel) {
        std::fs::remove_dir_all(&folder).map_err(|error| failure::file(&folder, &error))?;
    }
    Ok(())
}

/// The folders of images of the same packages.
fn images_of(cache: &Cache, kernel: &Kernel) -> Vec<PathBuf> {
    let sums: Vec<_> = kernel.packages().map(|[_, _, sum]| sum.to_owned()).collect();
    let has = |folder: &PathBuf| {
        let build = input::read(folder.join(LINUX)).ok();
        let build = build.and_then(|text| serde_json::from_slice::<LinuxBuild>(&text).ok());
        build.is_some_and(|it| it.packages.iter().map(|one| &one.sha256).eq(&sums))
    };
    let entries = std::fs::read_dir(cache.path().join(IMAGES)).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).filter(has).collect()
}
