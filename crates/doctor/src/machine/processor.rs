//! What the processor is.

use super::{Machine, value};

/// Names under which the kernels of different architectures give the processor's model.
const MODEL_KEYS: [&str; 5] = ["model name", "cpu model", "Model", "uarch", "CPU part"];

/// Names under which they give its features.
const FLAG_KEYS: [&str; 3] = ["flags", "Features", "isa"];

impl Machine {
    /// The processor's model.
    pub fn processor(&self) -> Option<String> {
        self.cpuinfo(&MODEL_KEYS)
    }

    /// The revision of its microcode.
    pub fn microcode(&self) -> Option<String> {
        let cpuinfo = self.cpuinfo(&["microcode"]);
        cpuinfo.or_else(|| self.line("/sys/devices/system/cpu/cpu0/microcode/version"))
    }

    /// Its features by the kernel's names; `None` when the kernel lists none.
    pub fn processor_flags(&self) -> Option<Vec<String>> {
        let flags = self.cpuinfo(&FLAG_KEYS)?;
        Some(flags.split_whitespace().map(str::to_owned).collect())
    }

    /// Its weaknesses, each with what the kernel does about it, in the kernel's words.
    pub fn vulnerabilities(&self) -> Vec<(String, String)> {
        let folder = "/sys/devices/system/cpu/vulnerabilities";
        let read = |name: String| {
            let state = self.line(&format!("{folder}/{name}"))?;
            Some((name, state))
        };
        self.names(folder).into_iter().filter_map(read).collect()
    }

    /// The kernel's clock, and those that it could use instead.
    pub fn clock_source(&self) -> Option<(String, Vec<String>)> {
        let folder = "/sys/devices/system/clocksource/clocksource0";
        let current = self.line(&format!("{folder}/current_clocksource"))?;
        let all = self.line(&format!("{folder}/available_clocksource")).unwrap_or_default();
        Some((current, all.split_whitespace().map(str::to_owned).collect()))
    }

    fn cpuinfo(&self, keys: &[&str]) -> Option<String> {
        let text = self.text("/proc/cpuinfo")?;
        let found = keys.iter().find_map(|key| value(&text, key, ':'))?;
        (!found.is_empty()).then(|| found.to_owned())
    }
}
