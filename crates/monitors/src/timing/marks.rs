//! Marks in a console stream: found, timed and taken out.

use super::Windows;
use results::channels::Window;

/// A window opens.
const START: u8 = 0x02;
/// A window closes.
const END: u8 = 0x03;

/// With this record a kernel begins to speak. Whatever came before it was no mark of its.
const HELLO: &[u8] = b"@hb1 0 hello ";

/// Follows a console stream from read to read.
#[derive(Debug)]
pub(super) struct Marks {
    /// The longest time between two looks that leaves an edge usable, in ticks.
    bound: u64,
    /// Windows that have been opened.
    number: u64,
    open: Option<Arrival>,
    /// How much of [`HELLO`] the last bytes are.
    hello: usize,
}

/// When something was found on the console.
#[derive(Debug, Clone, Copy)]
pub(super) struct Arrival {
    /// The counter when it had been read, in ticks.
    pub(super) at: u64,
    /// How long before that there had been nothing, in ticks.
    pub(super) unsure: u64,
}

impl Marks {
    /// Flags windows at whose edges nobody looked for longer than `bound` ticks.
    pub(super) fn new(bound: u64) -> Self {
        Self { bound, number: 0, open: None, hello: 0 }
    }

    /// Whether a window is open.
    pub(super) fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Takes the `bytes` that one read brought, puts the windows they close into `windows` and
    /// returns the bytes without the marks.
    pub(super) fn feed(&mut self, bytes: &[u8], arrival: Arrival, windows: &Windows) -> Vec<u8> {
        let mut text = Vec::with_capacity(bytes.len());
        for &byte in bytes {
            match byte {
                START => self.start(arrival),
                END => self.end(arrival, windows),
                _ => {
                    self.listen(byte, windows);
                    text.push(byte);
                }
            }
        }
        text
    }

    fn start(&mut self, start: Arrival) {
        self.number += 1;
        self.open = Some(start);
    }

    fn end(&mut self, end: Arrival, windows: &Windows) {
        if let Some(start) = self.open.take() {
            let unsure = start.unsure.max(end.unsure);
            let flagged = unsure > self.bound;
            windows.put(self.number, Window { started: start.at, ended: end.at, unsure, flagged });
        }
    }

    /// Starts to count anew when a kernel begins to speak.
    fn listen(&mut self, byte: u8, windows: &Windows) {
        let expected = HELLO[self.hello];
        self.hello = if byte == expected { self.hello + 1 } else { usize::from(byte == HELLO[0]) };
        if self.hello == HELLO.len() {
            *self = Self::new(self.bound);
            windows.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Feeds `chunks`, the first one at tick 1, the second at tick 2 and so on, each after a
    /// look in vain as many ticks before as it has bytes.
    fn feed(chunks: &[&[u8]]) -> (Vec<u8>, Windows) {
        let (mut marks, windows) = (Marks::new(2), Windows::default());
        let text = (1..).zip(chunks).flat_map(|(at, chunk)| {
            let arrival = Arrival { at, unsure: chunk.len() as u64 };
            marks.feed(chunk, arrival, &windows)
        });
        (text.collect(), windows)
    }

    #[test]
    fn marks_are_timed_by_the_chunk_that_brought_them_and_taken_out() {
        let (text, windows) = feed(&[b"a\x02", b"xxx", b"\x03", b"\x02\x03", b"c\n"]);
        assert_eq!(text, b"axxxc\n");
        let window = |started, ended| Window { started, ended, unsure: 2, flagged: false };
        assert_eq!(windows.take(1), Some(window(1, 3)));
        assert_eq!(windows.take(2), Some(window(4, 4)));
        assert_eq!(windows.take(3), None);
    }

    #[test]
    fn a_mark_that_may_have_come_long_before_it_was_read_flags_the_window() {
        for chunks in [&[&b"\x02xx"[..], b"\x03"], &[&b"\x02"[..], b"x\x03y"]] {
            let window = feed(chunks).1.take(1).unwrap();
            assert!(window.flagged && window.unsure == 3, "{chunks:?}");
        }
    }

    #[test]
    fn a_window_without_an_end_keeps_its_number() {
        let (_, windows) = feed(&[b"\x02", b"\x02", b"\x03", b"\x03"]);
        assert_eq!(windows.take(1), None);
        assert_eq!(windows.take(2).map(|w| w.ticks()), Some(1));
        assert_eq!(windows.take(3), None);
    }

    #[test]
    fn what_firmware_sends_before_the_kernel_speaks_does_not_count() {
        let (_, windows) =
            feed(&[b"\x02firmware\x02\x03", b"@@hb1 0 he", b"llo ", b"\x02", b"\x03"]);
        assert_eq!(windows.take(1).map(|w| (w.started, w.ended)), Some((4, 5)));
        assert_eq!(windows.take(2), None);
    }

    proptest! {
        #[test]
        fn chunks_change_times_but_neither_text_nor_numbers(
            pieces in prop::collection::vec("(\u{2}|\u{3}|@hb1 0 hello |[ -~]{0,9}\n)", 0..40),
            cuts in prop::collection::vec(1usize..9, 1..60),
        ) {
            let stream = pieces.concat().into_bytes();
            let mut chunks = Vec::new();
            let mut rest = &stream[..];
            for cut in cuts.iter().cycle() {
                if rest.is_empty() { break; }
                let (now, later) = rest.split_at(rest.len().min(*cut));
                chunks.push(now);
                rest = later;
            }
            let (whole, whole_windows) = feed(&[&stream]);
            let (text, windows) = feed(&chunks);
            prop_assert_eq!(&text, &whole);
            prop_assert!(!text.contains(&START) && !text.contains(&END));
            for number in 0..50 {
                prop_assert_eq!(windows.take(number).is_some(), whole_windows.take(number).is_some());
            }
        }
    }
}
