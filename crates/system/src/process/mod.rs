//! Programs of others: nothing of them outlives the tool, and none of them can keep it waiting,
//! fill its memory or write to the user's terminal.

mod below;
mod confine;
mod delays;
mod guard;
mod helper;
mod last;
mod memory_file;

pub use confine::confine;
pub use delays::Delays;
pub use guard::Program;
pub use helper::{HelperError, Output, run, run_into};
pub use last::LastCommand;
pub use memory_file::MemoryFile;
