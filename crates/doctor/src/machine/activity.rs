//! What the machine is busy with: at one moment, and between two.

use super::{Machine, Pace, value};

/// One moment.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Activity {
    /// Load averages over 1, 5 and 15 minutes.
    pub load: Option<[f64; 3]>,
    /// How the CPUs have spent their time since the machine was started.
    pub cpu: Option<CpuTime>,
    /// How often the processor has slowed down for the heat since then.
    pub throttled: Option<u64>,
}

/// Time of all CPUs together, in the kernel's ticks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CpuTime {
    /// All of it.
    pub total: u64,
    /// That which the hypervisor underneath gave to others.
    pub stolen: u64,
}

/// Two moments.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Window {
    /// The first.
    pub before: Activity,
    /// The second.
    pub after: Activity,
    /// How evenly work got done in between, where that was watched.
    pub pace: Option<Pace>,
}

impl Window {
    /// The share of the CPUs' time that was stolen in between, from 0 to 1.
    pub fn stolen(&self) -> Option<f64> {
        let (before, after) = (self.before.cpu?, self.after.cpu?);
        let total = after.total.checked_sub(before.total).filter(|total| *total > 0)?;
        let stolen = after.stolen.saturating_sub(before.stolen);
        Some((stolen as f64 / total as f64).min(1.0))
    }

    /// How often the processor slowed down for the heat in between.
    pub fn throttled(&self) -> Option<u64> {
        self.after.throttled?.checked_sub(self.before.throttled?)
    }
}

impl Machine {
    /// What goes on now.
    pub fn activity(&self) -> Activity {
        Activity { load: self.load(), cpu: self.cpu_time(), throttled: self.throttled() }
    }

    fn load(&self) -> Option<[f64; 3]> {
        let line = self.line("/proc/loadavg")?;
        let mut numbers = line.split(' ').map(|word| word.parse().ok());
        let mut next = || numbers.next().flatten().filter(|load: &f64| load.is_finite());
        Some([next()?, next()?, next()?])
    }

    fn cpu_time(&self) -> Option<CpuTime> {
        let stat = self.text("/proc/stat")?;
        let numbers: Option<Vec<u64>> =
            value(&stat, "cpu", ' ')?.split_whitespace().map(|word| word.parse().ok()).collect();
        // user nice system idle iowait irq softirq steal; guests' time is part of user's.
        let own = numbers?.into_iter().take(8).collect::<Vec<_>>();
        let total = own.iter().try_fold(0_u64, |sum, ticks| sum.checked_add(*ticks))?;
        Some(CpuTime { total, stolen: *own.get(7)? })
    }

    /// The sum over all cores; `None` where the processor does not count it.
    fn throttled(&self) -> Option<u64> {
        let folder = "/sys/devices/system/cpu";
        let count = |cpu: String| {
            self.number::<u64>(&format!("{folder}/{cpu}/thermal_throttle/core_throttle_count"))
        };
        let counts: Vec<_> = self.names(folder).into_iter().filter_map(count).collect();
        (!counts.is_empty()).then(|| counts.iter().fold(0_u64, |sum, n| sum.saturating_add(*n)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stolen_time_is_a_share_of_the_window() {
        let at = |total, stolen| Activity {
            cpu: Some(CpuTime { total, stolen }),
            ..Activity::default()
        };
        let share = |before, after| Window { before, after, pace: None }.stolen();
        assert_eq!(share(at(1000, 10), at(1200, 20)), Some(0.05));
        assert_eq!(share(at(1000, 10), at(1000, 10)), None, "no time went by");
        assert_eq!(share(at(1000, 10), at(900, 0)), None, "the clock ran backwards");
        assert_eq!(share(Activity::default(), at(1, 1)), None);
    }
}
