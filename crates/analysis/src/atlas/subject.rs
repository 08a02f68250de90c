//! Whose versions a line of the atlas has.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What has versions.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Subject {
    /// The Linux that is the hypervisor, or its dom0.
    #[default]
    Linux,
    /// The device model.
    Qemu,
    /// The hypervisor below Linux.
    Xen,
    /// The Linux of a guest.
    Guest,
}

/// Behind a setting: any version of the program that it names.
const ANY: &str = "=*";

impl Subject {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Linux, Self::Qemu, Self::Xen, Self::Guest];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Linux => "Linux",
            Self::Qemu => "QEMU",
            Self::Xen => "Xen",
            Self::Guest => "the guest's Linux",
        }
    }

    /// The setting of a specification that names its version.
    pub fn key(self) -> &'static str {
        match self {
            Self::Linux => "kernel",
            Self::Qemu => "qemu",
            Self::Xen => "xen",
            Self::Guest => "guest-kernel",
        }
    }

    /// What its build of `version` is called: those of Linux are called by their release alone.
    pub fn build(self, version: &str) -> String {
        match self {
            Self::Linux => version.to_owned(),
            Self::Guest => format!("guest {version}"),
            Self::Qemu | Self::Xen => format!("{} {version}", self.name()),
        }
    }

    /// What the column of its versions on `platform` is called: a star is where that of anything but Linux is.
    pub fn column(self, platform: &str) -> String {
        match self {
            Self::Linux => platform.to_owned(),
            _ => having(platform, &format!("{}{ANY}", self.key())),
        }
    }

    /// Whose versions the column of this name has.
    pub(super) fn of_column(name: &str) -> Self {
        let last = name.rsplit([':', ',']).next();
        let is_its =
            |it: &Self| last.and_then(|setting| setting.strip_suffix(ANY)) == Some(it.key());
        Self::ALL.into_iter().find(is_its).unwrap_or_default()
    }

    /// What a build of it is called in a heading: those of Linux are named without it.
    pub fn titled(self, build: &str) -> String {
        match self {
            Self::Linux => format!("Linux {build}"),
            _ => build.to_owned(),
        }
    }

    /// What it is that has the setting `key`.
    pub(super) fn of_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|subject| subject.key() == key)
    }

    /// Whether `key` of a specification says which build of it ran, and not on what.
    pub(super) fn is_named_by(self, key: &str) -> bool {
        let of_linux = self == Self::Linux && ["modules", "flavour"].contains(&key);
        key == "label" || key == self.key() || of_linux
    }
}

/// The specification of `platform` with `settings` besides its own.
pub fn having(platform: &str, settings: &str) -> String {
    let begin = if platform.contains(':') { ',' } else { ':' };
    format!("{platform}{begin}{settings}")
}
