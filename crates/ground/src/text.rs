//! Makes text of others fit for terminals, error messages and results.

/// The longest piece of a console line that is kept, in characters.
const MAX_TEXT: usize = 200;

/// What can be shown of text that someone else wrote: no ANSI sequences, no control characters,
/// none that reverse the direction of writing. Line ends stay, tabs become blanks.
pub fn clean(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    let mut clean = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\n' => clean.push('\n'),
            '\t' => clean.push(' '),
            '\x1b' => skip_escape(&mut chars),
            // Embeddings, overrides and isolates (Unicode Standard Annex 9).
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | char::REPLACEMENT_CHARACTER => {}
            c if c.is_control() => {}
            c => clean.push(c),
        }
    }
    clean
}

/// The end of a cleaned console line, at most 200 characters; `None` when nothing is left.
pub fn last_words(line: &[u8]) -> Option<String> {
    let text = clean(line);
    let text = text.trim();
    let skip = text.chars().count().saturating_sub(MAX_TEXT);
    let tail: String = text.chars().skip(skip).collect();
    (!tail.is_empty()).then_some(tail)
}

/// Skips the rest of an escape sequence (ECMA-48): `ESC [ parameters letter`, a string up to its
/// end, or one character. None goes beyond its line.
fn skip_escape(chars: &mut std::str::Chars) {
    let rest = chars.as_str();
    let length = match rest.chars().next() {
        Some('[') => {
            let parameters =
                rest[1..].find(|c| !(' '..='?').contains(&c)).unwrap_or(rest.len() - 1);
            let last = rest[1 + parameters..].starts_with(|c| ('@'..='~').contains(&c));
            1 + parameters + usize::from(last)
        }
        Some(']' | 'P' | 'X' | '^' | '_') => {
            rest.find(['\x07', '\x1b', '\n']).unwrap_or(rest.len())
        }
        Some('\n') | None => 0,
        Some(other) => other.len_utf8(),
    };
    *chars = rest[length..].chars();
}

#[cfg(test)]
mod tests {
    use super::{clean, last_words};

    #[test]
    fn ansi_and_control_characters_are_removed() {
        assert_eq!(
            last_words(b"\x1b[2J\x1b[1;1HSeaBIOS\x07 (1.16)\r"),
            Some("SeaBIOS (1.16)".into())
        );
        assert_eq!(last_words(b"\x1bc\x00\x01  \r"), None);
        assert_eq!(last_words(b"\x1b["), None);
    }

    #[test]
    fn no_sequence_swallows_more_than_its_line() {
        let cleaned = |text: &str| clean(text.as_bytes());
        assert_eq!(cleaned("\x1b]0;title\x07a\x1b]8;;link\x1b\\b"), "ab");
        assert_eq!(cleaned("\x1b]never ended\na\x1b[1;\nb\x1b\nc\x1b"), "\na\nb\nc");
        assert_eq!(cleaned("a\tb\u{9b}31m\u{202e}c\u{2069}\u{7f}é"), "a b31mcé");
    }

    #[test]
    fn the_end_of_a_long_line_is_kept() {
        let line = [vec![b'x'; 5000], b"last words".to_vec()].concat();
        let text = last_words(&line).unwrap();
        assert_eq!(text.len(), 200);
        assert!(text.ends_with("xlast words"));
    }
}
