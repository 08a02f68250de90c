//! Monitors that a file describes, and those that the tool carries a description of.

use std::borrow::Cow;
use std::path::Path;
use std::sync::LazyLock;

use crate::described::{self, Description, Shipped};
use crate::{About, Detected, Guest, GuestConfig, Key, Platform, Spec};
use ground::{Arch, Trouble};
use system::input;

/// The platform whose description the user names.
pub(crate) static COMMAND: &dyn Platform = &Described {
    about: About {
        name: "command",
        summary: "a monitor of your own, as a file describes it",
        keys: &[Key {
            name: "file",
            help: "the description; the key may be left out: command:FILE",
        }],
        main_key: Some("file"),
        ..About::PLAIN
    },
    carried: None,
};

/// One for each description that the tool carries.
pub(crate) fn shipped() -> impl Iterator<Item = &'static dyn Platform> {
    static ALL: LazyLock<Vec<Described>> =
        LazyLock::new(|| described::shipped().iter().map(Described::carried).collect());
    ALL.iter().map(|platform| -> &'static dyn Platform { platform })
}

/// Reads the description in the file at `path`; also gives its text.
///
/// # Errors
/// When it cannot be read, or is wrong: in which line.
pub fn read(path: &Path) -> Result<(Description, String), Trouble> {
    let wrong = |why: String| {
        Trouble::usage(
            why,
            "docs/platforms.md says what a description holds; check it with: hyperbench platform \
             check FILE",
        )
    };
    let bytes = input::read(path).map_err(|error| {
        wrong(format!("the description {} cannot be read: {error}", path.display()))
    })?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let description = Description::read(&text).map_err(|mistake| {
        wrong(format!("{}:{}: {}", path.display(), mistake.line, mistake.why))
    })?;
    Ok((description, text))
}

/// A monitor that a description starts.
struct Described {
    about: About,
    /// The description that the tool carries; `None` where the user names a file.
    carried: Option<Description>,
}

impl Described {
    fn carried(shipped: &Shipped) -> Self {
        let description = shipped.description();
        let mark = if description.seen.is_empty() { "; untested by us" } else { "" };
        // Made once, for the whole life of the program.
        let summary = format!("{}{mark}", description.summary).leak();
        let about = About { name: shipped.name, summary, ..About::PLAIN };
        Self { about, carried: Some(description) }
    }

    fn description(&self, spec: &Spec) -> Result<Cow<'_, Description>, Trouble> {
        if let Some(description) = &self.carried {
            return Ok(Cow::Borrowed(description));
        }
        let file = spec.get("file").ok_or_else(|| {
            Trouble::unavailable(
                "it runs what a file describes, and none is named",
                "name it: --platform command:FILE.toml",
            )
        })?;
        read(Path::new(file)).map(|(description, _)| Cow::Owned(description))
    }
}

impl Platform for Described {
    fn about(&self) -> &About {
        &self.about
    }

    fn exists_for(&self, arch: &Arch) -> bool {
        self.carried.as_ref().is_none_or(|description| description.is_for(arch))
    }

    fn detect(&self, spec: &Spec, arch: &Arch) -> Result<Detected, Trouble> {
        let description = self.description(spec)?;
        description.check_for(arch)?;
        let path = described::find(&description)?;
        let version = described::version(&description, &path)?;
        let caveat = match (&self.carried, description.seen.as_str()) {
            (None, _) => "described by a file of yours".to_owned(),
            (_, "") => "untested by us: send a log".to_owned(),
            (_, seen) => format!("seen by us: {seen}"),
        };
        Ok(Detected { version, caveat, ..Detected::default() })
    }

    fn launch(
        &self,
        spec: &Spec,
        config: &GuestConfig,
        _boot: usize,
    ) -> Result<Option<Box<dyn Guest>>, Trouble> {
        described::start(&*self.description(spec)?, config).map(Some)
    }
}
