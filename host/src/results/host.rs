//! The machine that a run takes place on.

use std::fs;

use serde::{Deserialize, Serialize};

/// What is known of the host. What cannot be found out is empty or absent.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
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
}

impl HostEnvironment {
    /// Looks around.
    pub fn read() -> Self {
        let cpuinfo = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let meminfo = fs::read_to_string("/proc/meminfo").unwrap_or_default();
        let release = fs::read_to_string("/etc/os-release").unwrap_or_default();
        let uname = rustix::system::uname();
        Self {
            cpu: value(&cpuinfo, "model name", ':').unwrap_or_default(),
            cpus: std::thread::available_parallelism().ok().map(usize::from),
            memory: kibibytes(&meminfo, "MemTotal"),
            arch: uname.machine().to_string_lossy().into_owned(),
            os: value(&release, "PRETTY_NAME", '=').unwrap_or_default(),
            kernel: uname.release().to_string_lossy().into_owned(),
            virtual_machine: virtual_machine(&cpuinfo),
        }
    }
}

/// The value of the first line `key <separator> value`, without quotes.
fn value(text: &str, key: &str, separator: char) -> Option<String> {
    let pairs = text.lines().filter_map(|line| line.split_once(separator));
    let (_, value) = pairs.into_iter().find(|(name, _)| name.trim() == key)?;
    Some(value.trim().trim_matches('"').to_owned())
}

fn kibibytes(meminfo: &str, key: &str) -> Option<u64> {
    let text = value(meminfo, key, ':')?;
    text.trim_end_matches("kB").trim().parse::<u64>().ok().map(|kib| kib * 1024)
}

/// Names the hypervisor that the host runs under, as far as the firmware's tables tell.
fn virtual_machine(cpuinfo: &str) -> Option<String> {
    let flags = value(cpuinfo, "flags", ':').unwrap_or_default();
    let under_hypervisor = flags.split(' ').any(|flag| flag == "hypervisor");
    let read = |path| fs::read_to_string(path).ok().map(|text: String| text.trim().to_owned());
    let name = read("/sys/hypervisor/type").or_else(|| read("/sys/class/dmi/id/sys_vendor"));
    under_hypervisor.then(|| name.unwrap_or_else(|| "unknown hypervisor".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_system_files_are_read() {
        let cpuinfo =
            "processor\t: 0\nmodel name\t: Some CPU @ 2.50GHz\nflags\t\t: fpu hypervisor\n";
        assert_eq!(value(cpuinfo, "model name", ':').unwrap(), "Some CPU @ 2.50GHz");
        assert_eq!(value("PRETTY_NAME=\"Debian 12\"", "PRETTY_NAME", '=').unwrap(), "Debian 12");
        assert_eq!(kibibytes("MemTotal:       24 kB\n", "MemTotal"), Some(24 * 1024));
        assert!(virtual_machine(cpuinfo).is_some());
        assert!(virtual_machine("flags : fpu").is_none());
    }

    #[test]
    fn this_machine_has_a_kernel() {
        assert!(!HostEnvironment::read().kernel.is_empty());
    }
}
