//! Which build of the benchmark kernel, or of the program for Linux, guests ran.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A build of what guests run: the same source makes others by another compiler, and some of their figures
/// differ.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ImageBuild {
    /// The SHA-256 of its ELF file, in hexadecimal digits.
    pub sha256: String,
    /// What has compiled it, as the compiler notes it; empty where it does not.
    #[serde(default)]
    pub compiler: String,
}
