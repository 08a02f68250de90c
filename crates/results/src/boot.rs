//! One boot of a guest: what it said of itself, what it measured, how it ended.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::benchmark::Measured;
use crate::Placement;
use crate::channels::ExternalTiming;
use crate::stages::Said;
use crate::{Console, Cpu, Hello, Hypervisor, Idle, Memory, Panic, Reference, System, Timer};
use crate::{Footprint, Migration, Stages, StartTimes, Unit};

/// One boot, with every raw sample.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Boot {
    /// The round that it belongs to, from 1: a whole boot of the platform, which takes several
    /// guests where a benchmark brings one down. The first files had one and did not say so.
    #[serde(default = "one")]
    pub round: u32,
    /// Command line of the program that ran the guest; empty where there is none.
    pub command: Vec<String>,
    /// What the guest said of itself.
    pub guest: GuestEnvironment,
    /// How long it took to start.
    pub start: StartTimes,
    /// The stages that it went through.
    #[serde(default, skip_serializing_if = "Stages::is_unknown")]
    pub stages: Stages,
    /// What its monitor took of the host's memory when the first benchmark began; absent where nobody
    /// asked, or the monitor is no process of the host's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub footprint: Option<Footprint>,
    /// What went over its console.
    pub console: ConsoleHealth,
    /// Where its threads ran.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub placement: Option<Placement>,
    /// What timed it besides its own counter; absent without external timing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timing: Option<ExternalTiming>,
    /// How it was moved to another monitor meanwhile; absent where it was not to be, or that did not begin.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub migration: Option<Migration>,
    /// The benchmarks that ended or were running when it ended.
    pub benchmarks: Vec<Measured>,
    /// What the guest thought a person should know.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// The exception outside a benchmark that ended it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub panic: Option<Panic>,
    /// How it ended; absent while it runs.
    pub ending: Option<Ending>,
    /// Last lines of the console that are no records; kept only when it did not end well.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub last_words: Vec<String>,
    /// Last messages of the program that ran the guest; kept only when it did not end well.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub messages: Vec<String>,
}

/// What the boot phase told; what did not arrive is absent.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[expect(missing_docs, reason = "each is the record of its name")]
pub struct GuestEnvironment {
    pub kernel: Option<Hello>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub system: Option<System>,
    pub cpu: Option<Cpu>,
    pub hypervisor: Option<Hypervisor>,
    pub timer: Option<Timer>,
    pub memory: Option<Memory>,
    pub console: Option<Console>,
    pub idle: Option<Idle>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reference: Option<Reference>,
}

/// What went over the console, and in what state.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ConsoleHealth {
    /// Bytes of any kind.
    pub bytes: u64,
    /// Undamaged records.
    pub records: u64,
    /// Lines that claim to be records and are not.
    pub damaged: u64,
    /// Records that never arrived undamaged, by the gaps in the sequence numbers.
    pub lost: u64,
    /// Undamaged records that make no sense where they stand.
    pub unexpected: u64,
    /// The first damaged lines, with what is wrong with them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub damage: Vec<String>,
}

/// How a boot ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "how", rename_all = "snake_case")]
pub enum Ending {
    /// The guest said that it is done.
    Done {
        /// It powered itself off afterwards; otherwise the tool ended it.
        powered_off: bool,
    },
    /// It ended without having said so.
    Exited {
        /// How the program that ran it ended, where that is known.
        status: Option<String>,
    },
    /// An exception outside a benchmark.
    Panicked,
    /// It started over.
    Rebooted,
    /// Nothing came for this long, and it was killed.
    Silent {
        /// Seconds waited.
        seconds: u64,
    },
    /// The run's time was over, and it was killed.
    OutOfTime {
        /// The run's time budget, in seconds.
        seconds: u64,
    },
    /// The user interrupted the run.
    Interrupted,
    /// What was to run beside it did not any more, and it was killed.
    Alone {
        /// What became of that.
        why: String,
    },
    /// Its console could not be read.
    ConsoleLost {
        /// The system's error.
        error: String,
    },
}

/// The number of boots that the first files took for granted.
pub(super) fn one() -> u32 {
    1
}

impl Boot {
    /// Turns of the reference that was timed beside its batches; `None` where none was.
    pub fn reference_rounds(&self) -> Option<u64> {
        self.guest.reference.as_ref()?.rounds.filter(|rounds| *rounds > 0)
    }

    /// Notes how long its start took, by stages; figures of its platform are in this `unit`.
    pub fn find_stages(&mut self, unit: Unit) {
        let GuestEnvironment { kernel, system, timer, .. } = &self.guest;
        let boot = kernel.as_ref().map_or("", |hello| &hello.boot);
        let up_ns = system.as_ref().and_then(|system| system.up_ns);
        let hz = timer.as_ref().and_then(|timer| timer.hz);
        self.stages = Stages::of_start(&self.start, Said { boot, up_ns, hz }, unit);
    }

    /// Whether `name` has a result in this boot.
    pub fn covers(&self, name: &str) -> bool {
        self.benchmarks.iter().any(|measured| measured.name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reference_without_rounds_is_none() {
        let rounds = |rounds| {
            let guest = GuestEnvironment {
                reference: Some(Reference { rounds, ticks: None }),
                ..GuestEnvironment::default()
            };
            Boot { guest, ..Boot::default() }.reference_rounds()
        };
        assert_eq!([rounds(Some(3)), rounds(Some(0)), rounds(None)], [Some(3), None, None]);
        assert_eq!(Boot::default().reference_rounds(), None);
    }

    #[test]
    fn a_boot_covers_what_it_has_a_result_of() {
        let benchmarks = vec![Measured::unfinished("in", "io", "")];
        let boot = Boot { benchmarks, ..Boot::default() };
        assert!(boot.covers("in") && !boot.covers("out"));
        assert!(!Boot::default().covers("in"));
    }

    /// A Linux that had been up for 30 ns when its process began, which took 20 of the 100 until it was ready.
    #[test]
    fn the_stages_of_a_start_follow_from_what_the_guest_said() {
        let kernel = Hello { boot: "init".to_owned(), ..Hello::default() };
        let system = System { up_ns: Some(30), ..System::default() };
        let start = StartTimes { ready_ns: Some(100), boot_ns: Some(20), ..StartTimes::default() };
        let guest = GuestEnvironment {
            kernel: Some(kernel),
            system: Some(system),
            ..GuestEnvironment::default()
        };
        let mut boot = Boot { guest, start, ..Boot::default() };
        boot.find_stages(Unit::Cycles);
        let expected =
            Stages { loader: Some(50), kernel: Some(30), process: Some(20), power_off: None };
        assert_eq!(boot.stages, expected);
    }
}
