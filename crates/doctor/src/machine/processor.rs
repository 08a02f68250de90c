//! What the processor is.

use super::{Machine, value};

/// Names under which the kernels of different architectures give the processor's model.
const MODEL_KEYS: [&str; 4] = ["model name", "cpu model", "Model", "uarch"];

/// The same for its maker's number and its own, where there is no other name, and the names of those.
const NUMBER_KEYS: [&str; 2] = ["CPU implementer", "CPU part"];
const NAMES: &str = include_str!("../../data/processors.txt");

/// Names under which they give its features.
const FLAG_KEYS: [&str; 3] = ["flags", "Features", "isa"];

impl Machine {
    /// The processor's model.
    pub fn processor(&self) -> Option<String> {
        self.cpuinfo(&MODEL_KEYS).or_else(|| self.numbered_processor())
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

    /// The processor of which two numbers are known, by its name where that is.
    fn numbered_processor(&self) -> Option<String> {
        let numbers = NUMBER_KEYS.map(|key| self.cpuinfo(&[key]));
        let [maker, part] = &numbers;
        let (maker, part) = (hexadecimal(maker.as_ref()?)?, hexadecimal(part.as_ref()?)?);
        let known = NAMES
            .lines()
            .find_map(|line| line.strip_prefix(&format!("{maker:x} {part:x} ")).map(str::to_owned));
        Some(known.unwrap_or_else(|| format!("maker {maker:#x}, part {part:#x}")))
    }

    fn cpuinfo(&self, keys: &[&str]) -> Option<String> {
        let text = self.text("/proc/cpuinfo")?;
        let found = keys.iter().find_map(|key| value(&text, key, ':'))?;
        (!found.is_empty()).then(|| found.to_owned())
    }
}

fn hexadecimal(text: &str) -> Option<u32> {
    u32::from_str_radix(text.strip_prefix("0x")?, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::super::recorded::Recorded;

    #[test]
    fn a_processor_of_numbers_has_its_name_where_that_is_known() {
        let recorded = Recorded::empty();
        let processor = |maker: &str, part: &str| {
            let text = format!("CPU implementer\t: {maker}\nCPU part\t: {part}\n");
            recorded.write("proc/cpuinfo", text.as_bytes());
            recorded.machine.processor()
        };
        assert_eq!(processor("0x41", "0xd0c").as_deref(), Some("Arm Neoverse N1"));
        assert_eq!(processor("0x00", "0x051").as_deref(), Some("QEMU max"));
        assert_eq!(processor("0x41", "0xd0").as_deref(), Some("maker 0x41, part 0xd0"));
        assert_eq!(processor("0x41", "d0c"), None);
    }
}
