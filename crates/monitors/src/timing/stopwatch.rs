//! What a session sees of external timing.

use std::io::{self, PipeReader};
use std::os::fd::OwnedFd;
use std::sync::Arc;

use super::mailbox::Mailbox;
use super::{Clock, GuestMemory, Passing, ThreadId, Windows, uart};
use results::channels::Channel;

/// Times the windows of one boot.
#[derive(Debug)]
pub struct Stopwatch {
    clock: Clock,
    windows: Arc<Windows>,
    thread: Option<ThreadId>,
    mailbox: Option<Mailbox>,
}

impl Stopwatch {
    /// Times the marks on `console`; the console's other bytes come out of the pipe that is
    /// returned with it.
    ///
    /// # Errors
    /// When the system has no thread or pipe left.
    pub fn on_console(console: OwnedFd) -> io::Result<(Self, PipeReader)> {
        let (clock, windows) = (Clock::new(), Arc::<Windows>::default());
        let (console, thread) = uart::tap(console, clock.clone(), Arc::clone(&windows))?;
        Ok((Self { clock, windows, thread: Some(thread), mailbox: None }, console))
    }

    /// Times the marks on a console that the tool itself writes: every byte has to go through
    /// what is returned with it.
    pub fn on_passing() -> (Self, Passing) {
        let (clock, windows) = (Clock::new(), Arc::<Windows>::default());
        let passing = Passing::new(clock.clone(), Arc::clone(&windows));
        (Self { clock, windows, thread: None, mailbox: None }, passing)
    }

    /// Times the marks in a mailbox in `memory`, once the guest has said where it is.
    ///
    /// # Errors
    /// When the system has no thread left.
    pub fn on_memory(memory: Arc<GuestMemory>) -> io::Result<Self> {
        let (clock, windows) = (Clock::new(), Arc::<Windows>::default());
        let mailbox = Mailbox::new(memory, clock.clone(), Arc::clone(&windows))?;
        Ok(Self { clock, windows, thread: Some(mailbox.thread()), mailbox: Some(mailbox) })
    }

    /// The channel.
    pub fn channel(&self) -> Channel {
        if self.mailbox.is_some() { Channel::Mailbox } else { Channel::Uart }
    }

    /// The thread that waits for marks; `None` where they need no waiting for.
    pub fn thread(&self) -> Option<ThreadId> {
        self.thread
    }

    /// The guest says that its mailbox is at guest-physical `address`.
    ///
    /// # Errors
    /// Says why it cannot be used.
    pub fn locate(&self, address: u64) -> Result<(), String> {
        let mailbox =
            self.mailbox.as_ref().ok_or("the guest has a mailbox that nobody asked for")?;
        mailbox.locate(address)
    }

    /// Where the windows are put.
    pub fn windows(&self) -> Arc<Windows> {
        Arc::clone(&self.windows)
    }

    /// Nanoseconds that a tick of the windows takes.
    pub fn ns_per_tick(&self) -> f64 {
        self.clock.ns_per_tick()
    }
}
