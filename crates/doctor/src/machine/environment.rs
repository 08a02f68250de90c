//! The machine as the results describe it.

use std::collections::BTreeMap;

use super::{CpuList, CpuQuota, Hosting, Machine, value};
use results::{Frequency, HostEnvironment, Isolation};

impl Machine {
    /// Describes the machine; of its kernel modules those whose names begin with one of
    /// `modules`.
    pub fn environment(&self, modules: &[&str]) -> HostEnvironment {
        let count = |cpus: CpuList| usize::try_from(cpus.len()).ok();
        let release = self.text("/etc/os-release").unwrap_or_default();
        let os = value(&release, "PRETTY_NAME", '=').unwrap_or_default();
        HostEnvironment {
            cpu: self.processor().unwrap_or_default(),
            cpus: self.allowed_cpus().and_then(count),
            memory: self.memory(),
            arch: self.arch(),
            os: os.trim_matches('"').to_owned(),
            kernel: self.line("/proc/sys/kernel/osrelease").unwrap_or_default(),
            virtual_machine: self.virtual_machine(),
            kernel_version: self.line("/proc/sys/kernel/version"),
            kernel_options: self.timing_options(),
            microcode: self.microcode(),
            vulnerabilities: self.vulnerabilities().into_iter().collect(),
            frequency: Frequency {
                driver: self.frequency_driver(),
                governors: self.governors(),
                turbo: self.turbo().map(|turbo| turbo.on),
            },
            smt: self.has_smt(),
            cpu_quota: match self.cpu_quota() {
                Some(CpuQuota::Cpus(cpus)) => Some(cpus),
                Some(CpuQuota::Unlimited) | None => None,
            },
            isolation: Isolation {
                isolated: self.cpu_list_text("isolated"),
                nohz_full: self.cpu_list_text("nohz_full"),
                rcu_nocbs: self.boot_option("rcu_nocbs"),
            },
            huge_pages: self.huge_pages(),
            clock_source: self.clock_source().map(|(current, _)| current),
            memory_available: self.memory_available(),
            modules: self.modules(modules),
            facts: BTreeMap::new(),
        }
    }

    fn virtual_machine(&self) -> Option<String> {
        match self.hosting() {
            Hosting::Virtual(name) => Some(name),
            Hosting::Physical | Hosting::Unknown => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::machine::Machine;
    use crate::machine::recorded::{CLOUD_VM, Recorded, TUNED};
    use results::HostEnvironment;

    fn json(text: &str) -> String {
        let environment = Recorded::new(text).machine.environment(&["kvm"]);
        serde_json::to_string_pretty(&environment).unwrap()
    }

    #[test]
    fn a_machine_is_described_by_all_that_shapes_its_timing() {
        insta::assert_snapshot!(json(TUNED));
    }

    #[test]
    fn a_virtual_machine_is_described_as_one() {
        let text = json(CLOUD_VM);
        assert!(text.contains(r#""virtual_machine": "KVM""#), "{text}");
        assert!(text.contains(r#""kvm_pvm""#) && text.contains(r#""halt_poll_ns""#), "{text}");
    }

    #[test]
    fn what_is_not_there_is_left_empty_and_can_be_read_back() {
        let environment = Recorded::empty().machine.environment(&["kvm"]);
        let expected =
            HostEnvironment { arch: std::env::consts::ARCH.into(), ..Default::default() };
        assert_eq!(environment, expected);
        let old: HostEnvironment = serde_json::from_str(r#"{"cpu": "some"}"#).unwrap();
        assert_eq!(old.cpu, "some");
    }

    #[test]
    fn this_machine_has_a_kernel() {
        assert!(!Machine::here().environment(&[]).kernel.is_empty());
    }
}
