//! A machine at the other end of a line: a serial port of this one, or a socket that stands for one.

mod guest;
mod line;
mod machine;
pub(crate) mod platform;
mod port;

pub use guest::SerialGuest;
pub use line::Line;
pub use port::Port;
