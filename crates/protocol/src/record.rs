//! One record: a line that has been recognised, verified and split into its fields.

use thiserror::Error;

/// The longest record, in bytes, from its `@` to the last digit of its checksum.
pub const MAX_RECORD: usize = 1023;

/// What every record starts with.
pub(super) const MARKER: &[u8] = b"@hb1 ";

/// Length of the trailer ` *5e0c1a9f`.
const TRAILER: usize = 10;

/// A verified record of the console protocol.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// Position in the boot's sequence, from 0.
    pub seq: u64,
    /// The record's type, such as `sample`.
    pub kind: String,
    /// The fields in the order in which they were sent, unquoted.
    pub fields: Vec<(String, String)>,
}

/// Why a line that claims to be a record is not one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Damage {
    /// Longer than [`MAX_RECORD`].
    #[error("longer than a record may be")]
    TooLong,
    /// The line does not end in ` *` and eight lower-case hex digits.
    #[error("without a checksum at its end")]
    NoChecksum,
    /// The checksum is not that of the bytes before it.
    #[error("its checksum does not match")]
    Checksum,
    /// The checksum matches, but sequence number, type or fields are not well formed.
    #[error("not well formed")]
    Malformed,
}

impl Record {
    /// Parses a line that starts with the marker; trailing blanks and CR are not part of it.
    ///
    /// # Errors
    /// Says in what way the line breaks the protocol's rules. Nothing is taken from it then.
    pub fn parse(line: &[u8]) -> Result<Self, Damage> {
        if line.len() > MAX_RECORD {
            return Err(Damage::TooLong);
        }
        let body = verified_body(line)?;
        let mut words = Words { rest: body };
        let seq = words.bare().and_then(decimal).ok_or(Damage::Malformed)?;
        let kind = words.bare().filter(|w| is_name(w, b"-")).ok_or(Damage::Malformed)?.to_owned();
        let mut fields = Vec::new();
        while !words.rest.is_empty() {
            fields.push(words.field().ok_or(Damage::Malformed)?);
        }
        Ok(Self { seq, kind, fields })
    }

    /// The value of the first field called `key`.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.fields.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
    }
}

/// Checks marker and checksum; returns what stands between them.
fn verified_body(line: &[u8]) -> Result<&str, Damage> {
    let split = line.len().checked_sub(TRAILER).ok_or(Damage::NoChecksum)?;
    let (covered, trailer) = line.split_at(split);
    let body = covered.strip_prefix(MARKER).ok_or(Damage::Malformed)?;
    let digits = trailer.strip_prefix(b" *").ok_or(Damage::NoChecksum)?;
    let sum = checksum_digits(digits).ok_or(Damage::NoChecksum)?;
    if crc32fast::hash(&covered[1..]) != sum {
        return Err(Damage::Checksum);
    }
    if !body.iter().all(|byte| (b' '..=b'~').contains(byte)) {
        return Err(Damage::Malformed);
    }
    std::str::from_utf8(body).map_err(|_| Damage::Malformed)
}

fn checksum_digits(digits: &[u8]) -> Option<u32> {
    let lower_hex = |b: &u8| matches!(b, b'0'..=b'9' | b'a'..=b'f');
    let text = digits.iter().all(lower_hex).then(|| std::str::from_utf8(digits).ok())??;
    u32::from_str_radix(text, 16).ok()
}

fn decimal(word: &str) -> Option<u64> {
    word.bytes().all(|b| b.is_ascii_digit()).then(|| word.parse().ok())?
}

/// Lower-case letters, digits and the bytes of `more`; not empty.
fn is_name(word: &str, more: &[u8]) -> bool {
    let allowed = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || more.contains(&b);
    !word.is_empty() && word.bytes().all(allowed)
}

/// Takes words off the front of a record's body.
struct Words<'a> {
    rest: &'a str,
}

impl<'a> Words<'a> {
    /// Everything up to the next space or the end.
    fn bare(&mut self) -> Option<&'a str> {
        let (word, rest) = self.rest.split_once(' ').unwrap_or((self.rest, ""));
        // A space must be followed by a word.
        if word.is_empty() || (rest.is_empty() && word.len() != self.rest.len()) {
            return None;
        }
        self.rest = rest;
        Some(word)
    }

    /// `key=value` or `key="quoted value"`.
    fn field(&mut self) -> Option<(String, String)> {
        let (key, rest) = self.rest.split_once('=')?;
        if !is_name(key, b"_-") {
            return None;
        }
        self.rest = rest;
        let value = if rest.starts_with('"') { self.quoted()? } else { self.bare_value()? };
        Some((key.to_owned(), value))
    }

    fn bare_value(&mut self) -> Option<String> {
        let (value, rest) = self.rest.split_at(self.rest.find(' ').unwrap_or(self.rest.len()));
        self.rest = rest;
        self.skip_space()?;
        (!value.contains('"')).then(|| value.to_owned())
    }

    fn quoted(&mut self) -> Option<String> {
        let mut value = String::new();
        let mut chars = self.rest.char_indices().skip(1);
        while let Some((at, c)) = chars.next() {
            match c {
                '"' => {
                    self.rest = &self.rest[at + 1..];
                    self.skip_space()?;
                    return Some(value);
                }
                '\\' => {
                    value.push(chars.next().map(|(_, c)| c).filter(|c| matches!(c, '"' | '\\'))?);
                }
                _ => value.push(c),
            }
        }
        None
    }

    /// One space, with a word behind it, or the end.
    fn skip_space(&mut self) -> Option<()> {
        if self.rest.is_empty() {
            return Some(());
        }
        self.rest = self.rest.strip_prefix(' ').filter(|rest| !rest.is_empty())?;
        Some(())
    }
}

#[cfg(test)]
#[path = "record_tests.rs"]
mod tests;
