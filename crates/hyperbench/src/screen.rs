//! The progress of a run, on the user's screen.

use measuring::{Job, Watcher};
use reports::Progress;
use results::{Measured, PlatformRun};
use system::output::tell;

/// Shows it, from the beginning of a run to its end.
#[derive(Default)]
pub(crate) struct Screen {
    progress: Option<Progress>,
    /// Labels of the platforms, and how many benchmarks each has.
    sizes: Vec<(String, usize)>,
}

impl Screen {
    fn progress(&mut self, show: impl FnOnce(&mut Progress)) {
        if let Some(progress) = &mut self.progress {
            show(progress);
        }
    }
}

impl Watcher for Screen {
    fn run_begins(&mut self, jobs: &[Job]) {
        let steps = jobs.iter().map(|job| job.benchmarks.len() * job.boots.most as usize).sum();
        self.progress = Some(Progress::new(steps, jobs.iter().any(|job| job.boots.most > 1)));
        let size = |job: &Job| (job.spec.label().to_owned(), job.benchmarks.len());
        self.sizes = jobs.iter().map(size).collect();
    }

    fn run_ends(&mut self) {
        self.progress(|progress| progress.finish());
    }

    fn boot_begins(&mut self, run: &PlatformRun, round: u32) {
        self.progress(|progress| progress.boot(run, round));
    }

    fn benchmark_begins(&mut self, name: &str) {
        self.progress(|progress| progress.begin(name));
    }

    fn batch(&mut self, measured: &Measured) {
        self.progress(|progress| progress.batch(measured));
    }

    fn changed(&mut self, run: &PlatformRun) {
        self.progress(|progress| progress.update(run));
    }

    fn round_ends(&mut self, run: &PlatformRun) {
        let size = self.sizes.iter().find(|(label, _)| *label == run.label);
        let steps = size.map_or(0, |(_, steps)| *steps);
        self.progress(|progress| progress.end_round(run, steps));
    }

    /// Without a run to show, as in a profile, it is said as it is.
    fn waits(&mut self, what: &str) {
        match &mut self.progress {
            Some(progress) => progress.waits(what),
            None => tell(what),
        }
    }
}
