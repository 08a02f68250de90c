//! Trouble as people see it.

use ground::{Trouble, brief};

/// The most characters of a sentence: files and arguments can make one of any length.
const SENTENCE: usize = 2000;

/// What is wrong, and what to do about it.
pub(crate) fn render(trouble: &Trouble) -> String {
    let [why, next] = [&trouble.why, &trouble.next].map(|text| brief(text, SENTENCE));
    match next.is_empty() {
        true => format!("error: {why}"),
        false => format!("error: {why}\n  next: {next}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_others_wrote_is_short_and_harmless_in_an_error() {
        let hostile = format!("{}\x1b]0;title\x07\u{202e}\0", "x".repeat(100_000));
        let text = render(&Trouble::usage(&hostile, &hostile));
        assert!(text.len() < 5000, "{}", text.len());
        assert!(
            !text.contains(|c: char| c != '\n' && (c.is_control() || c == '\u{202e}')),
            "{text:?}"
        );
    }
}
