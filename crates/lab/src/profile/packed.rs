//! The symbols that Xen and Linux carry for their own messages: a file without a symbol table has them too.
//!
//! Both pack names alike: each byte stands for one of 256 strings, and where every 256th name is precedes these.
//! Nothing says where all that is; the strings are found by those for the digits up to 8, which nearly always stand
//! for themselves.

mod linux;
mod xen;

pub(super) use linux::of_linux;
pub use xen::functions;

/// The strings for the digits.
const DIGITS: &[u8] = b"0\x001\x002\x003\x004\x005\x006\x007\x008\0";

const STRINGS: usize = 256;
const WORD: usize = 4;

/// More symbols than any Xen or Linux has.
const MOST: usize = 1 << 20;

/// What `read` makes of the first of the strings in `image` that it takes, told where those for the digits are.
fn found<T>(image: &[u8], read: impl Fn(usize) -> Option<Vec<T>>) -> Vec<T> {
    memchr::memmem::find_iter(image, DIGITS).find_map(read).unwrap_or_default()
}

/// What the bytes of `name` stand for, if that is the name of a function: of one of `kinds`.
fn function(name: &[u8], strings: &[&[u8]], kinds: &[u8]) -> Option<String> {
    let text: Vec<u8> = name.iter().flat_map(|byte| strings[usize::from(*byte)]).copied().collect();
    let (kind, name) = text.split_first()?;
    let is_code = kinds.contains(&kind.to_ascii_lowercase());
    is_code.then(|| String::from_utf8_lossy(name).into_owned())
}

/// The strings that begin at `start`.
fn strings_at(image: &[u8], start: usize) -> Option<Vec<&[u8]>> {
    let strings: Vec<&[u8]> = image[start..].split(|byte| *byte == 0).take(STRINGS).collect();
    (strings.len() == STRINGS).then_some(strings)
}

/// Where the string begins that is `count` strings before the one at `at`.
fn strings_before(image: &[u8], at: usize, count: usize) -> Option<usize> {
    (0..count).try_fold(at, |at, _| {
        let before = image.get(..at.checked_sub(1)?)?;
        Some(memchr::memrchr(0, before)? + 1)
    })
}

/// The `count` names, each behind its length, in one byte, or two with seven bits each, where they fill
/// `bytes` and every 256th is at its marker.
/// Less than what they are `aligned` to may be left.
fn packed_names<'a>(
    bytes: &'a [u8],
    count: usize,
    markers: &[u32],
    aligned: usize,
) -> Option<Vec<&'a [u8]>> {
    let mut names = Vec::with_capacity(count);
    let mut at = 0;
    for index in 0..count {
        if index % STRINGS == 0 && markers[index / STRINGS] as usize != at {
            return None;
        }
        let (low, high) = (usize::from(*bytes.get(at)?), bytes.get(at + 1));
        let (begin, length) = match low {
            128.. => (at + 2, low - 128 + usize::from(*high?) * 128),
            _ => (at + 1, low),
        };
        let end = begin + length;
        names.push(bytes.get(begin..end)?);
        at = end;
    }
    (bytes.len() - at < aligned).then_some(names)
}

fn quad(image: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(*image.get(at..)?.first_chunk()?))
}

pub(super) fn word(image: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*image.get(at..)?.first_chunk()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names behind their lengths, filled up to a multiple of `aligned`, and the words that say where every 256th is.
    pub(super) fn packed(names: &[&[u8]], aligned: usize) -> (Vec<u8>, Vec<u8>) {
        let (mut bytes, mut markers) = (Vec::new(), Vec::new());
        for (index, name) in names.iter().enumerate() {
            if index % STRINGS == 0 {
                markers.extend(u32::try_from(bytes.len()).unwrap().to_le_bytes());
            }
            match u8::try_from(name.len()).unwrap() {
                long @ 128.. => bytes.extend([long, 1]),
                short => bytes.push(short),
            }
            bytes.extend(*name);
        }
        bytes.resize(bytes.len().next_multiple_of(aligned), 0);
        (bytes, markers)
    }

    /// Strings by which bytes stand for themselves, but 200, which stands for `vcpu`.
    pub(super) fn strings() -> Vec<u8> {
        let string = |byte: u8| match byte {
            200 => b"vcpu\0".to_vec(),
            _ => vec![byte.max(1), 0],
        };
        (0..=255).flat_map(string).collect()
    }
}
