//! How many CPUs there are, and what else may run on them.

use std::path::Path;

use super::{CpuList, Machine, value};

/// Where the kernel describes its CPUs.
const CPUS: &str = "/sys/devices/system/cpu";

/// How much processor time a control group may use.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum CpuQuota {
    /// All there is.
    Unlimited,
    /// As much as this number of CPUs has.
    Cpus(f64),
}

impl Machine {
    /// CPUs that are switched on.
    pub fn online_cpus(&self) -> Option<CpuList> {
        self.cpu_list("online").filter(|list| !list.is_empty())
    }

    /// CPUs that this process may run on.
    pub fn allowed_cpus(&self) -> Option<CpuList> {
        let status = self.text("/proc/self/status")?;
        let list: CpuList = value(&status, "Cpus_allowed_list", ':')?.parse().ok()?;
        (!list.is_empty()).then_some(list).or_else(|| self.online_cpus())
    }

    /// CPUs that the scheduler keeps other processes away from; an empty list when there
    /// are none, and nothing when the kernel does not tell.
    pub fn isolated_cpus(&self) -> Option<CpuList> {
        self.has(&format!("{CPUS}/isolated")).then(|| self.cpu_list("isolated").unwrap_or_default())
    }

    /// The kernel's own text of a list of CPUs, such as `isolated` or `nohz_full`.
    pub fn cpu_list_text(&self, name: &str) -> Option<String> {
        // A kernel without any writes "(null)" or nothing.
        self.line(&format!("{CPUS}/{name}")).filter(|line| line.parse::<CpuList>().is_ok())
    }

    /// Whether two hardware threads share a core.
    pub fn has_smt(&self) -> Option<bool> {
        self.switch(&format!("{CPUS}/smt/active"))
    }

    /// How much processor time the control group of this process may use.
    pub fn cpu_quota(&self) -> Option<CpuQuota> {
        let groups = self.text("/proc/self/cgroup")?;
        let own = value(&groups, "0", ':').unwrap_or_default().trim_start_matches(':');
        // A group's limit holds for all groups inside it.
        let unified = Path::new(own).ancestors().filter_map(|group| {
            let line = self.line(&format!("/sys/fs/cgroup{}/cpu.max", group.display()))?;
            let (quota, period) = line.split_once(' ')?;
            share(quota, period)
        });
        let classic = ["quota", "period"].map(|name| {
            self.line(&format!("/sys/fs/cgroup/cpu/cpu.cfs_{name}_us")).unwrap_or_default()
        });
        let least = unified.chain(share(&classic[0], &classic[1])).reduce(f64::min);
        Some(least.map_or(CpuQuota::Unlimited, CpuQuota::Cpus))
    }

    fn cpu_list(&self, name: &str) -> Option<CpuList> {
        self.line(&format!("{CPUS}/{name}"))?.parse().ok()
    }
}

/// A limit as the kernel writes it; `None` where there is none ("max" or -1).
fn share(quota: &str, period: &str) -> Option<f64> {
    let (quota, period) = (quota.parse::<f64>().ok()?, period.parse::<f64>().ok()?);
    (quota > 0.0 && period > 0.0).then(|| quota / period)
}
