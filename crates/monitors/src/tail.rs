//! The last lines of a stream of text, in bounded memory.

use std::collections::VecDeque;

use ground::clean;

/// The longest line that is kept, in bytes.
const MAX_LINE: usize = 400;

/// Keeps the last lines of what it is fed.
#[derive(Debug)]
pub struct Tail {
    lines: VecDeque<String>,
    current: Vec<u8>,
    limit: usize,
    /// Whether a line is the one that tells the cause.
    tells: fn(&str) -> bool,
    /// Once that line has come: how many more are kept.
    room: Option<usize>,
}

impl Tail {
    /// Keeps the last `limit` lines.
    pub fn new(limit: usize) -> Self {
        Self::after(limit, |_| false)
    }

    /// Keeps the last `limit` lines until one comes that `tells` the cause; then that one and as
    /// many after it as there is room for.
    pub fn after(limit: usize, tells: fn(&str) -> bool) -> Self {
        Self { lines: VecDeque::new(), current: Vec::new(), limit, tells, room: None }
    }

    /// Whether that line has come.
    pub fn is_told(&self) -> bool {
        self.room.is_some()
    }

    /// Takes the next bytes of the stream.
    pub fn feed(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            if byte == b'\n' {
                let line = clean(&self.current).trim().to_owned();
                self.current.clear();
                self.push(line);
            } else if self.current.len() < MAX_LINE {
                self.current.push(byte);
            }
        }
    }

    /// Adds one whole line; an empty one is left out.
    pub fn push(&mut self, line: String) {
        if line.is_empty() || self.room == Some(0) {
            return;
        }
        self.room = match self.room {
            Some(room) => Some(room - 1),
            None => (self.tells)(&line).then(|| self.limit - 1),
        };
        if self.lines.len() == self.limit {
            self.lines.pop_front();
        }
        self.lines.push_back(line);
    }

    /// The complete lines, oldest first.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        self.lines.iter().map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_lines_and_the_front_of_a_long_one_are_kept() {
        let mut tail = Tail::new(2);
        tail.feed(b"one\n\ntwo\nthr");
        tail.feed(b"e\x1b[1me\n");
        tail.feed(&vec![b'x'; 10_000]);
        assert_eq!(tail.lines().collect::<Vec<_>>(), ["two", "three"]);
        assert_eq!(tail.current.len(), MAX_LINE);
    }

    #[test]
    fn nothing_pushes_out_the_line_that_tells_the_cause() {
        let mut tail = Tail::after(3, |line| line.starts_with("fatal"));
        tail.feed(b"one\ntwo\n");
        assert!(!tail.is_told());
        tail.feed(b"fatal\na\nb\nfatal again\nc\n");
        assert!(tail.is_told());
        assert_eq!(tail.lines().collect::<Vec<_>>(), ["fatal", "a", "b"]);
    }
}
