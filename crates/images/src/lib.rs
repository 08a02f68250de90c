//! The kernels that the tool carries, one for each architecture, and those that it is given; and
//! which of a kernel's benchmarks are to run.

#![cfg_attr(not(test), warn(unused_crate_dependencies))]

mod code;
mod compiler;
pub mod forms;
mod image;
mod programs;
mod selection;
mod texts;

pub use code::Instruction;
pub use image::{ImageFile, KernelImage};
pub use programs::{kernel, program};
pub use selection::Selection;
pub use texts::{Text, text};
