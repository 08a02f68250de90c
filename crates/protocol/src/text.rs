//! Makes console text fit for an error message.

/// The longest piece of a console line that is kept, in characters.
const MAX_TEXT: usize = 200;

/// The readable end of a console line: no ANSI sequences, no control characters, at most
/// 200 characters. `None` when nothing readable is left.
pub(super) fn readable(line: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(line);
    let mut clean = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c == '\x1b' {
            skip_escape(&mut chars);
        } else if !c.is_control() && c != char::REPLACEMENT_CHARACTER {
            clean.push(c);
        }
    }
    let clean = clean.trim();
    let skip = clean.chars().count().saturating_sub(MAX_TEXT);
    let tail: String = clean.chars().skip(skip).collect();
    (!tail.is_empty()).then_some(tail)
}

/// Skips the rest of `ESC [ parameters letter`, or the one character of a short sequence.
fn skip_escape(chars: &mut std::str::Chars) {
    if chars.next() == Some('[') {
        chars.find(|c| ('@'..='~').contains(c));
    }
}

#[cfg(test)]
mod tests {
    use super::readable;

    #[test]
    fn ansi_and_control_characters_are_removed() {
        assert_eq!(
            readable(b"\x1b[2J\x1b[1;1HSeaBIOS\x07 (1.16)\r"),
            Some("SeaBIOS (1.16)".into())
        );
        assert_eq!(readable(b"\x1bc\x00\x01  \r"), None);
        assert_eq!(readable(b"\x1b["), None);
    }

    #[test]
    fn the_end_of_a_long_line_is_kept() {
        let line = [vec![b'x'; 5000], b"last words".to_vec()].concat();
        let text = readable(&line).unwrap();
        assert_eq!(text.len(), 200);
        assert!(text.ends_with("xlast words"));
    }
}
