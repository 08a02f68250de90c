//! The kernels that the tool carries, one for each architecture, and those that it is given; and
//! which of a kernel's benchmarks are to run.

mod carried;
mod code;
pub mod forms;
mod image;
mod selection;
mod texts;

pub use carried::{kernel, program};
pub use code::Instruction;
pub use image::{ImageFile, KernelImage};
pub use selection::Selection;
pub use texts::{Text, text};
