//! Programs of the user's for a Linux that runs them by itself.

use super::bag::Bag;
use super::{Refusal, digest, find, place};
use debian::elf;
use ground::Arch;

/// Programs with all that they cannot run without.
#[derive(Debug)]
pub struct Programs {
    /// The archive with all of it.
    pub archive: Vec<u8>,
    /// Where each is when that is unpacked in the root.
    pub places: Vec<String>,
    /// What they have to find in their environment.
    pub environment: Vec<String>,
}

impl Programs {
    /// Those that a shell would start for `names`, for an `arch`, for which `guest` is a program too; of at
    /// most so many bytes. Only a debugger wants the `whole` of them.
    ///
    /// # Errors
    /// When something is missing, too large, or for another machine.
    pub fn pack(
        names: &[String],
        arch: &Arch,
        guest: &[u8],
        (most, whole): (u64, bool),
    ) -> Result<Self, Refusal> {
        let machine = elf::needs(guest).map(|needs| needs.machine).unwrap_or_default();
        let bag = Bag::new(machine, find::library_folders(&arch.debian.libraries), most);
        let mut bag = if whole { bag } else { bag.of_loaded() };
        let paths: Vec<_> =
            names.iter().map(|name| find::program(name)).collect::<Result<_, _>>()?;
        let places: Vec<String> = paths.iter().map(|path| place::of_program(path)).collect();
        for (path, place) in paths.iter().zip(&places) {
            bag.add_program(path, place)?;
        }
        let places = places.into_iter().map(|place| format!("/{place}")).collect();
        Ok(Self { places, environment: bag.environment(), archive: bag.pack() })
    }

    /// What tells the same files from others: hexadecimal digits, eight of them.
    pub fn digest(&self) -> String {
        digest(&self.archive)
    }
}
