//! The suites whose figures can be imported.

use super::{Log, lmbench, micro_bench, perf_bench, vmexit};
use ground::GuestKind;

/// A suite of others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Suite {
    /// kvm-unit-tests: vmexit and micro-bench.
    KvmUnitTests,
    /// lmbench, versions 2 and 3.
    Lmbench,
    /// `perf bench` of Linux.
    PerfBench,
}

impl Suite {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::KvmUnitTests, Self::Lmbench, Self::PerfBench];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::KvmUnitTests => "kvm-unit-tests",
            Self::Lmbench => "lmbench",
            Self::PerfBench => "perf-bench",
        }
    }

    /// What the catalogue's `also` calls it.
    pub fn short(self) -> &'static str {
        match self {
            Self::KvmUnitTests => "kut",
            Self::Lmbench => "lmbench",
            Self::PerfBench => "perf bench",
        }
    }

    /// Whose operations are like its own: the kernel's, or those of processes.
    pub fn guest(self) -> GuestKind {
        match self {
            Self::KvmUnitTests => GuestKind::Bare,
            Self::Lmbench | Self::PerfBench => GuestKind::Linux,
        }
    }

    /// What whoever reads its figures has to know.
    pub(super) fn caveat(self) -> String {
        let about = match self {
            Self::KvmUnitTests => "one mean each, which includes the loop and the call,",
            Self::Lmbench => "one figure each, from times,",
            Self::PerfBench => "one mean each, from times, which includes the loop,",
        };
        format!("figures of {}, imported, not measured here: {about} and no interval", self.name())
    }

    /// What the text of a log holds.
    pub(super) fn read(self, text: &str) -> Log {
        let mut log = Log::default();
        match self {
            Self::KvmUnitTests => {
                vmexit::read(text, &mut log);
                micro_bench::read(text, &mut log);
            }
            Self::Lmbench => lmbench::read(text, &mut log),
            Self::PerfBench => perf_bench::read(text, &mut log),
        }
        log
    }
}
