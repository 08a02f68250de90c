//! A platform's session: whole boots, as many as are asked for, each until every benchmark has
//! had its turn.

use std::time::{Duration, Instant};

use ground::Trouble;
use monitors::{Guest, GuestConfig};
use protocol::Benchmark;
use results::{Boot, PlatformRun, Status, Summary};
use system::interrupt::Interrupt;

use super::neighbours::Neighbours;
use super::restart::{Decision, Restarts};
use super::{Floor, Job, KernelOptions, Watcher, boot, tally};

/// Measures on one platform, round by round, so that platforms can take turns.
///
/// A round is a whole boot: every benchmark once. Where a benchmark takes the guest down with it,
/// another guest is started for the rest, still in the same round. A benchmark that failed is left
/// out of later rounds: its status would stay what it is.
pub struct Session<'a> {
    job: &'a Job,
    run: PlatformRun,
    /// Rounds begun.
    round: u32,
    /// The first guest of all, where it has been started ahead of its turn.
    ahead: Option<Box<dyn Guest>>,
    /// Time spent in them.
    spent: Duration,
    over: bool,
}

impl<'a> Session<'a> {
    /// Prepares to run `job`.
    pub fn new(job: &'a Job) -> Self {
        let run = PlatformRun {
            label: job.spec.label().to_owned(),
            platform: job.platform.name().to_owned(),
            spec: job.spec.text().to_owned(),
            version: job.detected.version.clone(),
            caveat: job.detected.caveat.clone(),
            linux: job.detected.linux.clone(),
            inner: job.detected.inner.clone(),
            guest: job.config.kind,
            image: job.image.clone(),
            beside: job.beside.as_ref().map(|beside| beside.about.clone()),
            unit: job.platform.unit(&job.spec, job.config.deterministic),
            ..PlatformRun::default()
        };
        Self { job, run, round: 0, ahead: None, spent: Duration::ZERO, over: false }
    }

    /// Starts the first guest before its turn, where that changes no figure.
    pub fn start_ahead(&mut self) {
        if self.round == 0 && self.ahead.is_none() && self.job.platform.about().is_exact {
            // What goes wrong goes wrong again, and is told, when its turn comes.
            self.ahead = self.start(&self.left()).ok().flatten();
        }
    }

    /// Whether its figures are the same whatever else this machine does.
    pub fn is_exact(&self) -> bool {
        self.job.platform.about().is_exact
    }

    /// What it has brought so far.
    pub fn run(&self) -> &PlatformRun {
        &self.run
    }

    /// Whole boots that it has made, each with all that its restarts brought.
    pub fn boots_made(&self) -> u32 {
        self.round
    }

    /// Whether no further round is due.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Makes the next round. It always ends: when the time budget is over, when the guest has
    /// failed too often, or when `interrupt` is requested, what is left is given up with the
    /// reason, and so are the rounds after it.
    pub fn round(&mut self, interrupt: &Interrupt, watcher: &mut dyn Watcher) {
        self.round += 1;
        let begun = Instant::now();
        let deadline = begun + self.job.time_budget.saturating_sub(self.spent);
        self.boot_until_complete(Restarts::new(deadline), interrupt, watcher);
        self.spent += begun.elapsed();
        let enough = !self.job.platform.about().brings_its_boots
            && self.job.boots.are_enough(self.round, self.spent, &self.run);
        self.over |= enough || self.none_left();
        tally::note_failure(&mut self.run, || self.job.lacks());
        watcher.changed(&self.run);
        watcher.round_ends(&self.run);
    }

    fn boot_until_complete(
        &mut self,
        mut restarts: Restarts,
        interrupt: &Interrupt,
        watcher: &mut dyn Watcher,
    ) {
        loop {
            let left = self.left();
            match restarts.decide(&left, self.job.time_budget, interrupt) {
                Decision::Finished => return,
                Decision::GiveUp(status, reason) => return self.give_up(&left, status, &reason),
                Decision::Boot => {}
            }
            let mut neighbours = match Neighbours::start(self.job, restarts.deadline(), interrupt) {
                Ok(Some(busy)) => busy,
                Ok(None) => continue, // there is no more time for it
                Err(error) => return self.fail(&left, &error),
            };
            let ahead = self.ahead.take();
            match ahead.map_or_else(|| self.start(&left), |guest| Ok(Some(guest))) {
                Ok(Some(mut guest)) => {
                    watcher.boot_begins(&self.run, self.round);
                    let deadline = restarts.deadline();
                    let mut runner =
                        boot::BootRunner { job: self.job, interrupt, deadline, round: self.round };
                    let (run, beside) = (&mut self.run, &mut neighbours);
                    runner.run(guest.as_mut(), beside, &left, run, watcher);
                    restarts.note(self.run.boots.last(), left.len() - self.left().len());
                }
                Ok(None) => return self.no_more_boots(&left),
                Err(error) => return self.fail(&left, &error),
            }
        }
    }

    fn start(&self, left: &[Benchmark]) -> Result<Option<Box<dyn Guest>>, Trouble> {
        let options = KernelOptions { quiet: self.quiet(), ..self.job.options.clone() };
        let mut options = options.line(left);
        options.extend(self.job.spec.kernel_options().map(|more| format!(" {more}")));
        let whole_boot = self.job.config.whole_boot || self.was_mute();
        let config = GuestConfig { options, whole_boot, ..self.job.config.clone() };
        self.job.platform.launch(&self.job.spec, &config, self.run.boots.len())
    }

    /// Whether the boot before this one, in the same round, brought no record. Where every boot is the same,
    /// one that goes on from the same kept state would end in the same way.
    fn was_mute(&self) -> bool {
        let last = self.run.boots.last().filter(|boot| boot.round == self.round);
        last.is_some_and(|boot| boot.console.records == 0)
    }

    /// Ticks of the reference at which the machine is quiet, by what is known of it so far.
    fn quiet(&self) -> Option<u64> {
        let seen = self.run.speed.map(|speed| speed.floor);
        let rounds = self.run.boots.last().and_then(Boot::reference_rounds);
        let floor = seen.zip(rounds).map(|(turn, rounds)| Floor { turn, rounds });
        let floor = floor.or(self.job.floor).filter(|_| self.job.options.reference)?;
        Some(floor.quiet_ticks())
    }

    /// The benchmarks that have no result in this round and have not failed in one before.
    fn left(&self) -> Vec<Benchmark> {
        let boots = || self.run.boots.iter();
        let failed = |b: &Benchmark| {
            let earlier = boots().filter(|boot| boot.round < self.round);
            let mut parts = earlier.flat_map(|boot| &boot.benchmarks);
            parts.any(|part| part.name == b.name && part.status.is_failure())
        };
        let covered =
            |b: &Benchmark| boots().any(|boot| boot.round == self.round && boot.covers(&b.name));
        let left = self.job.benchmarks.iter().filter(|b| !covered(b) && !failed(b));
        left.cloned().collect()
    }

    /// Whether every benchmark has failed, so that a further round would have nothing to do.
    fn none_left(&self) -> bool {
        let mut statuses = self.run.benchmarks.iter().map(|summary| summary.status);
        self.run.benchmarks.len() == self.job.benchmarks.len() && statuses.all(Status::is_failure)
    }

    /// Ends the session before `left` had their turn. In the first round that is their result;
    /// later they have one, and only lack a boot.
    fn give_up(&mut self, left: &[Benchmark], status: Status, reason: &str) {
        self.over = true;
        if self.round == 1 {
            let give_up = |b: &Benchmark| {
                Summary::without_value(&b.name, &b.category, status, format!("not run: {reason}"))
            };
            self.run.benchmarks.extend(left.iter().map(give_up));
            return;
        }
        let what = format!("boot {} is incomplete: {reason}", self.round);
        if status.is_failure() {
            self.run.failure = Some(what);
        } else {
            self.run.incomplete = Some(what);
        }
    }

    /// No guest could be started.
    fn fail(&mut self, left: &[Benchmark], error: &Trouble) {
        let reason = format!("{error}; next: {}", error.next);
        self.give_up(left, Status::Crashed, &reason);
        self.run.failure = Some(reason);
    }

    /// A recording has ended. Between two rounds that is how it should be.
    fn no_more_boots(&mut self, left: &[Benchmark]) {
        self.over = true;
        let in_between = self.round > 1 && self.run.boots.iter().all(|b| b.round < self.round);
        if !in_between {
            self.give_up(left, Status::Crashed, "the recording ends before it");
        }
    }
}

#[cfg(test)]
#[path = "rounds_tests.rs"]
mod tests;
