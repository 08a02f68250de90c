//! Results as a set of platforms to be looked at side by side.

use std::collections::BTreeSet;
use std::vec::IntoIter;

use crate::model::Terms;
use crate::{SideBySide, Source};
use results::{Document, PlatformRun, Quantity, Summary};

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
    /// Whether emulators are divided by others, and others by emulators.
    all_ratios: bool,
    terms: Terms,
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
        Self {
            baseline: named.unwrap_or_default(),
            all,
            all_ratios: false,
            terms: Terms::default(),
        }
    }

    /// The same, with ratios of emulators to others as well if `wanted`.
    #[must_use]
    pub fn with_all_ratios(self, wanted: bool) -> Self {
        Self { all_ratios: wanted, ..self }
    }

    /// The same, with the terms of the cost model that operations measure.
    #[must_use]
    pub fn with_terms(self, terms: Terms) -> Self {
        Self { terms, ..self }
    }

    /// The terms of the cost model that operations measure, as far as they are known.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The same for each kind of guests alone: what they run has nothing in common, not even where it is
    /// called the same.
    pub fn by_guest(&self) -> Vec<Self> {
        let alone = |document: Document| {
            let mut sources = self.all.sources.clone();
            for source in &mut sources {
                source.labels.retain(|(_, now)| document.platform(now).is_some());
            }
            let all = SideBySide { sources, document };
            Self { all_ratios: self.all_ratios, terms: self.terms.clone(), ..Self::new(all) }
        };
        self.all.document.by_guest().into_iter().map(alone).collect()
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
    /// of `labelled`, is. `None` where either is missing, the two count different things or have guests of
    /// different kinds, or one is an emulator and nobody has asked for that.
    pub fn ratio(&self, labelled: LabelledRun, summary: &Summary) -> Option<Quantity> {
        let baseline = self.baseline()?.run;
        let run = labelled.run;
        let is_same = run.unit == baseline.unit && run.guest == baseline.guest;
        let is_wanted = is_same && (self.all_ratios || run.is_like(baseline));
        Quantity::ratio(summary, baseline.find(&summary.name).filter(|_| is_wanted)?)
    }
}

#[cfg(test)]
#[path = "platform_set_tests.rs"]
mod tests;
