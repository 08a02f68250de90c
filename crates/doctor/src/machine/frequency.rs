//! How fast the processor runs, and who decides it.

use std::collections::BTreeMap;

use super::Machine;

/// Switches for frequencies above the nominal one: the file, and whether 1 in it means on.
const TURBO_SWITCHES: [(&str, bool); 2] = [
    ("/sys/devices/system/cpu/intel_pstate/no_turbo", false),
    ("/sys/devices/system/cpu/cpufreq/boost", true),
];

/// Whether the processor may run faster than its nominal frequency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turbo {
    /// It may.
    pub on: bool,
    /// The command that forbids it.
    pub off_command: String,
}

/// A state that an idle CPU may sleep in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdleState {
    /// Its name.
    pub name: String,
    /// Microseconds that it takes to wake up.
    pub latency_us: u64,
}

impl Machine {
    /// The frequency governors, each with the number of CPUs that it rules.
    pub fn governors(&self) -> BTreeMap<String, usize> {
        let mut governors = BTreeMap::new();
        let folder = "/sys/devices/system/cpu";
        for cpu in self.names(folder).into_iter().filter(|name| is_cpu(name)) {
            if let Some(name) = self.line(&format!("{folder}/{cpu}/cpufreq/scaling_governor")) {
                *governors.entry(name).or_default() += 1;
            }
        }
        governors
    }

    /// The driver that sets the frequency.
    pub fn frequency_driver(&self) -> Option<String> {
        self.line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_driver")
    }

    /// Whether frequencies above the nominal one are allowed.
    pub fn turbo(&self) -> Option<Turbo> {
        TURBO_SWITCHES.iter().find_map(|(file, one_is_on)| {
            let on = self.switch(file)? == *one_is_on;
            let off = u8::from(!*one_is_on);
            Some(Turbo { on, off_command: format!("echo {off} | sudo tee {file}") })
        })
    }

    /// The states in which the first CPU may sleep now.
    pub fn idle_states(&self) -> Vec<IdleState> {
        let folder = "/sys/devices/system/cpu/cpu0/cpuidle";
        let read = |state: String| {
            let state = format!("{folder}/{state}");
            let allowed = self.switch(&format!("{state}/disable")) == Some(false);
            let latency_us = self.number(&format!("{state}/latency"))?;
            let name = self.line(&format!("{state}/name"))?;
            allowed.then_some(IdleState { name, latency_us })
        };
        self.names(folder).into_iter().filter_map(read).collect()
    }
}

/// Whether `name` is that of a CPU's folder, such as `cpu12`.
fn is_cpu(name: &str) -> bool {
    let number = name.strip_prefix("cpu").unwrap_or_default();
    !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
}
