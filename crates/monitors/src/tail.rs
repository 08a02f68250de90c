//! The last lines of a stream of text, in bounded memory.

use std::collections::VecDeque;

/// The longest line that is kept, in bytes.
const MAX_LINE: usize = 400;

/// Keeps the last lines of what it is fed.
#[derive(Debug)]
pub struct Tail {
    lines: VecDeque<String>,
    current: Vec<u8>,
    limit: usize,
}

impl Tail {
    /// Keeps the last `limit` lines.
    pub fn new(limit: usize) -> Self {
        Self { lines: VecDeque::new(), current: Vec::new(), limit }
    }

    /// Takes the next bytes of the stream.
    pub fn feed(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            if byte == b'\n' {
                let line = String::from_utf8_lossy(&self.current).trim().to_owned();
                self.current.clear();
                self.push(line);
            } else if self.current.len() < MAX_LINE {
                self.current.push(byte);
            }
        }
    }

    /// Adds one whole line; an empty one is left out.
    pub fn push(&mut self, line: String) {
        if line.is_empty() {
            return;
        }
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
        tail.feed(b"ee\n");
        tail.feed(&vec![b'x'; 10_000]);
        assert_eq!(tail.lines().collect::<Vec<_>>(), ["two", "three"]);
        assert_eq!(tail.current.len(), MAX_LINE);
    }
}
