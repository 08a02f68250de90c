//! Placeholders: `{name}`, of small letters, digits and `-`. Other braces stand for themselves, so that a
//! file in JSON needs no care.

/// Those of every description.
pub(super) const COMMON: [&str; 6] = ["kernel", "cpus", "memory", "cmdline", "folder", "name"];

/// Where the console is to go, unless that is the standard output.
pub(super) const CONSOLE: &str = "console";

/// The names in `text` that look like placeholders, with where they begin and end.
fn names(text: &str) -> impl Iterator<Item = (usize, usize, &str)> {
    let is_of_a_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    text.match_indices('{').filter_map(move |(start, _)| {
        let rest = &text[start + 1..];
        let end = rest.find(|c| !is_of_a_name(c)).filter(|end| *end > 0)?;
        rest[end..].starts_with('}').then(|| (start, start + end + 2, &rest[..end]))
    })
}

/// The first name in `text` that is not `known`.
pub(super) fn unknown<'a>(text: &'a str, known: &[&str]) -> Option<&'a str> {
    names(text).map(|(_, _, name)| name).find(|name| !known.contains(name))
}

/// `text` with the `values` of its placeholders; one without a value stays.
pub(super) fn fill(text: &str, values: &[(&str, String)]) -> String {
    let mut filled = String::new();
    let mut done = 0;
    for (start, end, name) in names(text) {
        let Some((_, value)) = values.iter().find(|(known, _)| *known == name) else { continue };
        filled.push_str(&text[done..start]);
        filled.push_str(value);
        done = end;
    }
    filled + &text[done..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_filled_and_other_braces_left() {
        let values = [("cpus", "2".to_owned()), ("cmdline", "a={cpus}".to_owned())];
        let json = r#"{"cpus": {cpus}, "line": "{cmdline}", "x": {}}"#;
        assert_eq!(fill(json, &values), r#"{"cpus": 2, "line": "a={cpus}", "x": {}}"#);
        assert_eq!(unknown(json, &["cpus"]), Some("cmdline"));
        assert_eq!(unknown("{ a } {} {A} {", &[]), None);
    }
}
