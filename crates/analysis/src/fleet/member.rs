//! One host of a fleet.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::{Fleet, facts};
use results::{Document, PlatformRun};

/// The most benchmarks of one host.
const MOST: usize = 2000;

/// A platform of a results file.
#[derive(Debug)]
pub(crate) struct Member {
    /// The file.
    pub(crate) file: String,
    /// The platform's label.
    pub(crate) platform: String,
    /// When its run began.
    pub(crate) started: String,
    /// What is known of it: numbers of fields and of values, in the order of the fields' names.
    pub(crate) facts: Vec<(u32, u32)>,
    /// What it costs there.
    pub(crate) figures: Vec<Figure>,
}

/// A cost.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Figure {
    /// The benchmark's number.
    pub(crate) benchmark: u32,
    /// The natural logarithm of the cost.
    pub(crate) log: f64,
    /// Its standard error.
    pub(crate) error: f64,
}

impl Member {
    /// What `run` of `document` brought.
    pub(super) fn of(
        fleet: &mut Fleet,
        file: &str,
        document: &Document,
        run: &PlatformRun,
    ) -> Self {
        let facts = facts::facts(document, run).into_iter();
        let facts =
            facts.map(|(field, value)| (fleet.fields.number(&field), fleet.values.number(&value)));
        let facts = facts.collect();
        let mut figures = Vec::new();
        for summary in run.benchmarks.iter().take(MOST) {
            let log = summary.value.map(f64::ln).filter(|log| log.is_finite());
            let Some(log) = log else { continue };
            let error = summary.error.filter(|error| *error >= 0.0).unwrap_or_default();
            figures.push(Figure { benchmark: fleet.benchmarks.number(&summary.name), log, error });
        }
        Self {
            file: file.to_owned(),
            platform: run.label.clone(),
            started: document.started.clone(),
            facts,
            figures,
        }
    }

    /// Its figure of a benchmark.
    pub(super) fn find(&self, benchmark: u32) -> Option<&Figure> {
        self.figures.iter().find(|figure| figure.benchmark == benchmark)
    }
}

/// What tells a result from every other one, but not from its copy.
pub(super) fn fingerprint(document: &Document, members: &[Member]) -> u64 {
    let mut hasher = DefaultHasher::new();
    (&document.started, &document.written).hash(&mut hasher);
    for member in members {
        (&member.platform, &member.facts).hash(&mut hasher);
        let bits = member.figures.iter().map(|f| (f.benchmark, f.log.to_bits(), f.error.to_bits()));
        bits.collect::<Vec<_>>().hash(&mut hasher);
    }
    hasher.finish()
}
