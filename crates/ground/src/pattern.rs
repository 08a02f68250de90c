//! Patterns that people name operations and platforms by, such as `ipi*` and `{in,out}`.

/// One of them, which was looked at: the patterns without braces that it stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern(Vec<String>);

/// What a pattern may stand for at most, and how long it may be: then a name is compared in no time.
const MOST: usize = 1000;

/// A pattern's slash is one that a path has, which no asterisk reaches across. Names have no folders: theirs
/// becomes this.
const SLASH: &str = "\u{2215}";

impl Pattern {
    /// `text` as a pattern: `*` is any text, `?` a character, `[a-c]` one of these, `{in,out}` one of two.
    ///
    /// # Errors
    /// Says why it is none.
    pub fn new(text: &str) -> Result<Self, String> {
        plain_patterns(text).map(Self).map_err(|why| {
            let start: String = text.chars().take(40).collect();
            format!("{start:?} is not a valid pattern: {why}")
        })
    }

    /// Whether it means the whole of `name`.
    pub fn matches(&self, name: &str) -> bool {
        let name = name.replace('/', SLASH);
        self.0.iter().any(|pattern| fast_glob::glob_match(pattern, &name))
    }
}

/// What `text` stands for. The library matches braces, too, but tries all that they stand for again at each
/// place that an asterisk before them may end at: with ten pairs it takes for ever.
fn plain_patterns(text: &str) -> Result<Vec<String>, String> {
    if text.len() > MOST {
        return Err(format!("it has over {MOST} bytes"));
    }
    let (mut open, mut plain) = (vec![text.replace('/', SLASH)], Vec::new());
    while let Some(pattern) = open.pop() {
        let Some(each) = alternatives(&pattern) else {
            if pattern.starts_with('!') {
                return Err("it says what is meant, not what is not".to_owned());
            }
            fast_glob::validate(&pattern).map_err(|error| error.to_string())?;
            plain.push(pattern);
            continue;
        };
        open.extend(each);
        if open.len() + plain.len() > MOST {
            return Err(format!("it stands for over {MOST} names"));
        }
    }
    Ok(plain)
}

/// `text` with each of what its first braces list in their place; `None` where there are none, or they do
/// not end.
fn alternatives(text: &str) -> Option<Vec<String>> {
    let start = text.find('{')?;
    let (mut depth, mut begin, mut listed) = (0, start + 1, Vec::new());
    for (at, byte) in text.bytes().enumerate().skip(start) {
        depth += i32::from(byte == b'{') - i32::from(byte == b'}');
        if depth == 0 || (depth == 1 && byte == b',') {
            listed.push(&text[begin..at]);
            begin = at + 1;
        }
        if depth == 0 {
            let (before, after) = (&text[..start], &text[begin..]);
            return Some(listed.into_iter().map(|it| format!("{before}{it}{after}")).collect());
        }
    }
    None
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
    fn braces_may_stand_in_braces_and_beside_others() {
        let stands_for = |text: &str| {
            let mut patterns = plain_patterns(text).unwrap();
            patterns.sort();
            patterns
        };
        assert_eq!(stands_for("{a,b{c,}}-{1,2}"), ["a-1", "a-2", "b-1", "b-2", "bc-1", "bc-2"]);
        assert_eq!(stands_for("é{ü}"), ["éü"]);
        assert_eq!(stands_for("a,b}"), ["a,b}"]);
    }

    #[test]
    fn a_pattern_that_would_take_for_ever_is_refused() {
        let many = "{*,*,*,*,*,*,*,*,*,*}".repeat(10);
        assert!(Pattern::new(&many).unwrap_err().ends_with("stands for over 1000 names"));
        let long = "*a".repeat(MOST);
        assert!(Pattern::new(&long).unwrap_err().ends_with("has over 1000 bytes"));
        let slow = Pattern::new(&"*a".repeat(MOST / 2)).unwrap();
        assert!(!slow.matches(&"a".repeat(MOST).replace("aa", "ab")));
    }

    #[test]
    fn names_have_no_folders() {
        assert!(matches("sched*", "sched/pipe") && matches("s?*/p?pe", "sched/pipe"));
        assert!(matches("**", "a/b/c") && !matches("sched?pipe", "sched//pipe"));
    }

    #[test]
    fn what_is_no_pattern_says_why() {
        for text in ["[", "{in,out", "in\\", "!in", "{out,!in}", "[b-"] {
            let said = Pattern::new(text).unwrap_err();
            assert!(said.starts_with(&format!("{text:?} is not a valid pattern: ")), "{said}");
        }
    }
}
