//! Marks that pass through the tool itself on their way to the console: whoever hands them on
//! reads the clock, and nobody has to wait for them.

use std::sync::Arc;

use super::marks::{Arrival, Marks};
use super::{Clock, Windows};

/// Times the marks among bytes that are handed on.
#[derive(Debug)]
pub struct Passing {
    marks: Marks,
    clock: Clock,
    windows: Arc<Windows>,
}

impl Passing {
    pub(super) fn new(clock: Clock, windows: Arc<Windows>) -> Self {
        // They arrive when they are handed on: nobody is away meanwhile.
        Self { marks: Marks::new(u64::MAX), clock, windows }
    }

    /// Times the marks in `bytes`, which arrive now, and returns the bytes without them.
    pub fn pass(&mut self, bytes: &[u8]) -> Vec<u8> {
        let arrival = Arrival { at: self.clock.now(), unsure: 0 };
        self.marks.feed(bytes, arrival, &self.windows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_timed_as_they_pass_and_taken_out() {
        let windows = Arc::<Windows>::default();
        let mut passing = Passing::new(Clock::new(), Arc::clone(&windows));
        let text: Vec<u8> = b"a\x02b\x03c".iter().flat_map(|byte| passing.pass(&[*byte])).collect();
        assert_eq!(text, b"abc");
        let window = windows.take(1).unwrap();
        assert!(window.ended >= window.started && window.unsure == 0 && !window.flagged);
    }
}
