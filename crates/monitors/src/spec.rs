//! Platform specifications: `NAME[:key=value,…]` as given to `--platform`.

use ground::Trouble;

/// A key that a platform understands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// What it sets, in one line.
    pub help: &'static str,
}

/// The keys of several lists as one, which is a constant as they are.
#[macro_export]
macro_rules! keys {
    ($($list:expr),+ $(,)?) => {{
        const JOINED_COUNT: usize = 0 $(+ $list.len())+;
        const JOINED: [$crate::Key; JOINED_COUNT] = $crate::join_keys(&[$($list),+]);
        &JOINED
    }};
}

/// What [`keys!`] makes of its `lists`, which have so many keys together.
pub const fn join_keys<const COUNT: usize>(lists: &[&[Key]]) -> [Key; COUNT] {
    let mut all = [Key { name: "", help: "" }; COUNT];
    let (mut list, mut index, mut count) = (0, 0, 0);
    while list < lists.len() {
        if index == lists[list].len() {
            (list, index) = (list + 1, 0);
            continue;
        }
        all[count] = lists[list][index];
        (index, count) = (index + 1, count + 1);
    }
    all
}

/// The key for a platform's name.
const LABEL: &str = "label";

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

    /// The same specification with a further setting.
    #[must_use]
    pub fn with(mut self, key: &str, value: &str) -> Self {
        self.values.push((key.to_owned(), value.to_owned()));
        self
    }

    /// The same specification, called `label`.
    #[must_use]
    pub fn called(mut self, label: &str) -> Self {
        self.values.retain(|(name, _)| name != LABEL);
        self.with(LABEL, label)
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

/// The specification `spec` cannot be used as it is because of `item`; `next` says how to write it.
pub(crate) fn bad_spec(spec: &str, item: &str, next: impl Into<String>) -> Trouble {
    Trouble::usage(format!("the platform specification {spec:?} is wrong at {item:?}"), next)
}
