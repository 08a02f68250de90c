//! Monitors that a file describes, and those that the tool carries a description of.

use std::path::Path;
use std::sync::LazyLock;

use images::Arch;
use monitors::described::{self, Description, Shipped};
use monitors::{Detected, Guest, GuestConfig, Key, Platform, PlatformError, Spec};
use results::Unit;
use system::input;

/// The platform whose description the user names.
pub(super) static COMMAND: &dyn Platform = &Command;

/// One for each description that the tool carries.
pub(super) fn shipped() -> impl Iterator<Item = &'static dyn Platform> {
    static ALL: LazyLock<Vec<Carried>> =
        LazyLock::new(|| described::shipped().iter().map(Carried::new).collect());
    ALL.iter().map(|platform| -> &'static dyn Platform { platform })
}

/// Reads the description in the file at `path`; also gives its text.
///
/// # Errors
/// When it cannot be read, or is wrong: in which line.
pub(crate) fn read(path: &Path) -> Result<(Description, String), PlatformError> {
    let wrong = |why: String| PlatformError::BadDescription {
        why,
        next:
            "docs/platforms.md says what a description holds; check it with: hyperbench platform \
               check FILE"
                .into(),
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

/// Whether it can be used for kernels of `arch`.
fn detect(description: &Description, arch: &Arch) -> Result<Detected, PlatformError> {
    let own = &description.architectures;
    if !own.is_empty() && !own.contains(&arch.name) {
        return Err(PlatformError::Unavailable {
            why: format!("it runs kernels of {} only", own.join(", ")),
            next: "choose one of these with --arch".into(),
        });
    }
    let path = described::find(description)?;
    let version = described::version(description, &path)?;
    let caveat = match description.seen.as_str() {
        "" => "never seen by us: send a log".to_owned(),
        seen => format!("seen by us: {seen}"),
    };
    Ok(Detected { version, caveat })
}

struct Command;

impl Command {
    fn description(spec: &Spec) -> Result<Description, PlatformError> {
        let file = spec.get("file").ok_or_else(|| PlatformError::Unavailable {
            why: "it runs what a file describes, and none is named".into(),
            next: "name it: --platform command:FILE.toml".into(),
        })?;
        read(Path::new(file)).map(|(description, _)| description)
    }
}

impl Platform for Command {
    fn name(&self) -> &'static str {
        "command"
    }

    fn summary(&self) -> &'static str {
        "a monitor of your own, as a file describes it"
    }

    fn keys(&self) -> &'static [Key] {
        &[Key { name: "file", help: "the description; the key may be left out: command:FILE" }]
    }

    fn main_key(&self) -> Option<&'static str> {
        Some("file")
    }

    fn runs_by_default(&self) -> bool {
        false
    }

    fn detect(&self, spec: &Spec, arch: &Arch) -> Result<Detected, PlatformError> {
        let mut detected = detect(&Self::description(spec)?, arch)?;
        detected.caveat = "described by a file of yours".into();
        Ok(detected)
    }

    fn unit(&self, _spec: &Spec, _deterministic: bool) -> Unit {
        Unit::Cycles
    }

    fn launch(
        &self,
        spec: &Spec,
        config: &GuestConfig,
        _boot: usize,
    ) -> Result<Option<Box<dyn Guest>>, PlatformError> {
        described::start(&Self::description(spec)?, config).map(Some)
    }
}

/// A description that the tool carries.
struct Carried {
    name: &'static str,
    summary: &'static str,
    description: Description,
}

impl Carried {
    fn new(shipped: &Shipped) -> Self {
        let description = shipped.description();
        let mark = if description.seen.is_empty() { "; never seen by us" } else { "" };
        // Made once, for the whole life of the program.
        let summary = format!("{}{mark}", description.summary).leak();
        Self { name: shipped.name, summary, description }
    }
}

impl Platform for Carried {
    fn name(&self) -> &'static str {
        self.name
    }

    fn summary(&self) -> &'static str {
        self.summary
    }

    fn keys(&self) -> &'static [Key] {
        &[]
    }

    fn runs_by_default(&self) -> bool {
        false
    }

    fn exists_for(&self, arch: &Arch) -> bool {
        let own = &self.description.architectures;
        own.is_empty() || own.contains(&arch.name)
    }

    fn detect(&self, _spec: &Spec, arch: &Arch) -> Result<Detected, PlatformError> {
        detect(&self.description, arch)
    }

    fn unit(&self, _spec: &Spec, _deterministic: bool) -> Unit {
        Unit::Cycles
    }

    fn launch(
        &self,
        _spec: &Spec,
        config: &GuestConfig,
        _boot: usize,
    ) -> Result<Option<Box<dyn Guest>>, PlatformError> {
        described::start(&self.description, config).map(Some)
    }
}
