//! Makes text of others fit for terminals, error messages and results.

/// The longest piece of a console line that is kept, in characters.
const MAX_TEXT: usize = 200;

/// What can be shown of text that someone else wrote: no ANSI sequences, no control characters,
/// none that reverse the direction of writing. Line ends stay, tabs become blanks.
pub fn clean(text: &[u8]) -> String {
    pass(&String::from_utf8_lossy(text), Keep::Text)
}

/// What may be printed of the tool's own output, into which text of others has got: as [`clean`],
/// but tabs and colours stay.
pub fn printable(text: &str) -> String {
    pass(text, Keep::Style)
}

/// `text`, clean; of what is longer than `most` characters the beginning and the end.
pub fn brief(text: &str, most: usize) -> String {
    let text = clean(text.as_bytes());
    let count = text.chars().count();
    if count <= most {
        return text;
    }
    let part = |skip: usize| text.chars().skip(skip).take(most / 2).collect::<String>();
    format!("{} … {}", part(0), part(count - most / 2))
}

/// Whether `c` reverses the direction of writing (Unicode Standard Annex 9: marks, embeddings,
/// overrides and isolates), or hides what is there.
pub fn turns(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The end of a cleaned console line, at most 200 characters; `None` when nothing is left.
pub fn last_words(line: &[u8]) -> Option<String> {
    let text = clean(line);
    let text = text.trim();
    let skip = text.chars().count().saturating_sub(MAX_TEXT);
    let tail: String = text.chars().skip(skip).collect();
    (!tail.is_empty()).then_some(tail)
}

/// What stays besides letters and line ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Keep {
    /// Nothing.
    Text,
    /// Tabs, colours, and the marks of what could not be read.
    Style,
}

fn pass(text: &str, keep: Keep) -> String {
    let is_styled = keep == Keep::Style;
    let mut clean = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\n' => clean.push('\n'),
            '\t' => clean.push(if is_styled { '\t' } else { ' ' }),
            '\x1b' => {
                let sequence = escape(chars.as_str());
                if is_styled && is_colour(sequence) {
                    clean.push(c);
                    clean.push_str(sequence);
                }
                chars = chars.as_str()[sequence.len()..].chars();
            }
            char::REPLACEMENT_CHARACTER if !is_styled => {}
            c if c.is_control() || turns(c) => {}
            c => clean.push(c),
        }
    }
    clean
}

/// The rest of an escape sequence (ECMA-48) that `text` begins with: `[ parameters letter`, a string up
/// to its end, or one character. None goes beyond its line.
fn escape(text: &str) -> &str {
    let length = match text.chars().next() {
        Some('[') => {
            let parameters =
                text[1..].find(|c| !(' '..='?').contains(&c)).unwrap_or(text.len() - 1);
            let last = text[1 + parameters..].starts_with(|c| ('@'..='~').contains(&c));
            1 + parameters + usize::from(last)
        }
        Some(']' | 'P' | 'X' | '^' | '_') => {
            text.find(['\x07', '\x1b', '\n']).unwrap_or(text.len())
        }
        Some('\n') | None => 0,
        Some(other) => other.len_utf8(),
    };
    &text[..length]
}

/// Whether an escape `sequence` changes nothing but the look of letters (SGR).
fn is_colour(sequence: &str) -> bool {
    let parameters = sequence.strip_prefix('[').and_then(|rest| rest.strip_suffix('m'));
    parameters.is_some_and(|it| it.chars().all(|c| c.is_ascii_digit() || c == ';'))
}

#[cfg(test)]
mod tests {
    use super::{brief, clean, last_words, printable};
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

    #[test]
    fn of_sequences_in_output_only_colours_stay() {
        let text = "\x1b[1;31mred\x1b[0m\ta\x1b[2Jb\x1b]0;t\x07c\u{202e}d\u{fffd}\x1b[?25lé\r\n";
        assert_eq!(printable(text), "\x1b[1;31mred\x1b[0m\tabcd\u{fffd}é\n");
    }

    #[test]
    fn of_long_text_both_ends_are_shown() {
        assert_eq!(brief("sh\x1b[31mort", 5), "short");
        let long = format!("a{}z", "ä".repeat(70_000));
        let shown = brief(&long, 100);
        assert!(shown.starts_with("aä") && shown.ends_with("äz"), "{shown}");
        assert_eq!(shown.chars().count(), 103);
        assert_eq!(brief("a\u{200f}b\u{61c}c\0", 10), "abc");
    }
}
