//! The machine that a run takes place on.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What is known of the host before a run. What cannot be found out is empty or absent.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct HostEnvironment {
    /// The processor's model.
    pub cpu: String,
    /// CPUs that the tool may use.
    pub cpus: Option<usize>,
    /// Memory in bytes.
    pub memory: Option<u64>,
    /// Architecture.
    pub arch: String,
    /// Operating system, by its own name.
    pub os: String,
    /// Kernel release.
    pub kernel: String,
    /// What the host itself runs in, when it is a virtual machine.
    pub virtual_machine: Option<String>,
    /// The kernel's version: its build number and date.
    pub kernel_version: Option<String>,
    /// The options that the kernel was booted with, of those that matter for timing.
    pub kernel_options: Vec<String>,
    /// Revision of the processor's microcode.
    pub microcode: Option<String>,
    /// The processor's weaknesses, each with what the kernel does about it.
    pub vulnerabilities: BTreeMap<String, String>,
    /// How fast the processor runs, and who decides it.
    pub frequency: Frequency,
    /// Whether two hardware threads share a core.
    pub smt: Option<bool>,
    /// How many CPUs' worth of time the tool may use, where its control group limits it.
    pub cpu_quota: Option<f64>,
    /// CPUs kept free of other work.
    pub isolation: Isolation,
    /// When the kernel gives processes huge pages: always, madvise or never.
    pub huge_pages: Option<String>,
    /// The kernel's clock.
    pub clock_source: Option<String>,
    /// Bytes of memory that could be used without swapping.
    pub memory_available: Option<u64>,
    /// Parameters of the kernel modules that take part in running the guests.
    pub modules: BTreeMap<String, BTreeMap<String, String>>,
    /// What whoever started the run knows of the machine, such as its rack: `run --fact rack=7`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub facts: BTreeMap<String, String>,
}

/// How fast the processor runs, and who decides it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Frequency {
    /// The driver that sets it.
    pub driver: Option<String>,
    /// The governors, each with the number of CPUs that it rules.
    pub governors: BTreeMap<String, usize>,
    /// Whether it may go above the nominal one.
    pub turbo: Option<bool>,
}

/// CPUs kept free of other work, as the kernel writes sets of CPUs.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Isolation {
    /// Free of other processes.
    pub isolated: Option<String>,
    /// Free of the timer tick while only one process runs.
    pub nohz_full: Option<String>,
    /// Free of the kernel's deferred freeing of memory.
    pub rcu_nocbs: Option<String>,
}

/// What the host was busy with around a run and during it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct HostActivity {
    /// Load averages over 1, 5 and 15 minutes, before.
    pub load_before: Option<[f64; 3]>,
    /// The same afterwards; the run itself is part of them.
    pub load_after: Option<[f64; 3]>,
    /// Share of the CPUs' time, from 0 to 1, that the hypervisor underneath gave to others
    /// during the run.
    pub stolen: Option<f64>,
    /// How often the processor slowed down for the heat during the run.
    pub throttled: Option<u64>,
}
