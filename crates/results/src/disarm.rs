//! Takes control characters out of JSON before it is read: what a file says ends up on terminals,
//! where escape sequences would do more than show.

use ground::turns;

/// Puts blanks or replacement characters in the place of all control characters inside strings.
/// Nothing moves, so that lines and columns stay what they are.
pub fn disarm(json: &mut [u8]) {
    let (mut at, mut in_string) = (0, false);
    while let Some(skipped) = json.get(at..).and_then(|rest| next(rest, in_string)) {
        at += skipped;
        at += match json[at] {
            b'"' => {
                in_string = !in_string;
                1
            }
            b'\\' => escape(&mut json[at..]),
            _ => raw(&mut json[at..]),
        };
    }
}

/// How far it is in `json` to what may have to be changed, or to where a string begins or ends.
fn next(json: &[u8], in_string: bool) -> Option<usize> {
    let is_special = |byte: &u8| matches!(byte, b'"' | b'\\' | 0x7f | 0xc2 | 0xd8 | 0xe2);
    if in_string { json.iter().position(is_special) } else { memchr::memchr(b'"', json) }
}

/// Handles the escape that `json` begins with; returns its length.
fn escape(json: &mut [u8]) -> usize {
    match json.get(1) {
        Some(b'b' | b'f' | b'n' | b'r' | b't') => {
            json[..2].fill(b' ');
            2
        }
        Some(b'u') if json.len() >= 6 => {
            if is_control(&json[2..6]) {
                json[2..6].copy_from_slice(b"fffd");
            }
            6
        }
        _ => 2,
    }
}

/// Whether four hex digits are a control character: below 0x20, 0x7f to 0x9f, or one that reverses the
/// direction of writing.
fn is_control(digits: &[u8]) -> bool {
    let code = std::str::from_utf8(digits).ok().and_then(|hex| u32::from_str_radix(hex, 16).ok());
    code.and_then(char::from_u32).is_some_and(|c| c.is_control() || turns(c))
}

/// Handles the character that `json` begins with. DEL, the controls U+0080 to U+009F and those of the
/// direction of writing may stand in JSON as they are.
fn raw(json: &mut [u8]) -> usize {
    let length = match json[0] {
        0x7f => 1,
        0xc2 | 0xd8 => 2,
        0xe2 => 3,
        _ => return 1,
    };
    let first = json.get(..length).and_then(|bytes| str::from_utf8(bytes).ok()?.chars().next());
    if !first.is_some_and(|c| c.is_control() || turns(c)) {
        return 1;
    }
    json[..length].fill(b' ');
    length
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_direction_of_writing_stays_what_it_is() {
        let turning = "a\u{202e}b\u{2066}c\u{200f}d\u{61c}e\u{2014}ب";
        let mut json = format!("[\"{turning}\",\"\\u202E\\u2069x\"]").into_bytes();
        disarm(&mut json);
        let read: [String; 2] = serde_json::from_slice(&json).unwrap();
        assert_eq!(read, ["a   b   c   d  e\u{2014}ب", "\u{fffd}\u{fffd}x"]);
    }

    #[test]
    fn control_characters_are_taken_out_and_nothing_else_changes() {
        let text = "a\u{1b}[31m\n\t\"\\u001b é\u{9b}\u{7f}ü \\";
        let mut json = serde_json::to_vec(&[text]).unwrap();
        let length = json.len();
        disarm(&mut json);
        assert_eq!(json.len(), length);
        let [read]: [String; 1] = serde_json::from_slice(&json).unwrap();
        assert_eq!(read, "a\u{fffd}[31m    \"\\u001b é   ü \\");
    }

    proptest! {
        #[test]
        fn what_comes_out_has_no_controls_and_any_bytes_are_taken(text: String, bytes: Vec<u8>) {
            let mut json = serde_json::to_vec(&text).unwrap();
            disarm(&mut json);
            let read: String = serde_json::from_slice(&json).unwrap();
            prop_assert!(!read.contains(|c: char| c.is_control() || turns(c)));
            disarm(&mut bytes.clone());
        }
    }

    #[test]
    fn outside_of_texts_and_where_a_file_is_cut_off_nothing_is_changed() {
        for text in ["[\\n\u{7f}\u{9b}1]", "\"\\u00", "\"\\", "\"a\\u0041\\u00e9\""] {
            let mut json = text.as_bytes().to_vec();
            disarm(&mut json);
            assert_eq!(String::from_utf8(json).unwrap(), text);
        }
    }
}
