//! The session: everything that happens on one platform, from the first boot until every
//! benchmark has a status in every boot that was asked for. The same loop serves every
//! platform, recordings included.

mod boot;
mod boots;
mod conversion;
mod expectation;
mod floor;
mod gaps;
mod itinerary;
mod neighbours;
mod options;
mod recorder;
mod restart;
mod rounds;
mod series;
mod split;
mod tally;
mod timekeeper;
mod together;
mod verdict;
mod watchdog;

use std::time::Duration;

use monitors::{Detected, GuestConfig, Platform, Spec};
use protocol::Benchmark;
use results::{ImageBuild, Measured, PlatformRun};

pub use boots::Boots;
pub use floor::Floor;
pub use neighbours::{Neighbour, Neighbourhood};
pub use options::{Iterations, KernelOptions};
pub use rounds::Session;
pub(crate) use series::measure_series;
pub use split::middle;
pub(crate) use together::run_together;

/// A platform and what it is to run.
#[derive(Clone)]
pub struct Job {
    /// The platform.
    pub platform: &'static dyn Platform,
    /// How it was asked for.
    pub spec: Spec,
    /// What was found when it was looked for.
    pub detected: Detected,
    /// What its guests are made of; the session fills in the options.
    pub config: GuestConfig,
    /// Which build of the image they run; `None` where it is not known.
    pub image: Option<ImageBuild>,
    /// What runs beside each of its guests; `None` for nothing.
    pub beside: Option<Neighbourhood>,
    /// The kernel's options.
    pub options: KernelOptions,
    /// The benchmarks, in the order in which the kernel runs them.
    pub benchmarks: Vec<Benchmark>,
    /// Whole boots.
    pub boots: Boots,
    /// What the machine's reference is known to take at best, from earlier runs.
    pub floor: Option<Floor>,
    /// What is wanted of the costs of its guests as a whole, their memory and their end; `None` where they
    /// do not matter.
    pub costs: Option<SystemCosts>,
    /// Wall time for all of it.
    pub time_budget: Duration,
}

/// What is wanted of the costs of guests as a whole.
#[derive(Clone)]
pub struct SystemCosts {
    /// What runs together, to see what memory that takes; `None` for nothing.
    pub together: Option<Neighbourhood>,
}

impl Job {
    /// What the platform may lack, should its guests say nothing.
    fn lacks(&self) -> Option<String> {
        self.platform.lacks(&self.spec, &self.config)
    }
}

/// Learns of a run's progress, or ignores it.
pub trait Watcher {
    /// A run of these jobs begins.
    fn run_begins(&mut self, _jobs: &[Job]) {}
    /// It is over.
    fn run_ends(&mut self) {}
    /// A guest has been started in `round`, from 1; `run` holds those before it.
    fn boot_begins(&mut self, _run: &PlatformRun, _round: u32) {}
    /// A benchmark begins.
    fn benchmark_begins(&mut self, _name: &str) {}
    /// A batch of the running benchmark has been measured.
    fn batch(&mut self, _measured: &Measured) {}
    /// `run` has changed in a way that is worth keeping.
    fn changed(&mut self, _run: &PlatformRun) {}
    /// A round of `run` is over.
    fn round_ends(&mut self, _run: &PlatformRun) {}
    /// The console said this.
    fn console(&mut self, _bytes: &[u8]) {}
    /// The console has been silent for a moment: time for what could wait.
    fn idle(&mut self) {}
    /// The console has been silent for long: what is being waited for, in a sentence without its
    /// full stop.
    fn waits(&mut self, _what: &str) {}
}
