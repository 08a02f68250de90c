//! Specifications are parsed: what a text given to `--platform` stands for.

use std::fmt::Write;

use crate::spec::bad_spec;
use crate::{COMMON, Key, Platform, Spec};
use ground::{Pattern, Trouble};

/// Characters of the longest label: a table has a column of that width.
const LONGEST_LABEL: usize = 1000;

impl Spec {
    /// The specifications that `text` stands for: itself, or where its name is a pattern such
    /// as `lab-*`, one for every one of `platforms` with such a name, native ones first.
    pub fn expand(text: &str, platforms: &[&'static dyn Platform]) -> Vec<String> {
        let (name, settings) = text.split_at(text.find(':').unwrap_or(text.len()));
        let pattern = name.contains(['*', '?', '{']).then(|| Pattern::new(name).ok()).flatten();
        let Some(pattern) = pattern else { return vec![text.to_owned()] };
        let mut matching: Vec<_> =
            platforms.iter().filter(|platform| pattern.matches(platform.name())).collect();
        matching.sort_by_key(|platform| !platform.about().is_native);
        match matching.is_empty() {
            true => vec![text.to_owned()],
            false => matching.iter().map(|p| format!("{}{settings}", p.name())).collect(),
        }
    }

    /// Splits `text` into a platform of `platforms` and its settings.
    ///
    /// A comma inside a value is written twice. The first setting may leave out its key
    /// where the platform has a main one, as in `replay:boot.log`.
    ///
    /// # Errors
    /// For an unknown platform or key, a key without value, one given twice, and a name that is
    /// too long for a table.
    pub fn parse(
        text: &str,
        platforms: &[&'static dyn Platform],
    ) -> Result<(&'static dyn Platform, Self), Trouble> {
        Self::parse_with(text, platforms, &[])
    }

    /// The same where a specification may have the keys `more` as well.
    ///
    /// # Errors
    /// As [`Spec::parse`].
    pub fn parse_with(
        text: &str,
        platforms: &[&'static dyn Platform],
        more: &[Key],
    ) -> Result<(&'static dyn Platform, Self), Trouble> {
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let platform = platforms
            .iter()
            .copied()
            .find(|platform| platform.name() == name)
            .ok_or_else(|| unknown(name, platforms))?;
        let mut spec = Self::plain(text);
        for (index, item) in split_items(rest).iter().enumerate() {
            let known = setting(platform, more, index, item);
            let (key, value) = known
                .filter(|(key, _)| spec.get(key).is_none())
                .ok_or_else(|| unknown_setting(text, item, platform, more))?;
            spec = spec.with(&key, &value);
        }
        if spec.label().chars().count() > LONGEST_LABEL {
            return Err(bad_spec(
                &format!("{}…", text.chars().take(40).collect::<String>()),
                &format!("its name of over {LONGEST_LABEL} characters"),
                "give it a shorter one with label=NAME",
            ));
        }
        Ok((platform, spec))
    }
}

/// `item` of the specification `spec` is none of the platform's settings.
pub fn bad_setting(spec: &str, item: &str, platform: &dyn Platform) -> Trouble {
    unknown_setting(spec, item, platform, &[])
}

fn unknown_setting(spec: &str, item: &str, platform: &dyn Platform, more: &[Key]) -> Trouble {
    let mut help = format!("write {}:key=value,… with each key once:", platform.name());
    for key in more.iter().chain(platform.about().keys).chain(&COMMON) {
        let _ = write!(help, "\n        {}=…  {}", key.name, key.help);
    }
    bad_spec(spec, item, help)
}

fn unknown(name: &str, platforms: &[&'static dyn Platform]) -> Trouble {
    let known: Vec<_> = platforms.iter().map(|platform| platform.name()).collect();
    Trouble::usage(
        format!("there is no platform called {name:?}"),
        format!("the platforms are: {}", known.join(", ")),
    )
}

/// `key=value`, or a bare value for the main key; `None` when the platform has no such key.
fn setting(
    platform: &dyn Platform,
    more: &[Key],
    index: usize,
    item: &str,
) -> Option<(String, String)> {
    let (key, value) = match item.split_once('=') {
        Some(pair) => pair,
        None if index == 0 => (platform.about().main_key?, item),
        None => return None,
    };
    let mut keys = platform.about().keys.iter().chain(&COMMON).chain(more);
    let known = keys.any(|known| known.name == key);
    (known && !value.is_empty()).then(|| (key.to_owned(), value.to_owned()))
}

/// Splits at single commas; two of them stand for one in the value.
fn split_items(text: &str) -> Vec<String> {
    let mut items = vec![String::new()];
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c == ',' && chars.next_if_eq(&',').is_none() {
            items.push(String::new());
        } else if let Some(item) = items.last_mut() {
            item.push(c);
        }
    }
    if text.is_empty() { Vec::new() } else { items }
}
