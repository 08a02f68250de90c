//! Finds records in a console stream: streaming, in bounded memory, whatever the bytes.

use memchr::{memchr, memmem};

use super::record::{Damage, MARKER, MAX_RECORD, Record};
use ground::last_words;

/// As much of a line's end as can still hold a record, and the blanks that may follow it.
const WINDOW: usize = MAX_RECORD + 32;

/// What the stream turned out to hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Item {
    /// A verified record.
    Record(Record),
    /// A line that holds the marker of a record and breaks a rule of the protocol.
    Damaged {
        /// Which rule.
        why: Damage,
        /// The line's readable end.
        text: String,
    },
    /// A line of anything else: firmware, a hypervisor, an I/O benchmark's characters.
    Text(String),
}

/// Splits a console stream into [`Item`]s.
///
/// A line may be of any length; only its last `WINDOW` bytes are kept, for a record ends
/// where its line ends and is never longer than that.
#[derive(Debug, Default)]
pub struct Scanner {
    line: Vec<u8>,
    /// A marker went by in the part of the line that is no longer kept.
    marker_passed: bool,
}

impl Scanner {
    /// Takes the next bytes of the stream and returns what they completed.
    pub fn feed(&mut self, mut bytes: &[u8]) -> Vec<Item> {
        let mut items = Vec::new();
        while let Some(end) = memchr(b'\n', bytes) {
            self.extend(&bytes[..end]);
            items.extend(self.take_line());
            bytes = &bytes[end + 1..];
        }
        self.extend(bytes);
        items
    }

    /// Ends the stream and returns what its last, unfinished line held.
    pub fn finish(&mut self) -> Option<Item> {
        self.take_line()
    }

    /// Adds bytes in steps so small that the line never outgrows twice the window. What is
    /// kept depends on the line's length alone and not on how the bytes were cut.
    fn extend(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let (now, later) = bytes.split_at(bytes.len().min(2 * WINDOW - self.line.len()));
            self.line.extend_from_slice(now);
            bytes = later;
            if self.line.len() == 2 * WINDOW {
                self.drop_front();
            }
        }
    }

    /// Forgets the line's first half; a marker that starts in it is remembered.
    fn drop_front(&mut self) {
        let reach = &self.line[..WINDOW + MARKER.len() - 1];
        self.marker_passed |= memmem::find(reach, MARKER).is_some();
        self.line.drain(..WINDOW);
    }

    fn take_line(&mut self) -> Option<Item> {
        let item = judge(self.line.trim_ascii_end(), self.marker_passed);
        self.line.clear();
        self.marker_passed = false;
        item
    }
}

/// Decides what a line is. The first marker from which the rest of the line is a valid
/// record counts, so that neither noise nor a torn record before it hides a good one.
fn judge(line: &[u8], marker_passed: bool) -> Option<Item> {
    let mut damage = marker_passed.then_some(Damage::TooLong);
    for start in memmem::find_iter(line, MARKER) {
        match Record::parse(&line[start..]) {
            Ok(record) => return Some(Item::Record(record)),
            Err(why) => damage = damage.or(Some(why)),
        }
    }
    let text = last_words(line);
    match damage {
        Some(why) => Some(Item::Damaged { why, text: text.unwrap_or_default() }),
        None => text.map(Item::Text),
    }
}

#[cfg(test)]
#[path = "scanner_tests.rs"]
mod tests;
