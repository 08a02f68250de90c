//! Keeps what a run brings: the document, the results file, the console log, the progress.

use crate::cli::RunArgs;
use crate::error::Failure;
use crate::report::Progress;
use crate::results::{Document, PlatformRun, SCHEMA_VERSION, Store, StoreError, Tool, now};
use crate::session::{Job, Watcher};

use super::checkup::Checkup;
use super::console_log::ConsoleLog;
use super::plan::Plan;

/// Watches all sessions of a run.
pub(super) struct Keeper {
    document: Document,
    checkup: Checkup,
    /// Platforms that are over; the document's list may hold one more that still runs.
    over: usize,
    store: Option<Store>,
    /// Why the results file could not be written the last time it was tried.
    store_error: Option<StoreError>,
    log: Option<ConsoleLog>,
    progress: Option<Progress>,
    benchmark: String,
}

impl Keeper {
    /// Prepares everything; fails now rather than after the measuring.
    pub(super) fn new(args: &RunArgs, plan: &Plan) -> Result<Self, Failure> {
        let store = args.output.as_deref().map(Store::new).transpose()?;
        let log = args.keep_log.as_deref().map(ConsoleLog::create).transpose()?;
        let mut document = new_document(plan);
        let checkup = Checkup::begin(&plan.jobs, &mut document);
        Ok(Self {
            document,
            checkup,
            over: 0,
            store,
            store_error: None,
            log,
            progress: None,
            benchmark: String::new(),
        })
    }

    /// A platform's session begins.
    pub(super) fn start(&mut self, job: &Job) {
        self.progress = Some(Progress::new(job.spec.label(), job.benchmarks.len()));
    }

    /// A platform's session is over.
    pub(super) fn end(&mut self, run: PlatformRun) {
        if let Some(mut progress) = self.progress.take() {
            progress.finish(&run);
        }
        self.document.platforms.truncate(self.over);
        self.document.platforms.push(run);
        self.over += 1;
    }

    /// The run is over: returns its results, and what could not be kept of them.
    pub(super) fn finish(mut self) -> (Document, Vec<Failure>) {
        self.checkup.end(&mut self.document);
        self.document.complete = true;
        self.store();
        let errors = [self.store_error, self.log.and_then(ConsoleLog::into_error)];
        (self.document, errors.into_iter().flatten().map(Failure::from).collect())
    }

    fn store(&mut self) {
        self.document.written = now();
        if let Some(store) = &self.store {
            self.store_error = store.write(&self.document).err();
        }
    }
}

impl Watcher for Keeper {
    fn boot_begins(&mut self, run: &PlatformRun) {
        self.progress.iter_mut().for_each(|progress| progress.boot(run.boots.len()));
    }

    fn benchmark_begins(&mut self, name: &str) {
        name.clone_into(&mut self.benchmark);
        self.progress.iter_mut().for_each(|progress| progress.begin(name));
    }

    fn batch(&mut self, taken: usize, planned: u64) {
        let name = &self.benchmark;
        self.progress.iter_mut().for_each(|progress| progress.batch(name, taken, planned));
    }

    fn changed(&mut self, run: &PlatformRun) {
        self.progress.iter_mut().for_each(|progress| progress.update(run));
        self.document.platforms.truncate(self.over);
        self.document.platforms.push(run.clone());
        self.store();
    }

    fn console(&mut self, bytes: &[u8]) {
        self.log.iter_mut().for_each(|log| log.write(bytes));
    }
}

fn new_document(plan: &Plan) -> Document {
    Document {
        schema_version: SCHEMA_VERSION,
        tool: Tool {
            name: env!("CARGO_PKG_NAME").to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            command: std::env::args().collect(),
        },
        started: now(),
        written: now(),
        complete: false,
        settings: plan.settings.clone(),
        baseline: plan.baseline.clone(),
        ..Document::default()
    }
}
