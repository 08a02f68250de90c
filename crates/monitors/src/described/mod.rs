//! Monitors that a file describes: how to start them, how their console comes.

mod console;
mod description;
mod fill;
mod launch;
pub(crate) mod platform;
mod shipped;

pub use description::{Console, Description, Ends, Mistake};
pub use launch::{find, start, version};
pub use platform::read;
pub use shipped::{Shipped, shipped};
