//! The Linux guest: a kernel of Debian's or the user's, and the file system that it starts with.
//!
//! An image is made once, of packages, and kept. The program that measures is no part of it: it
//! is added to the file system at each run, so that a new program needs no new image.

#![cfg_attr(not(test), warn(unused_crate_dependencies))]

mod arch;
mod devices;
mod image;
mod maintain;
mod papers;
mod program;
mod ready;
mod sources;

pub use arch::LinuxArch;
pub use devices::modules;
pub use maintain::{Status, build, clean, status};
pub use papers::{build_papers, content as papers, sources};
pub use program::{Order, Packed, Programs, Refusal};
pub use ready::Linux;
