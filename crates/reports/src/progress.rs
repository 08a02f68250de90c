//! A run's progress on the standard error: a bar on a terminal, few plain lines elsewhere.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::digits::percent;
use crate::tables::outcome;
use ground::clean;
use results::{Measured, PlatformRun, Summary};
use system::output::tell;

/// How often the precision so far is computed anew: seldom, for guests measure meanwhile.
const REFRESH: Duration = Duration::from_millis(250);

/// Benchmarks that are named where several ended alike.
const NAMED: usize = 3;

/// Shows how far a run is: which platform, boot and benchmark, how precise, and the time left.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    plain: bool,
    /// Whether platforms are booted several times.
    several: bool,
    /// The benchmark that runs.
    benchmark: String,
    refreshed: Option<Instant>,
    round: Round,
}

/// What is known of the round at hand.
#[derive(Debug, Default)]
struct Round {
    name: String,
    /// Steps before it.
    before: u64,
    /// Problems that have been shown already.
    reported: usize,
    begun: Option<Instant>,
}

impl Progress {
    /// Starts to show a run of at most `steps` benchmarks altogether, in `several` boots or in one of
    /// each platform.
    pub fn new(steps: usize, several: bool) -> Self {
        let plain = !std::io::stderr().is_terminal();
        let bar = ProgressBar::new(steps as u64);
        if plain {
            bar.set_draw_target(ProgressDrawTarget::hidden());
        } else {
            let style = "{prefix:.bold}  {bar:20}  {pos}/{len}  {elapsed}, {eta} left  {wide_msg}";
            bar.set_style(ProgressStyle::with_template(style).expect("a constant template"));
            bar.enable_steady_tick(REFRESH);
        }
        let (benchmark, round) = (String::new(), Round::default());
        Self { bar, plain, several, benchmark, refreshed: None, round }
    }

    /// A guest of `run` has been started in `round`; not the round's first where others precede.
    pub fn boot(&mut self, run: &PlatformRun, round: u32) {
        let label = clean(run.label.as_bytes());
        let name = match self.several || round > 1 {
            true => format!("{label}, boot {round}"),
            false => label,
        };
        if name != self.round.name {
            if self.plain && round == 1 {
                tell(format_args!("{name}: measuring"));
            }
            let (before, reported) = (self.bar.position(), failures(run));
            self.round = Round { name, before, reported, begun: Some(Instant::now()) };
        }
        self.bar.set_prefix(self.round.name.clone());
        self.bar.set_message("booting");
    }

    /// A benchmark begins.
    pub fn begin(&mut self, name: &str) {
        self.benchmark = clean(name.as_bytes());
        self.refreshed = None;
        self.bar.set_message(self.benchmark.clone());
    }

    /// A batch of the running benchmark has arrived.
    pub fn batch(&mut self, measured: &Measured) {
        if self.plain || self.refreshed.is_some_and(|then| then.elapsed() < REFRESH) {
            return;
        }
        self.refreshed = Some(Instant::now());
        let margin = measured.relative_margin().filter(|share| share.is_finite());
        if let Some(margin) = margin.map(percent) {
            let (name, batches) = (&self.benchmark, measured.samples.len());
            self.bar.set_message(format!("{name} ± {margin} after {batches} batches"));
        }
    }

    /// The guest has been silent for long.
    pub fn waits(&mut self, what: &str) {
        self.line(&format!("{}: {what}", self.round.name));
    }

    /// A benchmark of `run` has ended; says what went wrong with those that are new.
    pub fn update(&mut self, run: &PlatformRun) {
        let round = run.boots.last().map_or(0, |boot| boot.round);
        let boots = run.boots.iter().filter(|boot| boot.round == round);
        let ended: usize = boots.map(|boot| boot.benchmarks.len()).sum();
        self.bar.set_position(self.round.before + ended as u64);
        // Where no guest could be started, no boot has told whose turn it is.
        let (name, reported) = match run.boots.is_empty() {
            true => (clean(run.label.as_bytes()), 0),
            false => (self.round.name.clone(), self.round.reported),
        };
        let failed = run.benchmarks.iter().filter(|b| b.status.is_failure()).skip(reported);
        let failed: Vec<&Summary> = failed.collect();
        for alike in failed.chunk_by(|a, b| (a.status, &a.reason) == (b.status, &b.reason)) {
            self.line(&format!("{name}: {}", told(alike)));
        }
        self.round.reported = failures(run);
    }

    /// A round is over that was to bring `steps` benchmarks.
    pub fn end_round(&mut self, run: &PlatformRun, steps: usize) {
        self.bar.set_position(self.round.before + steps as u64);
        let is_first = run.boots.last().is_some_and(|boot| boot.round == 1);
        if let Some(begun) = self.round.begun.take().filter(|_| self.plain && is_first) {
            let (name, seconds) = (&self.round.name, begun.elapsed().as_secs_f64());
            tell(format_args!("{name}: {} after {seconds:.1} s", outcome::counts(run)));
        }
    }

    /// The run is over.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }

    fn line(&self, text: &str) {
        if self.plain {
            tell(text);
        } else {
            self.bar.println(clean(text.as_bytes()));
        }
    }
}

/// What `alike` benchmarks, which are not none, ended with.
fn told(alike: &[&Summary]) -> String {
    let names: Vec<&str> = alike.iter().take(NAMED).map(|summary| summary.name.as_str()).collect();
    let more = alike.len().saturating_sub(NAMED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{more} {}: {}", names.join(", "), alike[0].status, alike[0].reason)
}

fn failures(run: &PlatformRun) -> usize {
    run.benchmarks.iter().filter(|b| b.status.is_failure()).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use results::Status;

    #[test]
    fn what_ended_alike_is_told_once() {
        let failed =
            |name: &str| Summary::without_value(name, "io", Status::Crashed, "gone".into());
        let all = ["a", "b", "c", "d", "e"].map(failed);
        let all: Vec<&Summary> = all.iter().collect();
        assert_eq!(told(&all[..1]), "a crashed: gone");
        assert_eq!(told(&all), "a, b, c and 2 more crashed: gone");
    }
}
