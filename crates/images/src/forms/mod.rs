//! The forms of an image: what loaders take that do not read the ELF file, and media that firmware
//! boots.

mod bootable;
mod disk;
mod elf;
mod fat;
mod flat;
mod iso;
mod options;
mod qcow2;

pub use bootable::Bootable;
pub use disk::disk;
pub use flat::flat;
pub use iso::iso;
pub use options::{OPTIONS_MOST, with_options};
pub use qcow2::qcow2;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Arch;

    /// And nothing in them depends on when or where they are made.
    #[test]
    fn media_are_the_same_to_the_byte_whenever_they_are_made() {
        for arch in Arch::all() {
            let bootable = Bootable::new(arch.kernel(), arch).unwrap();
            let again = Bootable::new(arch.kernel(), arch).unwrap();
            assert!(disk(&bootable).unwrap() == disk(&again).unwrap(), "{}", arch.name);
            let cd = iso(&bootable).unwrap();
            assert!(cd == iso(&again).unwrap(), "{}", arch.name);
            assert!(cd.len() < 1 << 20, "{}", cd.len());
        }
    }
}
