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
}

impl Subject {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Linux, Self::Qemu, Self::Xen];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Linux => "Linux",
            Self::Qemu => "QEMU",
            Self::Xen => "Xen",
        }
    }

    /// The setting of a specification that names its version.
    pub fn key(self) -> &'static str {
        match self {
            Self::Linux => "kernel",
            Self::Qemu => "qemu",
            Self::Xen => "xen",
        }
    }

    /// What a build of it is called in a heading: those of Linux are named without it.
    pub fn titled(self, build: &str) -> String {
        match self {
            Self::Linux => format!("Linux {build}"),
            Self::Qemu | Self::Xen => build.to_owned(),
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
