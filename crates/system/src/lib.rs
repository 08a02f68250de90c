//! What the tool asks of the system that it runs on, so that nothing can keep it waiting for ever,
//! fill its memory or outlive it: files and pipes that the user names, signals that ask the tool to
//! end, and programs of others.

#![cfg_attr(not(test), warn(unused_crate_dependencies))]

pub mod input;
pub mod interrupt;
pub mod ksm;
pub mod memory;
pub mod output;
pub mod place;
pub mod process;
pub mod time;
