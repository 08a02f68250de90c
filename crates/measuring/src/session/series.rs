//! The same benchmarks at a series of operation counts: is their cost proportional?

use std::time::{Duration, Instant};

use super::{Boots, Iterations, Job, KernelOptions, Session, Watcher};
use protocol::Benchmark;
use results::{Boot, Measured, PlatformRun, Series, Status, Total};
use system::interrupt::Interrupt;

/// A geometric series over three decades.
const COUNTS: [u64; 7] = [10, 32, 100, 316, 1000, 3162, 10_000];

/// Batches at each count.
const BATCHES: u32 = 10;

/// A batch may take this share of the guest's own time limit for it.
const SHARE_OF_TIMEOUT: f64 = 0.5;

/// One benchmark on its way through the counts.
struct Runner {
    benchmark: Benchmark,
    points: Vec<Total>,
    /// Why it goes no further; empty while it does.
    ended: String,
}

/// Measures every benchmark of `job` at each count that its time limit has room for, with
/// a boot for each count. The time budget of `job` holds for all of them together.
pub(crate) fn measure_series(
    job: &Job,
    interrupt: &Interrupt,
    watcher: &mut dyn Watcher,
) -> Vec<Series> {
    let deadline = Instant::now() + job.time_budget;
    let start = |b: &Benchmark| Runner::new(b.clone());
    let mut runners: Vec<Runner> = job.benchmarks.iter().map(start).collect();
    for (index, count) in COUNTS.into_iter().enumerate() {
        let benchmarks: Vec<_> = runners.iter().filter_map(Runner::going).cloned().collect();
        let left = deadline.saturating_duration_since(Instant::now());
        if benchmarks.is_empty() || interrupt.is_requested() || left.is_zero() {
            break;
        }
        let job_here = job_at(job, count, benchmarks, left);
        let mut session = Session::new(&job_here);
        while !session.is_over() {
            session.round(interrupt, &mut Quiet(watcher));
        }
        let next = COUNTS.get(index + 1).copied();
        for runner in &mut runners {
            runner.take(session.run(), count, next, job.options.timeout_ms);
        }
    }
    runners.into_iter().map(Runner::finish).collect()
}

fn job_at(job: &Job, count: u64, benchmarks: Vec<Benchmark>, time_budget: Duration) -> Job {
    let (iterations, batches) = (Iterations::Fixed(count), BATCHES);
    Job {
        options: KernelOptions {
            iterations,
            batches,
            latency: None,
            count: None,
            ..job.options.clone()
        },
        benchmarks,
        boots: Boots::exactly(1),
        time_budget,
        ..job.clone()
    }
}

impl Runner {
    fn new(benchmark: Benchmark) -> Self {
        Self { benchmark, points: Vec::new(), ended: String::new() }
    }

    fn going(&self) -> Option<&Benchmark> {
        self.ended.is_empty().then_some(&self.benchmark)
    }

    /// Takes what `run` brought at `count`, and decides whether it goes on to `next`.
    fn take(&mut self, run: &PlatformRun, count: u64, next: Option<u64>, timeout_ms: u32) {
        if !self.ended.is_empty() {
            return;
        }
        let Some((boot, measured)) = find(run, &self.benchmark.name) else {
            "the time budget was used up".clone_into(&mut self.ended);
            return;
        };
        let Some(total) = Total::of(measured) else {
            self.ended = format!("at {count} operations: {}", describe(measured));
            return;
        };
        if self.points.iter().all(|point| point.count != total.count) {
            self.points.push(total);
        }
        if let Some(next) = next {
            self.ended = if total.count < count {
                format!("a batch cannot have more than {} operations", total.count)
            } else if share_of_timeout(boot, measured, next, timeout_ms) > SHARE_OF_TIMEOUT {
                format!("{next} operations would take too long")
            } else {
                String::new()
            };
        }
    }

    fn finish(self) -> Series {
        Series::new(&self.benchmark.name, self.benchmark.iterations, self.points, self.ended)
    }
}

fn find<'a>(run: &'a PlatformRun, name: &str) -> Option<(&'a Boot, &'a Measured)> {
    let all = run.boots.iter().flat_map(|boot| boot.benchmarks.iter().map(move |m| (boot, m)));
    all.into_iter().find(|(_, measured)| measured.name == name)
}

fn describe(measured: &Measured) -> &str {
    match measured.status {
        Status::Ok => "no batch arrived",
        _ => &measured.reason,
    }
}

/// How much of the guest's time limit a batch of `next` operations will take, if each takes as
/// long as in the slowest batch so far.
fn share_of_timeout(boot: &Boot, measured: &Measured, next: u64, timeout_ms: u32) -> f64 {
    let hz = boot.guest.timer.as_ref().and_then(|timer| timer.hz).unwrap_or_default();
    let limit = hz as f64 / 1000.0 * f64::from(timeout_ms);
    let slowest = measured.samples.iter().map(|sample| sample.run).max().unwrap_or_default();
    let n = measured.plan.as_ref().map_or(1, |plan| plan.n.max(1));
    if limit > 0.0 { slowest as f64 / n as f64 * next as f64 / limit } else { 0.0 }
}

/// Passes on what shows that something goes on, and keeps the series' runs out of the results.
struct Quiet<'a>(&'a mut dyn Watcher);

impl Watcher for Quiet<'_> {
    fn benchmark_begins(&mut self, name: &str) {
        self.0.benchmark_begins(name);
    }

    fn batch(&mut self, measured: &Measured) {
        self.0.batch(measured);
    }

    fn console(&mut self, bytes: &[u8]) {
        self.0.console(bytes);
    }

    fn idle(&mut self) {
        self.0.idle();
    }

    fn waits(&mut self, what: &str) {
        self.0.waits(what);
    }
}
