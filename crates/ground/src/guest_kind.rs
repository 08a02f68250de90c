//! Kinds of guests.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a guest is.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum GuestKind {
    /// The benchmark kernel alone on its machine: what hardware asks of a hypervisor.
    #[default]
    Bare,
    /// A process on Linux: what processes pay.
    Linux,
}

impl GuestKind {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Bare, Self::Linux];

    /// Whether it is the kernel.
    pub fn is_bare(&self) -> bool {
        *self == Self::Bare
    }

    /// Its name on the command line and in results files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bare => "bare",
            Self::Linux => "linux",
        }
    }
}
