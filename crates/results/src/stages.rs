//! The stages of a guest's life besides its benchmarks: how long each took.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::status::Unit;

/// How long a boot took until it measured.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct StartTimes {
    /// Host nanoseconds from starting the platform's program to the guest's first record.
    pub hello_ns: Option<u64>,
    /// Host nanoseconds from starting the platform's program to the end of the guest's boot phase.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ready_ns: Option<u64>,
    /// Host nanoseconds from starting the platform's program to the first benchmark.
    pub first_benchmark_ns: Option<u64>,
    /// What the guest's counter showed at its first instruction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry_cycles: Option<u64>,
    /// Its Linux went on from a state that was kept, so that its start was not seen.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub resumed: bool,
    /// The guest's own ticks from its first instruction to the end of its boot phase.
    pub boot_cycles: Option<u64>,
    /// The same in nanoseconds, by the frequency that the guest found.
    pub boot_ns: Option<u64>,
}

/// Nanoseconds, or instructions where the platform counts those; what is not known is absent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Stages {
    /// Until the guest's kernel ran: its monitor's start, firmware, loader. Where instructions are
    /// counted, from the guest's machine on, without the monitor's own start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loader: Option<u64>,
    /// The kernel: the benchmark kernel until it can measure, or Linux until its first process.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kernel: Option<u64>,
    /// The first process of a Linux, until it can measure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub process: Option<u64>,
    /// From when the guest was done to the end of its monitor.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub power_off: Option<u64>,
}

/// How a program says that it was started as the first process.
const FIRST_PROCESS: &str = "init";

/// What a program is started by on a system that is there already.
const PROCESS: &str = "process";

/// What a guest says of its start.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Said<'a> {
    /// By which protocol it was entered.
    pub boot: &'a str,
    /// How long its Linux had been up when its process began, in nanoseconds.
    pub up_ns: Option<u64>,
    /// Ticks of its counter in a second.
    pub hz: Option<u64>,
}

impl Stages {
    /// Those of a start that took the `times` in a guest that `said` this, by a platform's `unit`.
    pub(super) fn of_start(times: &StartTimes, said: Said<'_>, unit: Unit) -> Self {
        if times.resumed || said.boot == PROCESS {
            return Self::default();
        }
        let is_linux = said.boot == FIRST_PROCESS;
        let up = if is_linux { said.up_ns } else { Some(0) };
        let (loader, up, own) = match unit {
            Unit::Instructions => {
                let up = up.zip(said.hz).and_then(|(up, hz)| ticks(up, hz));
                let until = times.entry_cycles.zip(up);
                (until.and_then(|(at, up)| at.checked_sub(up)), up, times.boot_cycles)
            }
            Unit::Cycles => {
                let seen = up.zip(times.boot_ns).and_then(|(up, own)| up.checked_add(own));
                let until = times.ready_ns.zip(seen);
                (until.and_then(|(ready, seen)| ready.checked_sub(seen)), up, times.boot_ns)
            }
        };
        // A clock that says more than there was is not believed.
        let up = up.filter(|_| loader.is_some());
        match is_linux {
            true => Self { loader, kernel: up, process: own, power_off: None },
            false => Self { loader, kernel: own, ..Self::default() },
        }
    }

    /// Whether nothing is known of any.
    pub fn is_unknown(&self) -> bool {
        *self == Self::default()
    }

    /// All until the guest could measure, where every stage of that is known.
    pub fn until_ready(&self) -> Option<u64> {
        self.loader?.checked_add(self.kernel?)?.checked_add(self.process.unwrap_or_default())
    }
}

/// `ns` in ticks of a counter at `hz`.
fn ticks(ns: u64, hz: u64) -> Option<u64> {
    u64::try_from(u128::from(ns) * u128::from(hz) / 1_000_000_000).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(boot: &str, up_ns: Option<u64>) -> Said<'_> {
        Said { boot, up_ns, hz: Some(2_000_000_000) }
    }

    fn times() -> StartTimes {
        StartTimes {
            ready_ns: Some(1000),
            entry_cycles: Some(900),
            boot_cycles: Some(200),
            boot_ns: Some(100),
            ..StartTimes::default()
        }
    }

    fn all(stages: Stages) -> [Option<u64>; 3] {
        [stages.loader, stages.kernel, stages.process]
    }

    #[test]
    fn by_the_clock_the_loader_is_what_the_guest_has_not_seen() {
        let of = |guest| Stages::of_start(&times(), guest, Unit::Cycles);
        let linux = of(said("init", Some(300)));
        assert_eq!(all(linux), [Some(600), Some(300), Some(100)]);
        assert_eq!((linux.until_ready(), linux.is_unknown()), (Some(1000), false));
        assert_eq!(all(of(said("pvh", None))), [Some(900), Some(100), None]);
    }

    #[test]
    fn where_instructions_are_counted_the_guests_counter_tells_all() {
        let of = |guest| Stages::of_start(&times(), guest, Unit::Instructions);
        assert_eq!(all(of(said("init", Some(300)))), [Some(300), Some(600), Some(200)]);
        assert_eq!(all(of(said("pvh", None))), [Some(900), Some(200), None]);
    }

    #[test]
    fn what_cannot_be_is_not_told() {
        let of = |guest, unit| all(Stages::of_start(&times(), guest, unit));
        for unit in [Unit::Cycles, Unit::Instructions] {
            let own = of(said("init", Some(u64::MAX)), unit)[2];
            assert_eq!(
                of(said("init", Some(u64::MAX)), unit),
                [None, None, own],
                "a clock that lies"
            );
            assert_eq!(of(said("init", None), unit), [None, None, own], "an older program");
            assert_eq!(of(said("process", Some(5)), unit), [None; 3], "it was there already");
        }
        let resumed = StartTimes { resumed: true, ..times() };
        let stages = Stages::of_start(&resumed, said("init", Some(300)), Unit::Instructions);
        assert!(stages.is_unknown() && stages.until_ready().is_none());
        let nothing = StartTimes::default();
        assert!(Stages::of_start(&nothing, Said::default(), Unit::Cycles).is_unknown());
    }
}
