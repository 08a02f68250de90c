//! The kernels that the tool carries, one for each architecture, and those that it is given; the
//! architectures themselves; and which of a kernel's benchmarks are to run.

mod arch;
mod code;
pub mod forms;
mod image;
mod selection;

pub use arch::{Arch, BochsArch, DebianArch, EfiArch, HostArch, LibvirtArch, QemuArch};
pub use code::{Disassembler, Instruction};
pub use image::{ImageError, ImageFile, KernelImage};
pub use selection::{Selection, SelectionError};
