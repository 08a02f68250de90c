//! Keeps what a run brings: the document, the results file, the console log, the progress.

use std::collections::HashMap;
use std::time::Instant;

use crate::cli::RunArgs;
use crate::session::{Job, Watcher};
use ground::Trouble;
use reports::Progress;
use results::{
    Document, HostEnvironment, Measured, PlatformRun, SCHEMA_VERSION, Series, Store, Together,
    interference, now,
};

use super::checkup::Checkup;
use super::console_log::ConsoleLog;
use super::plan::Plan;

/// Results are written again when this many times as long has passed as writing them took: it
/// grows with the number of boots, and is to take at most a twentieth of a run.
const PAUSE: u32 = 20;

/// Watches all sessions of a run.
pub(super) struct Keeper {
    document: Document,
    checkup: Checkup,
    store: Option<Store>,
    /// Why the results file could not be written the last time it was tried.
    store_error: Option<Trouble>,
    /// When it is to be written again, if there is anything new.
    due: Instant,
    /// Whether there is.
    unwritten: bool,
    log: Option<ConsoleLog>,
    progress: Progress,
    /// Benchmarks of each platform, by its label.
    sizes: HashMap<String, usize>,
}

impl Keeper {
    /// Prepares everything; fails now rather than after the measuring.
    pub(super) fn new(args: &RunArgs, plan: &Plan) -> Result<Self, Trouble> {
        let store = args.output.as_deref().map(Store::new).transpose()?;
        let log = args.keep_log.as_deref().map(ConsoleLog::create).transpose()?;
        let mut document = new_document(plan);
        let checkup = Checkup::begin(&plan.jobs, &mut document);
        document.host.facts = args.facts.iter().cloned().collect();
        Ok(Self {
            document,
            checkup,
            store,
            store_error: None,
            due: Instant::now(),
            unwritten: false,
            log,
            progress: Progress::new(
                steps(&plan.jobs),
                plan.jobs.iter().any(|job| job.boots.most > 1),
            ),
            sizes: plan.jobs.iter().map(|job| (label(job), job.benchmarks.len())).collect(),
        })
    }

    /// What is known so far.
    pub(super) fn document(&self) -> &Document {
        &self.document
    }

    /// The machine that the run takes place on.
    pub(super) fn host(&self) -> &HostEnvironment {
        &self.document.host
    }

    /// The platform called `label` has failed, whatever it brought.
    pub(super) fn fail(&mut self, label: &str, why: String) {
        if let Some(run) = self.document.platform_mut(label) {
            run.failure.get_or_insert(why);
        }
    }

    /// The run is over: returns its results, and what could not be kept of them.
    pub(super) fn finish(mut self) -> (Document, Vec<Trouble>) {
        self.checkup.end(&mut self.document);
        self.progress.finish();
        self.document.complete = true;
        self.store();
        let errors = [self.store_error, self.log.and_then(ConsoleLog::into_error)];
        (self.document, errors.into_iter().flatten().collect())
    }

    /// Adds the series of the platform called `label` to what is known of it.
    pub(super) fn add_series(&mut self, label: &str, series: Vec<Series>) {
        if let Some(run) = self.document.platform_mut(label) {
            run.scaling = series;
        }
        self.store();
    }

    /// Adds what guests of the platform called `label` took together.
    pub(super) fn add_together(&mut self, label: &str, together: Together) {
        if let Some(run) = self.document.platform_mut(label) {
            run.together = Some(together);
        }
        self.store();
    }

    /// Puts `run` in the place of what was known of that platform.
    fn replace(&mut self, run: &PlatformRun) {
        match self.document.platform_mut(&run.label) {
            Some(known) => known.clone_from(run),
            None => self.document.platforms.push(run.clone()),
        }
    }

    fn store(&mut self) {
        let begun = Instant::now();
        self.document.written = now();
        interference::note(&mut self.document);
        if let Some(store) = &self.store {
            self.store_error = store.write(&self.document).err();
        }
        self.unwritten = false;
        self.due = Instant::now() + begun.elapsed() * PAUSE;
    }

    fn store_if_due(&mut self) {
        if self.unwritten && Instant::now() >= self.due {
            self.store();
        }
    }
}

impl Watcher for Keeper {
    fn boot_begins(&mut self, run: &PlatformRun, round: u32) {
        self.progress.boot(run, round);
    }

    fn benchmark_begins(&mut self, name: &str) {
        self.progress.begin(name);
    }

    fn batch(&mut self, measured: &Measured) {
        self.progress.batch(measured);
    }

    fn changed(&mut self, run: &PlatformRun) {
        self.progress.update(run);
        self.replace(run);
        self.unwritten = true;
        self.store_if_due();
    }

    fn round_ends(&mut self, run: &PlatformRun) {
        let steps = self.sizes.get(&run.label).copied().unwrap_or_default();
        self.progress.end_round(run, steps);
    }

    fn console(&mut self, bytes: &[u8]) {
        self.log.iter_mut().for_each(|log| log.write(bytes));
    }

    fn idle(&mut self) {
        self.store_if_due();
    }

    fn waits(&mut self, what: &str) {
        self.progress.waits(what);
    }
}

/// Benchmarks of all boots together.
fn steps(jobs: &[Job]) -> usize {
    jobs.iter().map(|job| job.benchmarks.len() * job.boots.most as usize).sum()
}

fn label(job: &Job) -> String {
    job.spec.label().to_owned()
}

fn new_document(plan: &Plan) -> Document {
    Document {
        schema_version: SCHEMA_VERSION,
        tool: super::super::tool(),
        started: now(),
        written: now(),
        complete: false,
        settings: plan.settings.clone(),
        baseline: plan.baseline.clone(),
        ..Document::default()
    }
}
