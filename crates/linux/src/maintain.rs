//! `hyperbench guest`: building the Linux guest, telling of it, removing it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use ground::{Arch, Trouble};
use system::input;

use crate::LinuxArch;
use crate::devices;
use crate::image::{Image, Made, digest};
use crate::papers;
use debian::{Cache, Set, Tree, failure, lock};

/// What there is of the Linux guest for an architecture.
#[derive(Debug)]
pub struct Status {
    /// The folder that everything is in, for all architectures.
    pub folder: PathBuf,
    /// Bytes in it.
    pub size: u64,
    /// The kernel and the packages that it was made of; empty when it has not been made.
    pub parts: Vec<String>,
    /// The packages with the papers' programs; empty when they have not been built.
    pub papers: Vec<String>,
}

/// Builds the guest for `arch`, with Debian's kernel or the one in the file `own`. What is there
/// is used again; `update` asks Debian for newer packages. `say` is told of each step.
///
/// # Errors
/// When Debian cannot be reached, a file cannot be read, or the disk is full.
pub fn build(
    arch: &Arch,
    update: bool,
    own: Option<&Path>,
    say: &dyn Fn(&str),
) -> Result<(), Trouble> {
    let linux = LinuxArch::of(arch)?;
    let image = Image::of(arch)?;
    let place = image.cache().folder("")?;
    let _alone = lock(&place)?;
    let sets = linux.sets(arch);
    if update {
        debian::update(image.cache(), &arch.debian, &sets, say)?;
    }
    let get = |set: &Set<'_>| debian::packages(image.cache(), &arch.debian, set, say);
    let [programs, kernel, devices] = &sets;
    let (programs, more) = (get(programs)?, get(devices)?);
    let kernel = match own {
        Some(path) => Kernel::own(path)?,
        None => Kernel::of(get(kernel)?),
    };
    let names = programs.iter().chain(&more).map(|path| debian::package_name(path));
    let names: Vec<_> = names.collect::<BTreeSet<_>>().into_iter().collect();
    let digest = digest(&linux, &names, &kernel.identity);
    if image.made().is_none_or(|made| made.digest != digest) {
        say("making the image");
        let tree = Tree::unpack(&programs, &arch.debian.libraries, &place)?;
        let [content, modules] = kernel.content(&linux, arch, &place)?;
        let for_devices = Tree::unpack(&more, &arch.debian.libraries, &place)?;
        let more = [modules, devices::program(&linux, &for_devices)?].concat();
        let made = Made { kernel: kernel.name, programs: names, digest, sizes: [0; 3] };
        image.make(&linux, &content, &tree, &more, made)?;
    }
    say("ready");
    Ok(())
}

/// A kernel to put into an image.
struct Kernel {
    /// What people call it.
    name: String,
    /// What tells it from others; the user's own is all here.
    identity: Vec<u8>,
    /// The packages that Debian's is in.
    packages: Vec<PathBuf>,
}

impl Kernel {
    fn own(path: &Path) -> Result<Self, Trouble> {
        let identity = input::read(path).map_err(|error| failure::file(path, &error))?;
        Ok(Self { name: path.display().to_string(), identity, packages: Vec::new() })
    }

    /// Debian's: a package that names the newest, and that one, which since Debian 14 is in packages
    /// beside it.
    fn of(mut packages: Vec<PathBuf>) -> Self {
        packages.retain(|path| {
            let name = debian::package_name(path);
            ["linux-image-", "linux-binary-", "linux-modules-"]
                .iter()
                .any(|of| name.starts_with(of))
        });
        let names: Vec<_> = packages.iter().map(|path| debian::package_name(path)).collect();
        let name = names.first().cloned().unwrap_or_default();
        Self { name, identity: names.join(" ").into_bytes(), packages }
    }

    /// It, and the archive of its modules; the user's own has its drivers built in.
    fn content(
        &self,
        linux: &LinuxArch,
        arch: &Arch,
        place: &Path,
    ) -> Result<[Vec<u8>; 2], Trouble> {
        if self.packages.is_empty() {
            return Ok([self.identity.clone(), Vec::new()]);
        }
        let tree = Tree::unpack(&self.packages, &arch.debian.libraries, place)?;
        let modules = devices::modules(arch, &tree.find("lib/modules")?)?;
        Ok([tree.kernel(&linux.kernel)?, modules])
    }
}

/// Looks at what there is for `arch`.
///
/// # Errors
/// When there is no place for it.
pub fn status(arch: &Arch) -> Result<Status, Trouble> {
    let image = Image::of(arch)?;
    let parts = image.made().map(|made| [vec![made.kernel], made.programs].concat());
    let cache = image.cache();
    let (folder, size) = (cache.path().to_owned(), cache.size());
    let papers = papers::packages(cache, arch);
    Ok(Status { folder, size, parts: parts.unwrap_or_default(), papers })
}

/// Removes everything, for all architectures; returns how many bytes that were.
///
/// # Errors
/// When something cannot be removed.
pub fn clean() -> Result<u64, Trouble> {
    let cache = Cache::open("guest")?;
    let size = cache.size();
    cache.clean()?;
    Ok(size)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::papers::Papers;

    /// With `UPDATE_LOCKS` it is made anew first, all of it or the `new` sets: tools/locks.sh.
    #[test]
    fn the_lock_has_what_guests_are_made_of() {
        let cache = Cache::open("guest").unwrap();
        for arch in Arch::all() {
            let (linux, papers) = (LinuxArch::of(arch).unwrap(), Papers::of(arch));
            let papers = papers.iter().flat_map(|papers| papers.sets(arch));
            let sets: Vec<_> = linux.sets(arch).into_iter().chain(papers).collect();
            if let Some(what) = std::env::var_os("UPDATE_LOCKS") {
                let update: debian::Update =
                    if what == "new" { debian::update_lacking } else { debian::update };
                update(&cache, &arch.debian, &sets, &|line| println!("{line}")).unwrap();
            }
            for set in &sets {
                debian::check(&cache, &arch.debian, set).unwrap();
            }
        }
    }
}
