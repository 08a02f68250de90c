//! Keeps what a run brings: the document, the results file, the console log; passes its progress on.

use std::time::Instant;

use crate::checkup::Checkup;
use crate::console_log::ConsoleLog;
use crate::plan::Plan;
use crate::request::Request;
use crate::session::Watcher;
use ground::Trouble;
use results::{
    Document, HostEnvironment, Judgement, Measured, PlatformRun, SCHEMA_VERSION, Series, Store,
    Together, interference,
};
use system::time::now;

/// Results are written again when this many times as long has passed as writing them took: it
/// grows with the number of boots, and is to take at most a twentieth of a run.
const PAUSE: u32 = 20;

/// Watches all sessions of a run.
pub(crate) struct Keeper<'a> {
    document: Document,
    checkup: Checkup,
    stores: Vec<Store>,
    /// Why results files could not be written the last time it was tried.
    store_errors: Vec<Trouble>,
    /// When it is to be written again, if there is anything new.
    due: Instant,
    /// Whether there is.
    unwritten: bool,
    log: Option<ConsoleLog>,
    /// Learns of the progress.
    watcher: &'a mut dyn Watcher,
}

impl<'a> Keeper<'a> {
    /// Prepares everything; fails now rather than after the measuring.
    pub(crate) fn new(
        request: &Request,
        plan: &Plan,
        watcher: &'a mut dyn Watcher,
    ) -> Result<Self, Trouble> {
        let stores = request.outputs.iter().map(|path| Store::new(path));
        let stores = stores.collect::<Result<_, _>>()?;
        let log = request.keep_log.as_deref().map(ConsoleLog::create).transpose()?;
        let mut document = new_document(request, plan);
        let checkup = Checkup::begin(&plan.jobs, &mut document);
        document.host.facts = request.facts.iter().cloned().collect();
        watcher.run_begins(&plan.jobs);
        let mut keeper = Self {
            document,
            checkup,
            stores,
            store_errors: Vec::new(),
            due: Instant::now(),
            unwritten: false,
            log,
            watcher,
        };
        // A run that is killed at once is there all the same.
        let empty = keeper.stores.iter().filter(|store| store.is_empty_file());
        keeper.store_errors =
            empty.filter_map(|store| store.write(&keeper.document).err()).collect();
        Ok(keeper)
    }

    /// What is known so far.
    pub(crate) fn document(&self) -> &Document {
        &self.document
    }

    /// The machine that the run takes place on.
    pub(crate) fn host(&self) -> &HostEnvironment {
        &self.document.host
    }

    /// The platform called `label` has failed, whatever it brought.
    pub(crate) fn fail(&mut self, label: &str, why: String) {
        if let Some(run) = self.document.platform_mut(label) {
            run.failure.get_or_insert(why);
        }
    }

    /// Adds what came of the rules.
    pub(crate) fn set_judgement(&mut self, judgement: Option<Judgement>) {
        self.document.judgement = judgement;
    }

    /// The run is over: returns its results, and what could not be kept of them.
    pub(crate) fn finish(mut self) -> (Document, Vec<Trouble>) {
        self.checkup.end(&mut self.document);
        self.watcher.run_ends();
        self.document.complete = true;
        self.store();
        let mut errors = self.store_errors;
        errors.extend(self.log.and_then(ConsoleLog::into_error));
        (self.document, errors)
    }

    /// Adds the series of the platform called `label` to what is known of it.
    pub(crate) fn add_series(&mut self, label: &str, series: Vec<Series>) {
        if let Some(run) = self.document.platform_mut(label) {
            run.scaling = series;
        }
        self.store();
    }

    /// Adds what guests of the platform called `label` took together.
    pub(crate) fn add_together(&mut self, label: &str, together: Together) {
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
        let written = self.stores.iter().map(|store| store.write(&self.document));
        self.store_errors = written.filter_map(Result::err).collect();
        self.unwritten = false;
        self.due = Instant::now() + begun.elapsed() * PAUSE;
    }

    fn store_if_due(&mut self) {
        if self.unwritten && Instant::now() >= self.due {
            self.store();
        }
    }
}

impl Watcher for Keeper<'_> {
    fn boot_begins(&mut self, run: &PlatformRun, round: u32) {
        self.watcher.boot_begins(run, round);
    }

    fn benchmark_begins(&mut self, name: &str) {
        self.watcher.benchmark_begins(name);
    }

    fn batch(&mut self, measured: &Measured) {
        self.watcher.batch(measured);
    }

    fn changed(&mut self, run: &PlatformRun) {
        self.watcher.changed(run);
        self.replace(run);
        self.unwritten = true;
        self.store_if_due();
    }

    fn round_ends(&mut self, run: &PlatformRun) {
        self.watcher.round_ends(run);
    }

    fn console(&mut self, bytes: &[u8]) {
        self.log.iter_mut().for_each(|log| log.write(bytes));
    }

    fn idle(&mut self) {
        self.store_if_due();
    }

    fn waits(&mut self, what: &str) {
        self.watcher.waits(what);
    }
}

fn new_document(request: &Request, plan: &Plan) -> Document {
    Document {
        schema_version: SCHEMA_VERSION,
        tool: request.tool.clone(),
        started: now(),
        written: now(),
        complete: false,
        settings: plan.settings.clone(),
        baseline: plan.baseline.clone(),
        ..Document::default()
    }
}
