//! The mailbox: words in the guest's memory that a thread of the host polls.
//! `docs/protocol.md`, 'Marks', has the layout and the order of writes.

mod page;
mod poller;

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::{Builder, JoinHandle};

use rustix::thread::gettid;

use super::memory::GuestMemory;
use super::{Clock, ThreadId, Windows};
use page::{MAGIC, Page, SIZE, Word};
use poller::Poller;
use results::channels::Channel;

/// A mailbox in one guest, and the thread that will poll it.
#[derive(Debug)]
pub(super) struct Mailbox {
    memory: Arc<GuestMemory>,
    thread: Option<JoinHandle<()>>,
    thread_id: ThreadId,
    /// Takes the page to the thread, once.
    page: Mutex<Option<Sender<Page>>>,
    stop: Arc<AtomicBool>,
}

impl Mailbox {
    /// Starts the thread; it sleeps until the mailbox has been located in `memory`.
    pub(super) fn new(
        memory: Arc<GuestMemory>,
        clock: Clock,
        windows: Arc<Windows>,
    ) -> io::Result<Self> {
        let (page, pages) = channel();
        let (ids, id) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let serve = move || {
            let _ = ids.send(gettid());
            serve(&pages, &clock, &windows, &stopped);
        };
        let thread = Builder::new().name("mailbox".to_owned()).spawn(serve)?;
        let thread_id = id.recv().map_err(io::Error::other)?;
        let page = Mutex::new(Some(page));
        Ok(Self { memory, thread: Some(thread), thread_id, page, stop })
    }

    /// The thread that polls.
    pub(super) fn thread(&self) -> ThreadId {
        self.thread_id
    }

    /// The guest says that its mailbox is at guest-physical `address`: polls it from now on.
    ///
    /// # Errors
    /// Says why there can be no mailbox there.
    pub(super) fn locate(&self, address: u64) -> Result<(), String> {
        let offset = self.memory.offset(address, SIZE as u64);
        let offset = offset.filter(|offset| offset % 64 == 0).ok_or_else(|| {
            format!("the guest's mailbox at {address:#x} is not inside its memory")
        })?;
        let page = Page::map(self.memory.file(), offset)
            .map_err(|error| format!("the guest's memory cannot be mapped: {error}"))?;
        if page.word(Word::Magic).load(Ordering::Acquire) != MAGIC {
            return Err(format!("there is no mailbox at {address:#x} of the guest's memory"));
        }
        let mut sender = self.page.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let sender = sender.take().ok_or("the guest names its mailbox twice")?;
        sender.send(page).map_err(|_| "the thread that polls the mailbox has ended".to_owned())
    }
}

impl Drop for Mailbox {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        *self.page.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// The thread: waits for the page, then polls it.
fn serve(pages: &Receiver<Page>, clock: &Clock, windows: &Windows, stop: &AtomicBool) {
    if let Ok(page) = pages.recv() {
        let bound = clock.ticks(Channel::Mailbox.away_ns());
        Poller { page: &page, clock, windows, stop, bound }.run();
    }
}

#[cfg(test)]
mod tests;
