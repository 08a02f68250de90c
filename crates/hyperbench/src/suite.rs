//! Suites: how thoroughly to measure, and how long a run may take at most.

use std::time::Duration;

/// A named set of limits; single options override them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Limits {
    /// Whole boots of each platform.
    pub boots: u32,
    /// Batches of each benchmark, at least.
    pub batches: u32,
    /// Guest milliseconds for one benchmark's batches.
    pub budget_ms: u32,
    /// Guest milliseconds after which the guest ends a benchmark that does not return.
    pub timeout_ms: u32,
    /// Wall time for a platform, with all its boots.
    pub time_budget: Duration,
}

impl Limits {
    /// What is enough where every run brings the same figures, however long it takes.
    #[must_use]
    pub(crate) fn exact(self) -> Self {
        Self { boots: 1, batches: 15, time_budget: Duration::from_secs(900), ..self }
    }
}

/// The suites to choose from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
pub(crate) enum Suite {
    /// One boot, at least 30 batches, 0.4 s a benchmark, at most 100 s a platform
    #[default]
    Quick,
    /// Three boots, at least 50 batches, 0.25 s a benchmark, at most 300 s a platform
    Paper,
}

impl Suite {
    /// Its limits.
    pub(crate) fn limits(self) -> Limits {
        match self {
            // On a KVM that emulates guest kernels the suite has to end within 120 s, with
            // some benchmarks hanging: hence the short timeout.
            Self::Quick => Limits {
                boots: 1,
                batches: 30,
                budget_ms: 400,
                timeout_ms: 3000,
                time_budget: Duration::from_secs(100),
            },
            // Long enough for the longest operation, a map of all memory, on such a KVM, where
            // it takes 4 s and more.
            Self::Paper => Limits {
                boots: 3,
                batches: 50,
                budget_ms: 250,
                timeout_ms: 20_000,
                time_budget: Duration::from_secs(300),
            },
        }
    }

    /// Its name on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Quick => "quick",
            Self::Paper => "paper",
        }
    }
}
