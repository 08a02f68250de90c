//! What the boot phase tells of the guest's environment: a structure for each record, whose fields
//! `docs/protocol.md` describes. What a guest did not send is empty.

#![expect(missing_docs, reason = "docs/protocol.md describes each field")]

use serde::Deserialize;

use super::number::{flag, optional};

/// `hello`: the kernel and how it was booted.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Hello {
    pub kernel: String,
    pub arch: String,
    pub boot: String,
    pub cmdline: String,
}

/// `system`: the operating system that the guest is a process of.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct System {
    pub name: String,
    pub release: String,
    pub clock: String,
    pub uses: String,
    #[serde(deserialize_with = "optional")]
    pub up: Option<u64>,
}

/// `weakness`: a weakness of the processor, and what that operating system does about it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Weakness {
    pub name: String,
    pub state: String,
}

/// `cpu`: the processor as the guest sees it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Cpu {
    pub vendor: String,
    pub model: String,
    #[serde(deserialize_with = "optional")]
    pub family: Option<u64>,
    #[serde(deserialize_with = "optional")]
    pub model_id: Option<u64>,
    #[serde(deserialize_with = "optional")]
    pub stepping: Option<u64>,
    #[serde(deserialize_with = "optional")]
    pub count: Option<u64>,
    pub found: String,
    pub irqchip: String,
}

/// `hypervisor`: what the guest could learn of the hypervisor beneath it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Hypervisor {
    pub name: String,
    pub signature: String,
    #[serde(deserialize_with = "optional")]
    pub max_leaf: Option<u64>,
    #[serde(deserialize_with = "optional")]
    pub features: Option<u64>,
}

/// `timer`: the counter whose ticks the samples are.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Timer {
    #[serde(deserialize_with = "optional")]
    pub hz: Option<u64>,
    pub found: String,
    #[serde(deserialize_with = "flag")]
    pub invariant: Option<bool>,
}

/// `memory`: the guest's RAM.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Memory {
    #[serde(deserialize_with = "optional")]
    pub total: Option<u64>,
    #[serde(deserialize_with = "optional")]
    pub cold: Option<u64>,
}

/// `console`: the device that the records come through.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Console {
    pub kind: String,
    #[serde(deserialize_with = "optional")]
    pub address: Option<u64>,
}

/// `idle`: the measurement's own cost, in ticks between two adjacent counter reads.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Idle {
    #[serde(deserialize_with = "optional")]
    pub min: Option<u64>,
    #[serde(deserialize_with = "optional")]
    pub median: Option<u64>,
    #[serde(deserialize_with = "optional")]
    pub max: Option<u64>,
    #[serde(deserialize_with = "optional")]
    pub fluctuation: Option<u64>,
    #[serde(deserialize_with = "optional")]
    pub step: Option<u64>,
}

/// `reference`: the work that is timed beside every batch.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Reference {
    #[serde(deserialize_with = "optional")]
    pub rounds: Option<u64>,
    #[serde(deserialize_with = "optional")]
    pub ticks: Option<u64>,
}

/// `ready`: the boot phase is over.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Ready {
    #[serde(deserialize_with = "optional")]
    pub entry: Option<u64>,
    #[serde(deserialize_with = "optional")]
    pub boot_cycles: Option<u64>,
    #[serde(deserialize_with = "optional")]
    pub benchmarks: Option<u64>,
}
