//! Debian's packages as parts of an image: downloaded by apt without root, kept in a cache,
//! unpacked, and their files put into an archive that Linux starts from.

mod apt;
mod cache;
pub mod cpio;
pub mod elf;
pub mod failure;
mod lock;
mod modules;
mod tree;

pub use apt::{cached, package_name, packages, source};
pub use cache::{Cache, Temporary, size};
pub use lock::lock;
pub use modules::Modules;
pub use tree::{Files, Tree, all_files};
