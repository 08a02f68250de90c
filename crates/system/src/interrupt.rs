//! Ctrl-C and the other requests to end.

use std::io::{self, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use signal_hook::consts::{
    SIGALRM, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGXCPU, SIGXFSZ,
};
use signal_hook::{flag, low_level};

/// The exit code of a tool that was asked to end.
pub const EXIT_CODE: u8 = 130;

/// Signals that ask the tool to end.
const REQUESTS: [i32; 8] = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU];

/// What is told of caught signals, once they are caught.
static CAUGHT: Mutex<Option<Interrupt>> = Mutex::new(None);

/// Has writing beyond the limit on the size of files (`ulimit -f`) fail, instead of ending the
/// process.
///
/// # Errors
/// When the system refuses the handler.
pub fn survive_size_limit() -> io::Result<()> {
    flag::register(SIGXFSZ, Arc::default()).map(|_| ())
}

/// Tells whether the user has asked the tool to end.
#[derive(Debug, Clone, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Catches Ctrl-C and other signals that end a program, from the first call on. The first
    /// signal is noted; a second one ends the process at once.
    ///
    /// # Errors
    /// When the system refuses the handlers.
    pub fn catch() -> io::Result<Self> {
        let mut caught = CAUGHT.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(interrupt) = &*caught {
            return Ok(interrupt.clone());
        }
        let interrupt = Self::default();
        for signal in REQUESTS {
            let requested = Arc::clone(&interrupt.0);
            // One action does both: a signal between two registrations would be lost.
            let act = move || {
                if requested.swap(true, Ordering::Relaxed) {
                    low_level::exit(i32::from(EXIT_CODE));
                }
            };
            // Both are allowed in a signal handler: a swap of an atomic, and _exit().
            #[expect(
                unsafe_code,
                reason = "the library's safe actions can only be taken one by one"
            )]
            unsafe {
                low_level::register(signal, act)?
            };
        }
        Ok(caught.insert(interrupt).clone())
    }

    /// Whether a signal has been caught.
    pub fn is_caught() -> bool {
        let caught = CAUGHT.lock().unwrap_or_else(PoisonError::into_inner);
        caught.as_ref().is_some_and(Self::is_requested)
    }

    /// Whether the user has asked.
    pub fn is_requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// What `content` has, until a signal has been caught: then it cannot be read.
    pub fn or<R: Read>(content: R) -> impl Read {
        Interruptible(content)
    }

    /// Asks, as a signal would.
    pub fn request(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// What can be read until a signal has been caught.
struct Interruptible<R>(R);

impl<R: Read> Read for Interruptible<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match Interrupt::is_caught() {
            true => Err(io::Error::other("it was interrupted")),
            false => self.0.read(buffer),
        }
    }
}
