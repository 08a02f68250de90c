//! External timing: the host's own counter, read when a mark of the guest arrives.
//!
//! The guest marks the edges of every timed loop, a *window*, on one of two channels. Over
//! the UART ([`Channel::Uart`](results::channels::Channel::Uart)) a thread reads the console and notes when the two characters
//! come by; through the mailbox ([`Channel::Mailbox`](results::channels::Channel::Mailbox)) a thread polls words of the guest's
//! memory. Either fills [`Windows`]; a [`Stopwatch`] is what a session sees of it.

mod clock;
mod mailbox;
mod marks;
mod memory;
mod passing;
mod stopwatch;
mod uart;
mod windows;

pub use clock::Clock;
pub use memory::GuestMemory;
pub use passing::Passing;
pub use stopwatch::Stopwatch;
pub use windows::Windows;

/// A thread, as the operating system numbers it.
pub type ThreadId = rustix::process::Pid;
