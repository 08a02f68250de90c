//! The forms of an image: what loaders take that do not read the ELF file, and media that firmware
//! boots.

mod bootable;
mod disk;
mod elf;
mod fat;
mod flat;
mod form;
mod iso;
mod netboot;
mod options;
mod qcow2;
mod tree;
mod vhd;
mod vmdk;

pub use elf::without_debug;
pub use form::Form;
pub use options::{OPTIONS_MOST, with_name, with_options};
pub use tree::with_tree;
