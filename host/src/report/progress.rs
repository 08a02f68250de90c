//! A run's progress on the standard error: a bar on a terminal, few plain lines elsewhere.

use std::io::IsTerminal;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::results::PlatformRun;

/// Shows how far a platform's session is.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    plain: bool,
    /// Problems that have been shown already.
    reported: usize,
}

impl Progress {
    /// Starts to show a session of `benchmarks` benchmarks.
    pub fn new(label: &str, benchmarks: usize) -> Self {
        let plain = !std::io::stderr().is_terminal();
        let bar = ProgressBar::new(benchmarks as u64);
        if plain {
            bar.set_draw_target(ProgressDrawTarget::hidden());
            eprintln!("{label}: running {benchmarks} benchmarks");
        } else {
            let style = "{prefix:.bold}  {bar:24}  {pos}/{len}  {elapsed}  {wide_msg}";
            bar.set_style(ProgressStyle::with_template(style).expect("a constant template"));
            bar.set_prefix(label.to_owned());
            bar.enable_steady_tick(Duration::from_millis(200));
        }
        Self { bar, plain, reported: 0 }
    }

    /// A boot begins, after `boots` others.
    pub fn boot(&mut self, boots: usize) {
        let what =
            if boots == 0 { "booting".to_owned() } else { format!("booting again ({boots})") };
        self.bar.set_message(what);
    }

    /// A benchmark begins.
    pub fn begin(&mut self, name: &str) {
        self.bar.set_message(name.to_owned());
    }

    /// A batch of the running benchmark has arrived.
    pub fn batch(&mut self, name: &str, taken: usize, planned: u64) {
        self.bar.set_message(format!("{name}  batch {taken}/{planned}"));
    }

    /// A benchmark of `run` has ended; says what went wrong with those that are new.
    pub fn update(&mut self, run: &PlatformRun) {
        self.bar.set_position(run.benchmarks.len() as u64);
        let failed: Vec<_> = run.benchmarks.iter().filter(|b| b.status.is_failure()).collect();
        for b in failed.iter().skip(self.reported) {
            self.line(&format!("{}: {} {}: {}", run.label, b.name, b.status, b.reason));
        }
        self.reported = failed.len();
    }

    /// The session is over.
    pub fn finish(&mut self, run: &PlatformRun) {
        self.update(run);
        self.bar.finish_and_clear();
        if self.plain {
            eprintln!("{}: {} benchmarks ended", run.label, run.benchmarks.len());
        }
    }

    fn line(&self, text: &str) {
        if self.plain {
            eprintln!("{text}");
        } else {
            self.bar.println(text);
        }
    }
}
