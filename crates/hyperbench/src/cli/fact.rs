//! Facts as people write them.

/// The longest name and the longest value, in characters.
const LONGEST: usize = 200;

/// Reads `NAME=VALUE`.
///
/// # Errors
/// When the name is none, or the value is empty, too long or not plain text.
pub(super) fn parse(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("a fact such as rack=7 is expected")?;
    let is_of_name = |c: char| c.is_ascii_alphanumeric() || "_-.".contains(c);
    if name.is_empty() || name.len() > LONGEST || !name.chars().all(is_of_name) {
        return Err("a fact's name has letters, digits, and the characters _ - .".to_owned());
    }
    let length = value.chars().count();
    if !(1..=LONGEST).contains(&length) || value.chars().any(char::is_control) {
        return Err(format!("a fact's value is one line of 1 to {LONGEST} characters"));
    }
    Ok((name.to_owned(), value.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_are_a_name_and_a_line() {
        let fact = |name: &str, value: &str| Ok((name.to_owned(), value.to_owned()));
        assert_eq!(parse("rack=7"), fact("rack", "7"));
        assert_eq!(parse("kernel_cmdline=a=b c"), fact("kernel_cmdline", "a=b c"));
    }

    #[test]
    fn anything_else_is_refused() {
        let long = format!("rack={}", "7".repeat(201));
        for text in ["", "rack", "=7", "rack=", "ra ck=7", "räck=7", "rack=7\n", "a=\x1b[2J", &long]
        {
            assert!(parse(text).is_err(), "{text:?}");
        }
    }
}
