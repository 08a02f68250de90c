//! `hyperbench lab`: building the images, telling of them, removing them.

use std::path::{Path, PathBuf};

use super::arch::{Emulator, LabArch, XenRelease};
use super::assembly;
use super::image::IMAGES;
use super::others::Others;
use super::outer::{self, Bundle, Outer};
use super::parts::Parts;
use super::recipe::Recipe;
use super::run::lab_on;
use debian::{Cache, LINUX_IMAGE, Set, failure, package_name};
use ground::{Arch, Trouble};
use monitors::Spec;
use system::interrupt::Interrupt;

/// Free disk space that building takes at most, in bytes: packages, their unpacked files,
/// the images.
const SPACE: u64 = 3 << 30;

/// Memory that has to be available, in bytes: the outer machine's, and QEMU's own.
const MEMORY: u64 = 1 << 30;

/// What there is of the lab.
#[derive(Debug)]
pub struct Status {
    /// The folder that everything is in.
    pub folder: PathBuf,
    /// Bytes in it.
    pub size: u64,
    /// The images.
    pub recipes: Vec<RecipeStatus>,
    /// Other images; `None` where they cannot be told from these.
    pub others: Option<Others>,
}

/// What there is of an image.
#[derive(Debug)]
pub struct RecipeStatus {
    /// Its name.
    pub name: String,
    /// The packages that say what is measured, with their versions; empty when they have
    /// not been downloaded.
    pub packages: Vec<String>,
    /// Whether it can be run.
    pub built: bool,
}

/// Builds every image for kernels of `arch` that is not there, or of these `only` those that are named; `update`
/// asks Debian for newer packages first. `say` is told of each step, and of what cannot be made. Returns whether
/// everything could.
///
/// # Errors
/// When there is no image of a name, the machine cannot hold the lab, there is no newer lock, or nothing could be
/// made.
pub fn build(
    arch: &Arch,
    only: &[String],
    update: bool,
    say: &dyn Fn(&str),
) -> Result<bool, Trouble> {
    let cache = Cache::open("lab")?;
    lab_on(Emulator::Qemu, arch)?;
    check_names(arch, only)?;
    check_room(&cache.folder("")?)?;
    if update {
        newer_lock(arch, Arch::native(), &cache, debian::update, say)?;
    }
    let (mut is_any_made, mut failed) = (false, None);
    let is_asked = |name: &str| only.is_empty() || only.iter().any(|asked| asked == name);
    for (lab, recipe) in images(arch).filter(|(_, recipe)| is_asked(recipe.name)) {
        let say = |step: &str| say(&format!("{}: {step}", recipe.name));
        match build_one(&recipe, arch, lab, &cache, &say) {
            Ok(()) => is_any_made = true,
            Err(why) if Interrupt::is_caught() => return Err(why),
            Err(why) => {
                say(&format!("left out: {why}; {}", why.next));
                failed = failed.or(Some(why));
            }
        }
    }
    match failed {
        Some(why) if !is_any_made => Err(why),
        failed => Ok(failed.is_none()),
    }
}

/// Refuses a name that no image for kernels of `arch` has.
fn check_names(arch: &Arch, only: &[String]) -> Result<(), Trouble> {
    let names: Vec<_> = images(arch).map(|(_, recipe)| recipe.name).collect();
    only.iter().find(|asked| !names.contains(&asked.as_str())).map_or(Ok(()), |asked| {
        let why = format!("the lab for {} kernels has no image {asked:?}", arch.name);
        Err(Trouble::usage(why, format!("name some of {}, or none for all", names.join(", "))))
    })
}

/// The images for kernels of `arch`, each with its lab.
fn images(arch: &Arch) -> impl Iterator<Item = (&'static LabArch, Recipe<'_>)> {
    let labs = LabArch::every_of(arch);
    labs.flat_map(move |lab| Recipe::all(arch, lab).map(move |recipe| (lab, recipe)))
}

/// Makes a newer lock, by `update`, of all that the labs for kernels of `arch` on the machine `host` are made of.
fn newer_lock(
    arch: &Arch,
    host: &'static Arch,
    cache: &Cache,
    update: debian::Update,
    say: &dyn Fn(&str),
) -> Result<(), Trouble> {
    let recipes: Vec<_> = images(arch).map(|(_, recipe)| recipe).collect();
    let bundles: Vec<_> = bundles(arch, host).collect();
    let of_images: Vec<_> = recipes.iter().map(Recipe::set).chain(xens(arch)).collect();
    update(cache, &arch.debian, &of_images, say)?;
    let of_bundles: Vec<_> = bundles.iter().map(Bundle::set).collect();
    update(cache, &host.debian, &of_bundles, say)
}

/// The Xens of the labs for kernels of `arch` that are not their images' own, as sets of a lock's.
fn xens(arch: &Arch) -> impl Iterator<Item = Set<'_>> {
    let of = |lab: &'static LabArch| lab.dom0less.iter().chain(&lab.xens).map(XenRelease::set);
    LabArch::every_of(arch).flat_map(of)
}

/// The outer machines of the labs for kernels of `arch` on the machine `host`; none where they do not run there.
fn bundles<'a>(arch: &'a Arch, host: &'static Arch) -> impl Iterator<Item = Bundle<'a>> {
    let can_host = LabArch::of(host).is_none_or(|lab| lab.hosts_labs);
    let labs = LabArch::every_of(arch).filter(move |_| can_host);
    labs.flat_map(move |lab| Bundle::all(arch, lab, host))
}

/// Builds the image of `recipe` where it is not there, and unpacks the outer machine of its `lab`.
fn build_one(
    recipe: &Recipe<'_>,
    arch: &Arch,
    lab: &LabArch,
    cache: &Cache,
    say: &dyn Fn(&str),
) -> Result<(), Trouble> {
    let spec = Spec::plain("lab");
    if let Some(bundle) = Bundle::named(&spec, arch, lab, 1) {
        bundle.unpacked(cache, say)?;
    }
    let outer = outer::detect(&spec, arch, lab, 1)?;
    let packages = recipe.packages(cache, say)?;
    let parts = Parts::default();
    let image = recipe.image(cache, &packages, &parts, &*outer)?;
    // One of the same length may be damaged: its content tells.
    image.check_all();
    assembly::make(recipe, (&image, &packages), cache, &parts, &*outer, say)?;
    say("ready");
    Ok(())
}

/// Looks at what there is for kernels of `arch`.
///
/// # Errors
/// When there is no place for it, or no lab for `arch`.
pub fn status(arch: &Arch) -> Result<Status, Trouble> {
    let cache = Cache::open("lab")?;
    lab_on(Emulator::Qemu, arch)?;
    let mut recipes = Vec::new();
    for lab in LabArch::every_of(arch) {
        let outer = outer::locate(&Spec::plain("lab"), arch, lab, 1).ok();
        let status = |recipe| one(&recipe, &cache, outer.as_deref());
        recipes.extend(Recipe::all(arch, lab).map(status));
    }
    let others = Others::find(&cache).ok();
    Ok(Status { folder: cache.path().to_owned(), size: cache.size(), recipes, others })
}

/// Whether any image has been made, by a look into the folder alone; `None` where `arch` has no lab.
pub fn has_images(arch: &Arch) -> Option<bool> {
    LabArch::of(arch)?;
    let images = Cache::open("lab").ok().map(|cache| cache.path().join(IMAGES));
    let mut entries = images.and_then(|folder| std::fs::read_dir(folder).ok());
    Some(entries.iter_mut().flatten().flatten().any(|entry| entry.path().is_dir()))
}

/// Removes everything; returns how many bytes that were.
///
/// # Errors
/// When something cannot be removed.
pub fn clean() -> Result<u64, Trouble> {
    let cache = Cache::open("lab")?;
    let size = cache.size();
    cache.clean()?;
    Ok(size)
}

/// What there is of the image of `recipe`, which cannot be run without its emulator.
fn one(recipe: &Recipe, cache: &Cache, outer: Option<&dyn Outer>) -> RecipeStatus {
    let packages = recipe.cached_packages(cache).unwrap_or_default();
    let image = |outer| recipe.image(cache, &packages, &Parts::default(), outer).ok();
    let image = outer.and_then(image);
    let built = !packages.is_empty() && image.is_some_and(|image| image.is_made());
    let telling = |name: &String| recipe.made_of.packages.iter().any(|p| is_of(name, p));
    let packages = packages.iter().map(|path| package_name(path)).filter(telling).collect();
    RecipeStatus { name: recipe.name.to_owned(), packages, built }
}

/// Whether `file`, as `name version`, is of the package `wanted` or what that stands for.
fn is_of(file: &str, wanted: &str) -> bool {
    let name = file.split(' ').next().unwrap_or_default();
    name == wanted || name.starts_with(LINUX_IMAGE)
}

fn check_room(folder: &Path) -> Result<(), Trouble> {
    let disk = rustix::fs::statvfs(folder).map_err(|e| failure::file(folder, &e.into()))?;
    let free = disk.f_bavail * disk.f_frsize;
    enough(folder, free, available_memory().unwrap_or(MEMORY))
}

/// Whether `free` bytes of disk in `folder` and `available` bytes of memory are enough.
fn enough(folder: &Path, free: u64, available: u64) -> Result<(), Trouble> {
    if free < SPACE {
        return Err(Trouble::unavailable(
            format!(
                "the lab needs {} MB of disk, and {} has {} MB free",
                SPACE >> 20,
                folder.display(),
                free >> 20
            ),
            "make room, or set XDG_CACHE_HOME to a folder elsewhere",
        ));
    }
    if available < MEMORY {
        return Err(Trouble::unavailable(
            format!(
                "the lab needs {} MB of memory, and {} MB are available",
                MEMORY >> 20,
                available >> 20
            ),
            "end other programs, then try again",
        ));
    }
    Ok(())
}

/// Bytes that programs can still have without swapping.
fn available_memory() -> Option<u64> {
    let text = system::input::read_text("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim().strip_suffix(" kB")?.parse::<u64>().ok().map(|kib| kib << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_little_disk_or_memory_is_said_in_figures() {
        let here = Path::new("/here");
        let said = |free, available| enough(here, free, available).unwrap_err().to_string();
        assert_eq!(
            said(SPACE - 1, MEMORY),
            "the lab needs 3072 MB of disk, and /here has 3071 MB free"
        );
        assert_eq!(said(SPACE, 5 << 20), "the lab needs 1024 MB of memory, and 5 MB are available");
        assert!(enough(here, SPACE, MEMORY).is_ok());
    }

    /// With `UPDATE_LOCKS` it is made anew first, all of it or the `new` sets: tools/locks.sh.
    #[test]
    fn the_lock_has_what_the_images_and_the_outer_machines_are_made_of() {
        let cache = Cache::open("lab").unwrap();
        let archs = || Arch::all().filter(|arch| LabArch::of(arch).is_some());
        for (arch, host) in archs().flat_map(|arch| archs().map(move |host| (arch, host))) {
            if let Some(what) = std::env::var_os("UPDATE_LOCKS") {
                let update: debian::Update =
                    if what == "new" { debian::update_lacking } else { debian::update };
                newer_lock(arch, host, &cache, update, &|line| println!("{line}")).unwrap();
            }
            for (_, recipe) in images(arch) {
                debian::check(&cache, &arch.debian, &recipe.set()).unwrap();
            }
            for set in xens(arch) {
                debian::check(&cache, &arch.debian, &set).unwrap();
            }
            for bundle in bundles(arch, host) {
                debian::check(&cache, &host.debian, &bundle.set()).unwrap();
            }
        }
    }

    #[test]
    fn an_image_that_nobody_makes_is_refused_by_name() {
        for arch in Arch::all().filter(|arch| LabArch::of(arch).is_some()) {
            let (_, first) = images(arch).next().unwrap();
            let asked = |name: &str| check_names(arch, &[first.name.to_owned(), name.to_owned()]);
            assert!(asked(first.name).is_ok() && check_names(arch, &[]).is_ok());
            let refused = asked("nothing").unwrap_err();
            assert!(refused.to_string().contains("nothing") && refused.next.contains(first.name));
        }
    }

    #[test]
    fn files_of_packages_are_named_as_people_know_them() {
        let name = package_name(Path::new("/x/qemu-utils_1%3a7.2+dfsg-7_any.deb"));
        assert_eq!(name, "qemu-utils 1:7.2+dfsg-7");
        assert!(is_of(&name, "qemu-utils") && !is_of(&name, "busybox-static"));
    }
}
