//! What the boot phase tells of the guest's environment. Each structure is one record on
//! the console and one object in the results file; what a guest did not send is absent.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::number::{flag, optional};

/// `hello`: the kernel and how it was booted.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Hello {
    /// The kernel's version.
    #[serde(default)]
    pub kernel: String,
    /// The architecture that it was built for.
    #[serde(default)]
    pub arch: String,
    /// The boot protocol by which it was entered.
    #[serde(default)]
    pub boot: String,
    /// The command line that it received.
    #[serde(default)]
    pub cmdline: String,
}

/// `cpu`: the processor as the guest sees it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Cpu {
    /// The vendor's identification.
    pub vendor: String,
    /// The model's name.
    pub model: String,
    /// Family number.
    #[serde(deserialize_with = "optional")]
    pub family: Option<u64>,
    /// Model number.
    #[serde(deserialize_with = "optional")]
    pub model_id: Option<u64>,
    /// Stepping.
    #[serde(deserialize_with = "optional")]
    pub stepping: Option<u64>,
    /// CPUs online.
    #[serde(deserialize_with = "optional")]
    pub count: Option<u64>,
    /// How they were found.
    pub found: String,
    /// The interrupt controller in use.
    pub irqchip: String,
}

/// `hypervisor`: what the guest could learn of the hypervisor beneath it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Hypervisor {
    /// A short name, `none` or `unknown`.
    pub name: String,
    /// The signature that it gives of itself.
    pub signature: String,
    /// The highest identification leaf that it offers.
    #[serde(deserialize_with = "optional")]
    pub max_leaf: Option<u64>,
    /// Its feature bits.
    #[serde(deserialize_with = "optional")]
    pub features: Option<u64>,
}

/// `timer`: the counter whose ticks the samples are.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Timer {
    /// Ticks a second.
    #[serde(deserialize_with = "optional")]
    pub hz: Option<u64>,
    /// How that frequency was learnt.
    pub found: String,
    /// Whether it runs at one rate in every power state.
    #[serde(deserialize_with = "flag")]
    pub invariant: Option<bool>,
}

/// `memory`: the guest's RAM.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Memory {
    /// Bytes of RAM.
    #[serde(deserialize_with = "optional")]
    pub total: Option<u64>,
    /// Bytes that the kernel keeps untouched for cold accesses.
    #[serde(deserialize_with = "optional")]
    pub cold: Option<u64>,
}

/// `console`: the device that the records come through.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Console {
    /// Its kind.
    pub kind: String,
    /// Its port or address.
    #[serde(deserialize_with = "optional")]
    pub address: Option<u64>,
}

/// `idle`: the measurement's own cost, in ticks between two adjacent counter reads.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Idle {
    /// The smallest.
    #[serde(deserialize_with = "optional")]
    pub min: Option<u64>,
    /// The median.
    #[serde(deserialize_with = "optional")]
    pub median: Option<u64>,
    /// The largest.
    #[serde(deserialize_with = "optional")]
    pub max: Option<u64>,
    /// What a batch has to dwarf.
    #[serde(deserialize_with = "optional")]
    pub fluctuation: Option<u64>,
    /// By how many ticks the counter advances at once; absent from older kernels.
    #[serde(deserialize_with = "optional", skip_serializing_if = "Option::is_none")]
    pub step: Option<u64>,
}

/// `reference`: the work that is timed beside every batch.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Reference {
    /// Turns of its loop, at least 1.
    #[serde(deserialize_with = "optional")]
    pub rounds: Option<u64>,
    /// Ticks that it took at the best of a few tries.
    #[serde(deserialize_with = "optional")]
    pub ticks: Option<u64>,
}

/// `ready`: the boot phase is over.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Ready {
    /// Ticks from the kernel's first instruction to this record.
    #[serde(deserialize_with = "optional")]
    pub boot_cycles: Option<u64>,
    /// How many benchmarks will run.
    #[serde(deserialize_with = "optional")]
    pub benchmarks: Option<u64>,
}
