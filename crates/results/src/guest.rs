//! What a guest says of itself during boot, as results keep it; what it did not send is absent.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use ground::GuestKind;

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

impl Hello {
    /// What the guest is, by how it was started.
    pub fn kind(&self) -> GuestKind {
        match self.boot.as_str() {
            "init" | "process" => GuestKind::Linux,
            _ => GuestKind::Bare,
        }
    }
}

/// `system`: the operating system that the guest is a process of.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct System {
    /// Its name.
    pub name: String,
    /// Its release.
    pub release: String,
    /// What it reads the time from.
    pub clock: String,
    /// Nanoseconds of its own clock, which goes on from early in its start, when the guest's process began.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub up_ns: Option<u64>,
    /// The services of a hypervisor that it uses, as its log says: `kvm-clock`, `pv-ipi`,
    /// `pv-tlb-flush`, `steal-time` and others; `unknown` alone where the log cannot be read whole.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub uses: Vec<String>,
    /// The processor's weaknesses, each with what it does about it.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub vulnerabilities: BTreeMap<String, String>,
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
    pub family: Option<u64>,
    /// Model number.
    pub model_id: Option<u64>,
    /// Stepping.
    pub stepping: Option<u64>,
    /// CPUs online.
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
    pub max_leaf: Option<u64>,
    /// Its feature bits.
    pub features: Option<u64>,
}

/// `timer`: the counter whose ticks the samples are.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Timer {
    /// Ticks a second.
    pub hz: Option<u64>,
    /// How that frequency was learnt.
    pub found: String,
    /// Whether it runs at one rate in every power state.
    pub invariant: Option<bool>,
}

/// `memory`: the guest's RAM.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Memory {
    /// Bytes of RAM.
    pub total: Option<u64>,
    /// Bytes that the kernel keeps untouched for cold accesses.
    pub cold: Option<u64>,
}

/// `console`: the device that the records come through.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Console {
    /// Its kind.
    pub kind: String,
    /// Its port or address.
    pub address: Option<u64>,
}

/// `idle`: the measurement's own cost, in ticks between two adjacent counter reads.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Idle {
    /// The smallest.
    pub min: Option<u64>,
    /// The median.
    pub median: Option<u64>,
    /// The largest.
    pub max: Option<u64>,
    /// What a batch has to dwarf.
    pub fluctuation: Option<u64>,
    /// By how many ticks the counter advances at once; absent from older kernels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<u64>,
}

/// `reference`: the work that is timed beside every batch.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Reference {
    /// Turns of its loop, at least 1.
    pub rounds: Option<u64>,
    /// Ticks that it took at the best of a few tries.
    pub ticks: Option<u64>,
}

/// `panic`: an exception outside a benchmark, with the registers by name.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Panic {
    /// What happened.
    pub what: String,
    /// Every other field of the record: name and value as sent.
    pub registers: Vec<(String, String)>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guest_that_is_a_process_is_one_of_linux() {
        let kind = |boot: &str| Hello { boot: boot.to_owned(), ..Hello::default() }.kind();
        assert_eq!(["init", "process"].map(kind), [GuestKind::Linux; 2]);
        assert_eq!(["multiboot", ""].map(kind), [GuestKind::Bare; 2]);
    }
}
