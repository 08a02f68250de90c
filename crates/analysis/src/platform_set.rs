//! Results as a set of platforms to be looked at side by side.

use std::collections::BTreeSet;
use std::vec::IntoIter;

use crate::{SideBySide, Source};
use results::{PlatformRun, Quantity, Summary};

/// A platform of one of the files.
#[derive(Debug, Clone, Copy)]
pub struct LabelledRun<'a> {
    /// Its name, different from all others'.
    pub label: &'a str,
    /// What it brought.
    pub run: &'a PlatformRun,
    /// Its file.
    pub source: &'a Source,
}

/// Platforms of all files.
#[derive(Debug, Clone)]
pub struct PlatformSet {
    all: SideBySide,
    baseline: usize,
}

/// A benchmark that some platform was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Row<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its category.
    pub category: &'a str,
}

impl PlatformSet {
    /// Looks at `all`. Ratios refer to its baseline, and where it has none to the first platform.
    pub fn new(all: SideBySide) -> Self {
        let name = &all.document.baseline;
        let named = all.document.platforms.iter().position(|run| run.label == *name);
        Self { baseline: named.unwrap_or_default(), all }
    }

    /// The files.
    pub fn sources(&self) -> &[Source] {
        &self.all.sources
    }

    /// All platforms, in the order of the files and of their turns.
    pub fn runs(&self) -> IntoIter<LabelledRun<'_>> {
        self.iter().collect::<Vec<_>>().into_iter()
    }

    fn iter(&self) -> impl Iterator<Item = LabelledRun<'_>> {
        let sources = self.all.sources.iter();
        let sources = sources.flat_map(|source| source.labels.iter().map(move |_| source));
        let runs = self.all.document.platforms.iter();
        runs.zip(sources).map(|(run, source)| LabelledRun { label: &run.label, run, source })
    }

    /// The platform that ratios refer to; `None` where there is no platform at all.
    pub fn baseline(&self) -> Option<LabelledRun<'_>> {
        self.iter().nth(self.baseline)
    }

    /// All platforms but the baseline.
    pub fn others(&self) -> impl Iterator<Item = LabelledRun<'_>> {
        let numbered = self.iter().enumerate();
        numbered.filter(|(index, _)| *index != self.baseline).map(|(_, labelled)| labelled)
    }

    /// Every benchmark of any platform, in the order of the first platform that has it.
    pub fn benchmarks(&self) -> Vec<Row<'_>> {
        let mut seen = BTreeSet::new();
        let summaries = self.iter().flat_map(|labelled| &labelled.run.benchmarks);
        summaries
            .filter(|summary| seen.insert(summary.name.as_str()))
            .map(|summary| Row { name: &summary.name, category: &summary.category })
            .collect()
    }

    /// The categories of the benchmarks, each once, in their order.
    pub fn categories(&self) -> Vec<&str> {
        let mut seen = BTreeSet::new();
        let rows = self.benchmarks().into_iter();
        rows.filter(|row| seen.insert(row.category)).map(|row| row.category).collect()
    }

    /// The guest-native ratio: how many times the baseline's cost that of `summary`, a benchmark
    /// of `labelled`, is. `None` where either is missing or the two count different things.
    pub fn ratio(&self, labelled: LabelledRun, summary: &Summary) -> Option<Quantity> {
        let baseline = self.baseline()?.run;
        let native = baseline.find(&summary.name).filter(|_| labelled.run.unit == baseline.unit)?;
        Quantity::ratio(summary, native)
    }
}

#[cfg(test)]
#[path = "platform_set_tests.rs"]
mod tests;
