//! Neighbours: what ran beside a platform's guests, and what that made of a cost.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use ground::GuestKind;

/// The guests that ran beside those of a platform.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Beside {
    /// What they are called.
    pub name: String,
    /// Label of the same platform without them, whose boots took turns with these.
    pub alone: String,
    /// The kind of the platform that ran them.
    pub platform: String,
    /// The specification that they were asked for with.
    pub spec: String,
    /// The program that ran them, with its version.
    pub version: String,
    /// What they are; absent for the benchmark kernel.
    #[serde(default, skip_serializing_if = "GuestKind::is_bare")]
    pub guest: GuestKind,
    /// The benchmark that each ran from before a boot until after it.
    pub workload: String,
    /// How many there were.
    pub count: u32,
}

/// How many times its cost alone an operation costs beside others: η.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Eta {
    /// The ratio; 1 is undisturbed.
    pub value: f64,
    /// Lower end of its 95 % interval; absent where that is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub low: Option<f64>,
    /// Upper end of its 95 % interval.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub high: Option<f64>,
}
