//! Suites: how thoroughly to measure, and how long a run may take at most.

use std::time::Duration;

use crate::session::Boots;
use ground::GuestKind;
use protocol::Benchmark;

/// A named set of limits; single options override them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Limits {
    /// Whole boots of each platform.
    pub boots: Boots,
    /// Batches of each benchmark in a boot.
    pub batches: u32,
    /// Guest milliseconds for one benchmark's batches, waiting for a quiet machine included.
    pub budget_ms: u32,
    /// Guest milliseconds after which the guest ends a benchmark that does not return.
    pub timeout_ms: u32,
    /// Wall time for a platform, with all its boots.
    pub time_budget: Duration,
}

/// The benchmark for guests that are only to boot: it takes next to no time.
pub fn shortest(kind: GuestKind) -> &'static str {
    if kind.is_bare() { "hot-access" } else { "getppid" }
}

/// The benchmark for guests that are only to be there: it has nothing to do.
pub fn idling(kind: GuestKind) -> &'static str {
    if kind.is_bare() { "spin" } else { "idle-second" }
}

/// The suites to choose from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Suite {
    /// What tells platforms apart.
    #[default]
    Quick,
    /// The paper's operations.
    Paper,
    /// All operations but those of paper-sizes.
    Full,
    /// All operations that do no harm in someone else's machine.
    Guest,
    /// Workloads in the papers' sizes, and all that need more programs than a small guest has.
    PaperSizes,
}

impl Suite {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Quick, Self::Paper, Self::Full, Self::Guest, Self::PaperSizes];

    /// What it is, in a line.
    pub fn about(self) -> &'static str {
        match self {
            Self::Quick => {
                "What tells platforms apart: 3 to 20 boots, as many as end within 8 s; 10 batches in \
                 each"
            }
            Self::Paper => {
                "The paper's operations: 5 to 20 boots, as many as end within 40 s; 25 batches in each"
            }
            Self::Full => {
                "All operations but those of paper-sizes: 3 to 20 boots, as many as end within 45 s; \
                 6 batches in each"
            }
            Self::Guest => {
                "All operations that do no harm in someone else's machine: boots as of full"
            }
            Self::PaperSizes => {
                "Workloads in the papers' sizes, and all that need `guest build --with papers`, on \
                 Linux: 3 boots, with 3 batches in each, of seconds each"
            }
        }
    }

    /// Whether a benchmark is in it.
    pub fn holds(self) -> fn(&Benchmark) -> bool {
        match self {
            Self::Quick => |b| b.quick,
            Self::Paper => Benchmark::is_of_the_paper,
            Self::Full => |b| !b.is_for_papers_suite(),
            Self::Guest => |b| !b.dangerous && !b.is_for_papers_suite(),
            Self::PaperSizes => Benchmark::is_for_papers_suite,
        }
    }

    /// Its limits where a machine's time is measured: boots and neighbours shift figures far more
    /// than batches within a boot do, so many short boots say more than few long ones.
    pub fn limits(self) -> Limits {
        match self {
            // On a KVM that emulates guest kernels the suite has to end within 120 s, with
            // some benchmarks hanging: hence the short timeout.
            Self::Quick => Limits {
                boots: Boots {
                    least: 3,
                    most: 20,
                    within: Duration::from_secs(8),
                    precision: None,
                },
                batches: 10,
                budget_ms: 40,
                timeout_ms: 3000,
                time_budget: Duration::from_secs(100),
            },
            // Long enough for the longest operation, a map of all memory, on such a KVM, where
            // it takes 4 s and more.
            Self::Paper => Limits {
                boots: Boots {
                    least: 5,
                    most: 20,
                    within: Duration::from_secs(40),
                    precision: None,
                },
                batches: 25,
                budget_ms: 100,
                timeout_ms: 20_000,
                time_budget: Duration::from_secs(300),
            },
            Self::Full | Self::Guest => Limits {
                boots: Boots { within: Duration::from_secs(45), ..Self::Quick.limits().boots },
                // As long as quick's, and fewer: it has over ten times as many benchmarks.
                batches: 6,
                budget_ms: 24,
                timeout_ms: 20_000,
                time_budget: Duration::from_secs(600),
            },
            // A batch is all of a workload's work, which takes an emulator up to a minute.
            Self::PaperSizes => Limits {
                boots: Boots::exactly(3),
                batches: 3,
                budget_ms: 100,
                timeout_ms: 300_000,
                time_budget: Duration::from_secs(7200),
            },
        }
    }

    /// Its limits where one boot says it all: instructions are counted, or single operations are
    /// timed, whose percentiles are of one machine at one time.
    pub fn limits_of_one_boot(self) -> Limits {
        let (batches, budget_ms) = match self {
            Self::Quick => (30, 400),
            Self::Paper => (50, 250),
            Self::Full | Self::Guest => (10, 100),
            Self::PaperSizes => (3, 100),
        };
        Limits { boots: Boots::exactly(1), batches, budget_ms, ..self.limits() }
    }

    /// Its limits where every run brings the same figures, however long it takes.
    pub fn limits_of_exact_platforms(self) -> Limits {
        let (batches, seconds) = if self == Self::PaperSizes { (3, 7200) } else { (15, 900) };
        let time_budget = Duration::from_secs(seconds);
        Limits { batches, time_budget, ..self.limits_of_one_boot() }
    }

    /// Its limits where others have their turns on the same processor, of a few ms each: batches are
    /// so long that several are in each, and boots so many that their ratios tell an error.
    pub fn limits_beside_others(exact: bool) -> Limits {
        Limits {
            boots: Boots::exactly(if exact { 1 } else { 10 }),
            batches: 6,
            budget_ms: 480,
            timeout_ms: 20_000,
            time_budget: Duration::from_secs(3600),
        }
    }

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Quick => "quick",
            Self::Paper => "paper",
            Self::Full => "full",
            Self::Guest => "guest",
            Self::PaperSizes => "paper-sizes",
        }
    }
}

#[cfg(test)]
mod tests {
    use ground::Arch;
    use images::KernelImage;

    use super::*;

    #[test]
    fn guests_have_the_benchmarks_that_the_tool_asks_for_itself() {
        for kind in GuestKind::ALL {
            let image = KernelImage::carried(Arch::native(), kind).unwrap();
            for name in [shortest(kind), idling(kind)] {
                assert!(image.benchmarks.iter().any(|one| one.name == name), "{kind:?}: {name}");
            }
        }
    }
}
