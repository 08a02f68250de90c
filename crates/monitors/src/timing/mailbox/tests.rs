//! A fake guest that writes the mailbox's words from a thread.

use std::time::{Duration, Instant};

use super::*;
use results::channels::Window;

const BASE: u64 = 0x8000_0000;
const ADDRESS: u64 = BASE + 4096;
const PATIENCE: Duration = Duration::from_secs(20);

/// A guest of two pages with its mailbox in the second.
struct Fake {
    mailbox: Mailbox,
    windows: Arc<Windows>,
    page: Page,
}

impl Fake {
    fn new() -> Self {
        let memory = Arc::new(GuestMemory::create(BASE, 8192).unwrap());
        let page = Page::map(memory.file(), 4096).unwrap();
        page.word(Word::Magic).store(MAGIC, Ordering::Release);
        let windows = Arc::new(Windows::default());
        let mailbox = Mailbox::new(memory, Clock::new(), Arc::clone(&windows)).unwrap();
        Self { mailbox, windows, page }
    }

    fn write(&self, word: Word, number: u64) {
        self.page.word(word).store(number, Ordering::SeqCst);
    }

    fn announce(&self, number: u64) {
        self.write(Word::Announced, number);
        let ready = || self.page.word(Word::Ready).load(Ordering::Acquire) == number;
        assert!(comes_true(ready), "nobody answers window {number}");
    }

    fn window(&self, number: u64) -> Window {
        let mut window = None;
        let seen = || {
            window = self.windows.take(number);
            window.is_some()
        };
        assert!(comes_true(seen), "window {number} was not seen");
        window.unwrap()
    }
}

fn comes_true(mut condition: impl FnMut() -> bool) -> bool {
    let deadline = Instant::now() + PATIENCE;
    while Instant::now() < deadline {
        if condition() {
            return true;
        }
        std::thread::yield_now();
    }
    false
}

#[test]
fn windows_are_answered_and_timed_in_order() {
    let guest = Fake::new();
    guest.mailbox.locate(ADDRESS).unwrap();
    let clock = Clock::new();
    for number in 1..=50 {
        guest.announce(number);
        let before = clock.now();
        guest.write(Word::Started, number);
        let inside = clock.now();
        while clock.now() - inside < 10_000 {}
        guest.write(Word::Ended, number);
        let window = guest.window(number);
        // An edge is seen after it was made, and the uncertainty covers the delay.
        assert!(window.started >= before && window.ended >= inside + 10_000);
        assert!(window.flagged == (window.unsure > clock.ticks(Channel::Mailbox.away_ns())));
    }
}

#[test]
fn a_window_that_the_guest_leaves_without_an_end_is_not_reported() {
    let guest = Fake::new();
    guest.mailbox.locate(ADDRESS).unwrap();
    guest.announce(1);
    guest.write(Word::Started, 1);
    guest.announce(2);
    guest.write(Word::Started, 2);
    guest.write(Word::Ended, 2);
    guest.window(2);
    assert_eq!(guest.windows.take(1), None);
}

#[test]
fn a_poller_that_was_away_flags_the_window_but_sees_it() {
    let page = Fake::new().page;
    let (windows, clock) = (Windows::default(), Clock::new());
    let stop = AtomicBool::new(false);
    // With a bound of no time at all every look comes too late.
    let poller = Poller { page: &page, clock: &clock, windows: &windows, stop: &stop, bound: 0 };
    for word in [Word::Announced, Word::Started, Word::Ended] {
        page.word(word).store(7, Ordering::SeqCst);
    }
    std::thread::scope(|scope| {
        scope.spawn(|| poller.run());
        let mut window = None;
        comes_true(|| {
            window = windows.take(7);
            window.is_some()
        });
        stop.store(true, Ordering::Relaxed);
        assert!(window.is_some_and(|window| window.flagged));
    });
}

#[test]
fn a_mailbox_that_cannot_be_there_is_refused() {
    let guest = Fake::new();
    for (address, why) in [
        (0x1000, "not inside"),
        (BASE + 8192, "not inside"),
        (ADDRESS + 8, "not inside"),
        (BASE, "no mailbox"),
    ] {
        let error = guest.mailbox.locate(address).unwrap_err();
        assert!(error.contains(why), "{error}");
    }
    guest.mailbox.locate(ADDRESS).unwrap();
    assert!(guest.mailbox.locate(ADDRESS).unwrap_err().contains("twice"));
}

#[test]
fn the_thread_ends_with_the_mailbox_even_inside_a_window() {
    let guest = Fake::new();
    guest.mailbox.locate(ADDRESS).unwrap();
    guest.announce(1);
    drop(guest.mailbox);
    let unlocated = Fake::new();
    drop(unlocated.mailbox);
}
