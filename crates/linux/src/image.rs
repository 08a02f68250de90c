//! An image: a kernel and a file system, as they were made last for an architecture.

use std::io;
use std::path::{Path, PathBuf};

use ground::{Arch, Trouble};
use serde::{Deserialize, Serialize};

use crate::LinuxArch;
use debian::{Cache, Files, Temporary, Tree, failure, fingerprint};

const KERNEL: &str = "kernel";
const INITRAMFS: &str = "initramfs";
/// What is behind it where a workload uses a disk or a network.
const DEVICES: &str = "devices";
/// Written last: what the image was made of.
const MADE: &str = "made.json";

/// What an image was made of.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Made {
    /// The kernel's file name: a package of Debian's, or the user's own file.
    pub kernel: String,
    /// File names of the packages with programs.
    pub programs: Vec<String>,
    /// What tells apart all else that it was made of.
    pub digest: String,
    /// Bytes of its files.
    pub sizes: [u64; 3],
}

/// An image's place.
#[derive(Debug)]
pub(crate) struct Image {
    folder: PathBuf,
    cache: Cache,
    /// What is to be added to the command that makes it.
    arch: String,
}

impl Image {
    /// Where the image for `arch` is or will be.
    ///
    /// # Errors
    /// When there is no place for it.
    pub(crate) fn of(arch: &Arch) -> Result<Self, Trouble> {
        let cache = Cache::open("guest")?;
        let arch_word =
            if arch.is_host() { String::new() } else { format!(" --arch {}", arch.name) };
        Ok(Self { folder: cache.path().join(&arch.name), cache, arch: arch_word })
    }

    /// The cache that it is in.
    pub(crate) fn cache(&self) -> &Cache {
        &self.cache
    }

    /// What it was made of; `None` when it was not made, or has been cut off since.
    pub(crate) fn made(&self) -> Option<Made> {
        let text = system::input::read_text(self.folder.join(MADE)).ok()?;
        let made: Made = serde_json::from_str(&text).ok()?;
        (sizes(&self.folder).ok()? == made.sizes).then_some(made)
    }

    /// Its kernel, its file system, and what that has besides where a workload uses a device.
    ///
    /// # Errors
    /// When it has not been made, or by a hyperbench that made it in another way.
    pub(crate) fn content(&self, linux: &LinuxArch) -> Result<[Vec<u8>; 3], Trouble> {
        let why = match self.made() {
            Some(made) if made.digest.starts_with(&recipe(linux)) => None,
            Some(_) => Some("was made by another version of hyperbench"),
            None => Some("has not been built"),
        };
        if let Some(why) = why {
            return Err(Trouble::unavailable(
                format!("the Linux guest {why}"),
                format!("build it: {}{}", self.cache.build(), self.arch),
            ));
        }
        let read = |name| {
            let path = self.folder.join(name);
            system::input::read(&path).map_err(|error| failure::file(&path, &error))
        };
        Ok([read(KERNEL)?, read(INITRAMFS)?, read(DEVICES)?])
    }

    /// Puts a `kernel`, the programs in `tree`, and what is for `devices` in the image's place.
    ///
    /// # Errors
    /// When a file is missing, or the disk is full.
    pub(crate) fn make(
        &self,
        linux: &LinuxArch,
        kernel: &[u8],
        tree: &Tree,
        devices: &[u8],
        mut made: Made,
    ) -> Result<(), Trouble> {
        let initramfs = initramfs(linux, tree)?;
        let folder = Temporary::inside(&self.cache.folder("")?)?;
        let place = || {
            std::fs::write(folder.path().join(KERNEL), kernel)?;
            std::fs::write(folder.path().join(INITRAMFS), initramfs)?;
            std::fs::write(folder.path().join(DEVICES), devices)?;
            made.sizes = sizes(folder.path())?;
            std::fs::write(folder.path().join(MADE), serde_json::to_string_pretty(&made)?)?;
            folder.keep_as(&self.folder)
        };
        place().map_err(|error| failure::file(&self.folder, &error))
    }
}

/// The file system without the program that measures.
fn initramfs(linux: &LinuxArch, tree: &Tree) -> Result<Vec<u8>, Trouble> {
    let programs = &linux.programs;
    let mut files = Files::default();
    for place in &programs.places {
        let name = place.rsplit('/').next().unwrap_or(place);
        files.add_program(tree, &format!("bin/{name}"), &tree.read(place)?)?;
    }
    files.add(&programs.loader, &tree.read(&programs.loader)?);
    for path in programs.folders.iter().flat_map(|folder| tree.files(folder)) {
        files.add(&path, &tree.read(&path)?);
    }
    for name in &programs.busybox {
        files.link(&format!("bin/{name}"), "busybox");
    }
    Ok(files.pack())
}

fn sizes(folder: &Path) -> io::Result<[u64; 3]> {
    let size = |name| Ok::<_, io::Error>(std::fs::metadata(folder.join(name))?.len());
    Ok([size(KERNEL)?, size(INITRAMFS)?, size(DEVICES)?])
}

/// Tells apart the ways to make an image.
fn recipe(linux: &LinuxArch) -> String {
    fingerprint([format!("{linux:?}")])
}

/// Tells apart all that images are made of: the way, the programs' packages, the kernel.
pub(crate) fn digest(linux: &LinuxArch, programs: &[String], kernel: &[u8]) -> String {
    recipe(linux) + &fingerprint([programs.join(" ").as_bytes(), kernel])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The place of an image, with files that nobody vouches for.
    fn image(folder: &Path) -> (LinuxArch, Image) {
        let linux = LinuxArch::of(Arch::native()).unwrap();
        let image = Image {
            folder: folder.join("image"),
            cache: Cache::open("guest").unwrap(),
            arch: String::new(),
        };
        std::fs::create_dir_all(&image.folder).unwrap();
        for name in [KERNEL, INITRAMFS, DEVICES] {
            std::fs::write(image.folder.join(name), name).unwrap();
        }
        (linux, image)
    }

    fn note(image: &Image, digest: String) {
        let made = Made { digest, sizes: sizes(&image.folder).unwrap(), ..Made::default() };
        std::fs::write(image.folder.join(MADE), serde_json::to_string(&made).unwrap()).unwrap();
    }

    #[test]
    fn an_image_that_is_cut_off_or_was_made_in_another_way_is_to_be_built() {
        let folder = tempfile::tempdir().unwrap();
        let (linux, image) = image(folder.path());
        let why = || image.content(&linux).unwrap_err().to_string();
        assert!(why().contains("has not been built"));
        note(&image, digest(&linux, &[], b"kernel"));
        let files = [b"kernel".to_vec(), b"initramfs".to_vec(), b"devices".to_vec()];
        assert_eq!(image.content(&linux).unwrap(), files);
        note(&image, digest(&LinuxArch { options: "other".into(), ..linux.clone() }, &[], b""));
        assert!(why().contains("another version"));
        note(&image, digest(&linux, &[], b"kernel"));
        std::fs::write(image.folder.join(INITRAMFS), "init").unwrap();
        assert!(why().contains("has not been built"));
    }

    #[test]
    fn another_kernel_or_program_makes_another_image() {
        let linux = LinuxArch::of(Arch::native()).unwrap();
        let one = digest(&linux, &["gzip 1".into()], b"kernel");
        assert_eq!(one, digest(&linux, &["gzip 1".into()], b"kernel"));
        assert_ne!(one, digest(&linux, &["gzip 2".into()], b"kernel"));
        assert_ne!(one, digest(&linux, &["gzip 1".into()], b"other"));
    }
}
