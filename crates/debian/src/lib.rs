//! Debian's packages as parts of an image: named by a lock, downloaded by their hashes, kept in a cache,
//! unpacked, and their files put into an archive that Linux starts from.

#![cfg_attr(not(test), warn(unused_crate_dependencies))]

mod apt;
mod banner;
mod cache;
pub mod cpio;
pub mod elf;
pub mod failure;
mod fetch;
mod http;
mod index;
mod kernels;
mod lockfile;
mod modules;
mod package;
mod packages;
mod places;
mod progress;
mod release;
mod texts;
mod tree;
mod turns;
mod unpack;
mod update;
mod version;

pub use banner::banner;
pub use cache::{Cache, Temporary, fingerprint, size};
pub use kernels::{kernel, kernel_packages, kernels};
pub use lockfile::digest;
pub use modules::Modules;
pub use packages::{Set, cached, check, packages, source, wanted};
pub use release::{FLAVOURS, IMAGE as LINUX_IMAGE, Kernel, is_version};
#[doc(hidden)]
pub use texts::read_any;
pub use tree::{Files, Tree, all_files, package_name};
pub use turns::lock;
pub use update::{Update, update, update_lacking};

#[cfg(test)]
mod tests;
