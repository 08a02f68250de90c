//! Monitors that a file describes: how to start them, how their console comes.

mod console;
mod description;
mod fill;
mod filled;
mod launch;
mod own;
pub(crate) mod platform;
mod shipped;

pub use description::{Console, Description, Ends, Mistake};
pub use filled::{Filled, Places, kernel};
pub use launch::{find, start, version};
pub use own::own;
pub use platform::read;
pub use shipped::{Shipped, shipped};
