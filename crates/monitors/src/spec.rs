//! Platform specifications: `NAME[:key=value,…]` as given to `--platform`.

use crate::{Platform, PlatformError};

/// A key that a platform understands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// What it sets, in one line.
    pub help: &'static str,
}

/// The key for a platform's name.
const LABEL: &str = "label";

/// Characters of the longest label: a table has a column of that width.
const LONGEST_LABEL: usize = 1000;

/// The key for what is added to the kernel's command line.
const OPTION: &str = "option";

/// The keys that every platform understands.
pub const COMMON: [Key; 2] = [
    Key { name: LABEL, help: "name of the platform in the results" },
    Key { name: OPTION, help: "further options of the kernel, such as timeout=9000" },
];

/// One platform as asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spec {
    text: String,
    values: Vec<(String, String)>,
}

impl Spec {
    /// The platform `name` without any settings.
    pub fn plain(name: &str) -> Self {
        Self { text: name.to_owned(), values: Vec::new() }
    }

    /// The specifications that `text` stands for: itself, or where its name is a pattern such
    /// as `lab-*`, one for every one of `platforms` with such a name, native ones first.
    pub fn expand(text: &str, platforms: &[&'static dyn Platform]) -> Vec<String> {
        let (name, settings) = text.split_at(text.find(':').unwrap_or(text.len()));
        let pattern = name.contains(['*', '?']).then(|| globset::Glob::new(name).ok()).flatten();
        let Some(pattern) = pattern.map(|glob| glob.compile_matcher()) else {
            return vec![text.to_owned()];
        };
        let mut matching: Vec<_> =
            platforms.iter().filter(|platform| pattern.is_match(platform.name())).collect();
        matching.sort_by_key(|platform| !platform.is_native());
        match matching.is_empty() {
            true => vec![text.to_owned()],
            false => matching.iter().map(|p| format!("{}{settings}", p.name())).collect(),
        }
    }

    /// The same specification with a further setting.
    #[must_use]
    pub fn with(mut self, key: &str, value: &str) -> Self {
        self.values.push((key.to_owned(), value.to_owned()));
        self
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
    ) -> Result<(&'static dyn Platform, Self), PlatformError> {
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let platform = platforms
            .iter()
            .copied()
            .find(|platform| platform.name() == name)
            .ok_or_else(|| PlatformError::unknown(name, platforms))?;
        let mut spec = Self::plain(text);
        for (index, item) in split_items(rest).iter().enumerate() {
            let (key, value) = setting(platform, index, item)
                .ok_or_else(|| PlatformError::bad_setting(text, item, platform))?;
            if spec.get(&key).is_some() {
                return Err(PlatformError::bad_setting(text, item, platform));
            }
            spec.values.push((key, value));
        }
        if spec.label().chars().count() > LONGEST_LABEL {
            return Err(PlatformError::BadSpec {
                spec: format!("{}…", text.chars().take(40).collect::<String>()),
                item: format!("its name of over {LONGEST_LABEL} characters"),
                help: "give it a shorter one with label=NAME".to_owned(),
            });
        }
        Ok((platform, spec))
    }

    /// The value of `key`, where it was given.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.values.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
    }

    /// What the results call this platform: its label, else the specification itself.
    pub fn label(&self) -> &str {
        self.get(LABEL).unwrap_or(&self.text)
    }

    /// What is added to the kernel's command line.
    pub fn kernel_options(&self) -> Option<&str> {
        self.get(OPTION)
    }

    /// The specification as it was given.
    pub fn text(&self) -> &str {
        &self.text
    }
}

/// `key=value`, or a bare value for the main key; `None` when the platform has no such key.
fn setting(platform: &dyn Platform, index: usize, item: &str) -> Option<(String, String)> {
    let (key, value) = match item.split_once('=') {
        Some(pair) => pair,
        None if index == 0 => (platform.main_key()?, item),
        None => return None,
    };
    let mut keys = platform.keys().iter().chain(&COMMON);
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
