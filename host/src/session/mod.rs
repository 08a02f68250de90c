//! The session: everything that happens on one platform, from the first boot until every
//! benchmark has a status. The same loop serves every platform, recordings included.

mod boot;
mod gaps;
mod options;
mod recorder;
mod restart;
mod verdict;
mod watchdog;

use std::time::{Duration, Instant};

use crate::guest::GuestConfig;
use crate::interrupt::Interrupt;
use crate::kernel_image::Benchmark;
use crate::platform::{Detected, Platform};
use crate::results::{Boot, Ending, PlatformRun, Status, Summary};
use crate::spec::Spec;

pub use options::{Iterations, KernelOptions};

use restart::{Decision, Restarts};

/// A platform and what it is to run.
pub struct Job {
    /// The platform.
    pub platform: &'static dyn Platform,
    /// How it was asked for.
    pub spec: Spec,
    /// What was found when it was looked for.
    pub detected: Detected,
    /// What its guests are made of; the session fills in the options.
    pub config: GuestConfig,
    /// The kernel's options.
    pub options: KernelOptions,
    /// The benchmarks, in the order in which the kernel runs them.
    pub benchmarks: Vec<Benchmark>,
    /// Wall time for all of it.
    pub time_budget: Duration,
}

/// Learns of a session's progress.
pub trait Watcher {
    /// A boot begins; `run` holds those before it.
    fn boot_begins(&mut self, run: &PlatformRun);
    /// A benchmark begins.
    fn benchmark_begins(&mut self, name: &str);
    /// A batch of the running benchmark has been measured.
    fn batch(&mut self, taken: usize, planned: u64);
    /// `run` has changed in a way that is worth keeping.
    fn changed(&mut self, run: &PlatformRun);
    /// The console said this.
    fn console(&mut self, bytes: &[u8]);
}

/// Runs `job` until every benchmark has a status. It always ends: when the time budget is
/// over, when the guest has failed too often, or when `interrupt` is requested, what is
/// left is given up with the reason.
pub fn measure(job: &Job, interrupt: &Interrupt, watcher: &mut dyn Watcher) -> PlatformRun {
    let mut run = new_run(job);
    let mut restarts = Restarts::new(Instant::now() + job.time_budget);
    loop {
        let left = left_over(&run, &job.benchmarks);
        match restarts.decide(&left, job.time_budget, interrupt) {
            Decision::Finished => break,
            Decision::GiveUp(status, reason) => {
                give_up(&mut run, &left, status, &reason);
                break;
            }
            Decision::Boot => {}
        }
        watcher.boot_begins(&run);
        match start(job, &left, run.boots.len()) {
            Ok(Some(mut guest)) => {
                let before = left.len();
                let mut conductor =
                    boot::Conductor { job, interrupt, deadline: restarts.deadline() };
                conductor.conduct(guest.as_mut(), &left, &mut run, watcher);
                let after = left_over(&run, &job.benchmarks).len();
                restarts.note(run.boots.last(), before - after);
            }
            Ok(None) => {
                give_up(&mut run, &left, Status::Crashed, "the recording ends before it");
                break;
            }
            Err(error) => {
                let reason = format!("{error}; next: {}", error.next_step());
                give_up(&mut run, &left, Status::Crashed, &reason);
                run.failure = Some(reason);
                break;
            }
        }
    }
    note_failure(&mut run);
    watcher.changed(&run);
    run
}

fn new_run(job: &Job) -> PlatformRun {
    PlatformRun {
        label: job.spec.label().to_owned(),
        platform: job.platform.name().to_owned(),
        spec: job.spec.text().to_owned(),
        version: job.detected.version.clone(),
        caveat: job.detected.caveat.clone(),
        unit: job.platform.unit(&job.spec, job.config.deterministic),
        failure: None,
        benchmarks: Vec::new(),
        boots: Vec::new(),
    }
}

fn start(
    job: &Job,
    left: &[Benchmark],
    boot: usize,
) -> Result<Option<Box<dyn crate::guest::Guest>>, crate::platform::PlatformError> {
    let options = job.options.line(left);
    let config = GuestConfig { options, ..job.config.clone() };
    job.platform.launch(&job.spec, &config, boot)
}

/// The benchmarks that no boot has brought a result of.
fn left_over(run: &PlatformRun, benchmarks: &[Benchmark]) -> Vec<Benchmark> {
    let covered = |b: &&Benchmark| !run.boots.iter().any(|boot| boot.covers(&b.name));
    benchmarks.iter().filter(covered).cloned().collect()
}

fn give_up(run: &mut PlatformRun, left: &[Benchmark], status: Status, reason: &str) {
    let give_up = |b: &Benchmark| {
        Summary::without_value(&b.name, &b.category, status, format!("not run: {reason}"))
    };
    run.benchmarks.extend(left.iter().map(give_up));
}

/// Sums up what the boots brought, in the order in which the benchmarks were asked for.
fn summarize(run: &mut PlatformRun, benchmarks: &[Benchmark]) {
    run.benchmarks = benchmarks.iter().filter_map(|b| summary(run, &b.name)).collect();
}

/// What all boots brought of the benchmark called `name`.
fn summary(run: &PlatformRun, name: &str) -> Option<Summary> {
    let find = |boot: &'_ Boot| boot.benchmarks.iter().position(|m| m.name == name);
    let parts: Vec<_> = run
        .boots
        .iter()
        .filter_map(|boot| find(boot).map(|at| (1, &boot.benchmarks[at])))
        .collect();
    Summary::over_boots(&parts)
}

/// A platform on which no guest said a word, or the last one ended before it was done, has
/// failed even where every benchmark that it announced has a result.
fn note_failure(run: &mut PlatformRun) {
    if run.failure.is_some() || run.boots.is_empty() {
        return;
    }
    let silent = run.boots.iter().all(|boot| boot.console.records == 0);
    let last = run.boots.last();
    if silent {
        run.failure =
            last.map(|boot| format!("the guest did not boot: {}", verdict::describe(boot)));
    } else if run.benchmarks.iter().all(|b| !b.status.is_failure()) {
        let unfinished = |boot: &&Boot| matches!(boot.ending, Some(Ending::Exited { .. }));
        run.failure = last
            .filter(unfinished)
            .map(|boot| format!("the guest ended before it was done: {}", verdict::describe(boot)));
    }
}
