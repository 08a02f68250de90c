//! Which build of Linux the hypervisor was.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A build of Linux that took the place of a platform's own: the same source makes others by another compiler.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LinuxBuild {
    /// Its release, as `uname -r` has it: `6.12.43+deb12`, and its flavour; empty where it is not known.
    pub release: String,
    /// The version of its packages: `6.12.43-1~bpo12+1`; empty where it comes from files.
    #[serde(default)]
    pub version: String,
    /// What its kernel says of itself, with when and where it was made; empty where it does not.
    #[serde(default)]
    pub banner: String,
    /// What has compiled it, as the compiler notes it in a module; empty where it does not.
    #[serde(default)]
    pub compiler: String,
    /// The packages that it was taken from; none where it comes from files.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub packages: Vec<Package>,
}

/// A package of Debian's that a program was taken from.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Package {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Its SHA-256, in hexadecimal digits.
    pub sha256: String,
}
