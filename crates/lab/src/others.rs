//! Images that no platform of the lab needs by itself: made of older packages or of parts that
//! users have replaced, states of guests that a run makes again, or never finished; and outer machines
//! of older packages.

use std::collections::BTreeSet;
use std::path::PathBuf;

use super::arch::LabArch;
use super::image::IMAGES;
use super::outer::{self, Bundle, FOLDER};
use super::parts::Parts;
use super::recipe::Recipe;
use debian::{Cache, failure, lock};
use ground::{Arch, Trouble};
use monitors::Spec;

/// Such images.
#[derive(Debug)]
pub struct Others {
    folders: Vec<PathBuf>,
}

impl Others {
    /// Finds them.
    ///
    /// # Errors
    /// When the emulator is missing that the images of an architecture depend on.
    pub(super) fn find(cache: &Cache) -> Result<Self, Trouble> {
        let needed = needed(cache)?;
        let places = [IMAGES, FOLDER].map(|name| cache.path().join(name));
        let entries = places.iter().flat_map(std::fs::read_dir).flatten();
        let folders = entries.flatten().map(|entry| entry.path());
        let folders = folders.filter(|path| path.is_dir() && !needed.contains(path)).collect();
        Ok(Self { folders })
    }

    /// How many they are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.folders.len()
    }

    /// Bytes in them.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.folders.iter().map(|folder| debian::size(folder)).sum()
    }
}

/// The images of Debian's packages that were downloaded last, for all architectures.
fn needed(cache: &Cache) -> Result<BTreeSet<PathBuf>, Trouble> {
    let mut needed = BTreeSet::new();
    for (arch, lab) in LabArch::all() {
        needed.extend(Bundle::all(arch, lab, Arch::native()).map(|bundle| bundle.folder(cache)));
        for recipe in Recipe::all(arch, lab) {
            if let Some(packages) = recipe.cached_packages(cache) {
                let outer = outer::locate(&Spec::plain("lab"), arch, lab, 1)?;
                let image = recipe.image(cache, &packages, &Parts::default(), &*outer)?;
                needed.insert(image.folder);
            }
        }
    }
    Ok(needed)
}

/// Removes them, when nobody makes an image any more; returns how many bytes that were.
///
/// # Errors
/// When the emulator is missing that tells them from the others, or something cannot be removed.
pub fn clean_others() -> Result<u64, Trouble> {
    let cache = Cache::open("lab")?;
    let _alone = lock(&cache.folder(IMAGES)?)?;
    let others = Others::find(&cache)?;
    let size = others.size();
    for folder in &others.folders {
        std::fs::remove_dir_all(folder).map_err(|error| failure::file(folder, &error))?;
    }
    Ok(size)
}
