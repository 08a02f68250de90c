//! Which programs of Debian's releases took the place of a platform's own.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Package;

/// A hypervisor or device model inside, of a release of Debian's that a specification named.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct InnerBuild {
    /// The setting that named it: `qemu` or `xen`.
    pub key: String,
    /// Its release, as the setting has it: `10.0`.
    pub release: String,
    /// Its packages, without those that they need.
    pub packages: Vec<Package>,
}
