//! The host's side of the mailbox: answers announcements and catches the edges.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::page::{Page, Word};
use crate::timing::{Clock, Windows};
use results::channels::Window;

/// Polls between two looks at whether there still is something to wait for.
const ROUND: u32 = 256;

/// Rounds of waiting for an announcement at full speed, some ten microseconds, before the
/// processor is left to others.
const EAGER: u32 = 8;

/// How long it is left to others between two looks.
const NAP: Duration = Duration::from_micros(20);

/// Watches one mailbox.
pub(super) struct Poller<'a> {
    pub(super) page: &'a Page,
    pub(super) clock: &'a Clock,
    pub(super) windows: &'a Windows,
    /// Ask it to end.
    pub(super) stop: &'a AtomicBool,
    /// The longest time between two looks that leaves an edge usable, in ticks.
    pub(super) bound: u64,
}

/// A change that was seen.
struct Edge {
    at: u64,
    /// Ticks since the look before.
    gap: u64,
}

impl Poller<'_> {
    /// Serves window after window until it is asked to end.
    pub(super) fn run(&self) {
        let mut number = 0;
        while let Some(next) = self.await_announcement(number) {
            number = next;
            if let Some(window) = self.watch(number) {
                self.windows.put(number, window);
            }
        }
    }

    /// Waits, politely after a while, for a number other than `last`.
    fn await_announcement(&self, last: u64) -> Option<u64> {
        let announced = self.page.word(Word::Announced);
        let mut rounds = 0;
        while !self.stop.load(Ordering::Relaxed) {
            for _ in 0..ROUND {
                let number = announced.load(Ordering::Acquire);
                if number != last {
                    return Some(number);
                }
                std::hint::spin_loop();
            }
            rounds += 1;
            if rounds > EAGER {
                std::thread::sleep(NAP);
            }
        }
        None
    }

    /// Tells the guest to go on and times the window. `None` when the guest has left it
    /// without an end, as after an exception.
    fn watch(&self, number: u64) -> Option<Window> {
        self.page.word(Word::Ready).store(number, Ordering::Release);
        let start = self.catch(Word::Started, number)?;
        let end = self.catch(Word::Ended, number)?;
        let unsure = start.gap.max(end.gap);
        let flagged = unsure > self.bound;
        Some(Window { started: start.at, ended: end.at, unsure, flagged })
    }

    /// Polls until `word` has become `number`. The time is read after the change has been
    /// seen, and once a poll, so that no poll is longer than the counter shows.
    fn catch(&self, word: Word, number: u64) -> Option<Edge> {
        let (word, announced) = (self.page.word(word), self.page.word(Word::Announced));
        let mut last = self.clock.now();
        loop {
            // Asked first: what the guest wrote before it left is then still found.
            let over =
                announced.load(Ordering::Acquire) != number || self.stop.load(Ordering::Relaxed);
            for _ in 0..ROUND {
                if word.load(Ordering::Acquire) == number {
                    let at = self.clock.now_after_loads();
                    return Some(Edge { at, gap: at.saturating_sub(last) });
                }
                last = self.clock.now();
            }
            if over {
                return None;
            }
        }
    }
}
