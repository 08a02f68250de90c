//! Patterns that people name operations and platforms by, such as `ipi*` and `{in,out}`.

/// One of them, which was looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern(String);

/// A pattern's slash is one that a path has, which no asterisk reaches across. Names have no folders: theirs
/// becomes this.
const SLASH: &str = "\u{2215}";

impl Pattern {
    /// `text` as a pattern: `*` is any text, `?` a character, `[a-c]` one of these, `{in,out}` one of two.
    ///
    /// # Errors
    /// Says why it is none.
    pub fn new(text: &str) -> Result<Self, String> {
        let wrong = |why: &str| format!("{text:?} is not a valid pattern: {why}");
        if text.starts_with('!') {
            return Err(wrong("it says what is meant, not what is not"));
        }
        fast_glob::validate(text).map_err(|error| wrong(&error.to_string()))?;
        Ok(Self(text.replace('/', SLASH)))
    }

    /// Whether it means the whole of `name`.
    pub fn matches(&self, name: &str) -> bool {
        fast_glob::glob_match(&self.0, name.replace('/', SLASH))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(pattern: &str, name: &str) -> bool {
        Pattern::new(pattern).unwrap().matches(name)
    }

    #[test]
    fn a_pattern_means_whole_names() {
        assert!(matches("ipi*", "ipi-latency") && !matches("ipi*", "self-ipi"));
        assert!(matches("?n", "in") && !matches("?n", "n") && !matches("in", "ins"));
        assert!(matches("{in,out*}", "in") && matches("{in,out*}", "outs"));
        assert!(matches("[a-c]x", "bx") && !matches("[!a-c]x", "bx"));
    }

    #[test]
    fn names_have_no_folders() {
        assert!(matches("sched*", "sched/pipe") && matches("s?*/p?pe", "sched/pipe"));
        assert!(matches("**", "a/b/c") && !matches("sched?pipe", "sched//pipe"));
    }

    #[test]
    fn what_is_no_pattern_says_why() {
        for text in ["[", "{in,out", "in\\", "!in", "[b-"] {
            let said = Pattern::new(text).unwrap_err();
            assert!(said.starts_with(&format!("{text:?} is not a valid pattern: ")), "{said}");
        }
    }
}
