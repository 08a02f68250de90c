//! Results of one or several files as one set of platforms, to be looked at side by side.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::model::Figure;
use crate::results::{Document, PlatformRun, Summary};

/// A results file.
#[derive(Debug, Clone, PartialEq)]
pub struct Source {
    /// The file's name without its ending.
    pub name: String,
    /// What it holds.
    pub document: Document,
}

/// A platform of one of the files.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Subject<'a> {
    /// Its name, different from all others'.
    pub label: &'a str,
    /// What it brought.
    pub run: &'a PlatformRun,
    /// Its file.
    pub source: &'a Source,
}

/// Platforms of all files.
#[derive(Debug, Clone, PartialEq)]
pub struct Study {
    sources: Vec<Source>,
    /// The platforms' places, as (file, platform), with their names.
    places: Vec<(usize, usize, String)>,
    baseline: Option<usize>,
}

/// A benchmark that some platform was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Row<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its category.
    pub category: &'a str,
}

impl Source {
    /// The content of the file at `path`.
    pub fn new(path: &Path, document: Document) -> Self {
        let name = path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        Self { name, document }
    }
}

impl Study {
    /// Puts `sources` side by side. Ratios refer to the platform called `baseline`; without a name
    /// to the first file's own baseline, else to its first platform.
    ///
    /// # Errors
    /// With the names of all platforms, where `baseline` is none of them.
    pub fn new(sources: Vec<Source>, baseline: Option<&str>) -> Result<Self, String> {
        let places = places(&sources);
        let named = |name: &str| places.iter().position(|(_, _, label)| label == name);
        let own = |(file, run, _): &(usize, usize, String)| {
            let document = &sources[*file].document;
            document.platforms[*run].label == document.baseline
        };
        let baseline = match baseline {
            Some(name) => Some(named(name).ok_or_else(|| {
                places.iter().map(|place| place.2.as_str()).collect::<Vec<_>>().join(", ")
            })?),
            None => places.iter().position(own).or((!places.is_empty()).then_some(0)),
        };
        Ok(Self { sources, places, baseline })
    }

    /// The files.
    pub fn sources(&self) -> &[Source] {
        &self.sources
    }

    /// All platforms, in the order of the files and of their turns.
    pub fn subjects(&self) -> impl ExactSizeIterator<Item = Subject<'_>> {
        self.places.iter().map(|place| self.subject(place))
    }

    /// The platform that ratios refer to; `None` where there is no platform at all.
    pub fn baseline(&self) -> Option<Subject<'_>> {
        self.baseline.map(|index| self.subject(&self.places[index]))
    }

    /// All platforms but the baseline.
    pub fn others(&self) -> impl Iterator<Item = Subject<'_>> {
        let baseline = self.baseline().map(|subject| subject.label);
        self.subjects().filter(move |subject| Some(subject.label) != baseline)
    }

    /// Every benchmark of any platform, in the order of the first platform that has it.
    pub fn benchmarks(&self) -> Vec<Row<'_>> {
        let mut seen = BTreeSet::new();
        let summaries = self.subjects().flat_map(|subject| &subject.run.benchmarks);
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
    /// of `subject`, is. `None` where either is missing or the two count different things.
    pub fn ratio(&self, subject: Subject, summary: &Summary) -> Option<Figure> {
        let baseline = self.baseline()?.run;
        let native = Figure::of(baseline.find(&summary.name)?)?;
        if subject.run.unit != baseline.unit {
            return None;
        }
        Figure::of(summary)?.over(native).filter(|ratio| ratio.high.is_finite())
    }

    fn subject<'a>(&'a self, (file, run, label): &'a (usize, usize, String)) -> Subject<'a> {
        let source = &self.sources[*file];
        Subject { label, run: &source.document.platforms[*run], source }
    }
}

/// Where the platforms are. Names that occur twice are told apart by their file, then by number.
fn places(sources: &[Source]) -> Vec<(usize, usize, String)> {
    let mut times: BTreeMap<&str, usize> = BTreeMap::new();
    for run in sources.iter().flat_map(|source| &source.document.platforms) {
        *times.entry(&run.label).or_default() += 1;
    }
    let mut taken = BTreeSet::new();
    let mut places = Vec::new();
    for (file, source) in sources.iter().enumerate() {
        for (place, run) in source.document.platforms.iter().enumerate() {
            let mut label = run.label.clone();
            if times[run.label.as_str()] > 1 {
                label = format!("{} ({})", run.label, source.name);
            }
            let plain = label.clone();
            let mut number = 2;
            while !taken.insert(label.clone()) {
                label = format!("{plain} #{number}");
                number += 1;
            }
            places.push((file, place, label));
        }
    }
    places
}

#[cfg(test)]
#[path = "study_tests.rs"]
mod tests;
