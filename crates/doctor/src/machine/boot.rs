//! The options that the kernel was booted with, as far as they matter for timing.

use super::Machine;

/// The options that are recorded: others may hold names and keys that are nobody's business.
const TIMING_OPTIONS: [&str; 24] = [
    "clocksource",
    "default_hugepagesz",
    "hugepages",
    "hugepagesz",
    "idle",
    "intel_idle.max_cstate",
    "intel_iommu",
    "amd_iommu",
    "intel_pstate",
    "amd_pstate",
    "irqaffinity",
    "isolcpus",
    "mce",
    "mitigations",
    "nmi_watchdog",
    "nohz",
    "nohz_full",
    "nosmt",
    "nowatchdog",
    "preempt",
    "processor.max_cstate",
    "rcu_nocbs",
    "transparent_hugepage",
    "tsc",
];

impl Machine {
    /// The options that matter for timing, in their order.
    pub fn timing_options(&self) -> Vec<String> {
        let line = self.text("/proc/cmdline").unwrap_or_default();
        let name = |option: &str| option.split('=').next().unwrap_or_default().to_owned();
        let timing = |option: &&str| TIMING_OPTIONS.contains(&name(option).as_str());
        line.split_whitespace().filter(timing).map(str::to_owned).collect()
    }

    /// The value of the option `name`.
    pub fn boot_option(&self, name: &str) -> Option<String> {
        let line = self.text("/proc/cmdline")?;
        let mut options = line.split_whitespace().filter_map(|option| option.split_once('='));
        options.find(|(option, _)| *option == name).map(|(_, value)| value.to_owned())
    }
}
