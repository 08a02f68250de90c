//! Which files are counted, and whether they belong together.

use std::collections::BTreeMap;

use crate::compare::{Difference, Side, differences as between};
use ground::{Trouble, TroubleKind};
use results::{Document, PlatformRun, Shard};

/// What parts differ in without a word about it.
const OF_A_PART: [&str; 2] = ["settings.shard", "host.facts"];

/// A file with a part of a run.
pub(super) struct Part {
    pub(super) file: String,
    pub(super) shard: Shard,
    pub(super) document: Document,
}

/// A file that is not counted, because another one has the same part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftOut {
    /// The file.
    pub file: String,
    /// Its part.
    pub shard: Shard,
    /// The file that is counted.
    pub counted: String,
}

/// The parts in `files`, which all have to be of the same division.
pub(super) fn of_one_division(files: Vec<(String, Document)>) -> Result<Vec<Part>, Trouble> {
    let mut parts: Vec<Part> = Vec::new();
    for (file, document) in files {
        let Some(shard) = document.settings.shard else {
            return Err(Trouble::usage(
                format!("{file} is not a part of a divided run"),
                "merge what `hyperbench run --shard I/N -o FILE` wrote; to look at whole runs side by \
         side: hyperbench show FILES",
            ));
        };
        if let Some(first) = parts.first().filter(|first| first.shard.of() != shard.of()) {
            let (a, x) = (first.file.clone(), first.shard);
            return Err(Trouble::usage(
                format!("{a} is part {x}, and {file} is part {shard}: of differently divided runs"),
                "merge the parts of one division at a time",
            ));
        }
        parts.push(Part { file, shard, document });
    }
    Ok(parts)
}

/// One file for each part, in the order of the parts: a complete one rather than one that was cut
/// short, then the one with more results, then the newest.
pub(super) fn choose(parts: Vec<Part>) -> (Vec<Part>, Vec<LeftOut>) {
    let mut by_shard: BTreeMap<Shard, Vec<Part>> = BTreeMap::new();
    for part in parts {
        by_shard.entry(part.shard).or_default().push(part);
    }
    let (mut chosen, mut left_out) = (Vec::new(), Vec::new());
    for mut same in by_shard.into_values() {
        same.sort_by(|a, b| a.worth().cmp(&b.worth()));
        let Some(best) = same.pop() else { continue };
        left_out.extend(same.into_iter().map(|part| LeftOut {
            file: part.file,
            shard: part.shard,
            counted: best.file.clone(),
        }));
        chosen.push(best);
    }
    (chosen, left_out)
}

/// What differs between the parts without mattering.
pub(super) fn differences(parts: &[Part]) -> Result<Vec<(String, String, Difference)>, Trouble> {
    let mut notes = Vec::new();
    for (index, part) in parts.iter().enumerate().skip(1) {
        let (before, found) = differences_from(&parts[..index], part);
        let (matter, others): (Vec<_>, Vec<_>) = found.into_iter().partition(matters);
        let (a, b) = (before.to_owned(), part.file.clone());
        if !matter.is_empty() {
            return Err(Trouble::usage(
                format!("{a} and {b} do not belong to one run:{}", list(&matter)),
                "merge what was measured alike, on machines that are alike; to look at both side by \
                 side: hyperbench show FILES",
            )
            .about(TroubleKind::NotComparable));
        }
        notes.extend(others.into_iter().map(|other| (a.clone(), b.clone(), other)));
    }
    Ok(notes)
}

fn list(differences: &[Difference]) -> String {
    let line = |d: &Difference| format!("\n  {}: {} → {}", d.field, d.a, d.b);
    differences.iter().map(line).collect()
}

/// How `part` differs from the first of those `before` that has a platform in common with it, or
/// from the first at all; with that one's name.
fn differences_from<'a>(before: &'a [Part], part: &Part) -> (&'a str, Vec<Difference>) {
    let shares = |other: &&Part| part.labels().any(|label| other.run(label).is_some());
    let Some(other) = before.iter().find(shares).or(before.first()) else {
        return ("", Vec::new());
    };
    let mut labels: Vec<Option<&str>> =
        part.labels().filter(|label| other.run(label).is_some()).map(Some).collect();
    if labels.is_empty() {
        labels.push(None);
    }
    let mut found: Vec<Difference> = Vec::new();
    for label in labels {
        let new = between(&other.side(label), &part.side(label));
        found.extend(new.into_iter().filter(|d| !OF_A_PART.contains(&d.field.as_str())));
    }
    found.sort_by(|a, b| a.field.cmp(&b.field));
    found.dedup();
    (&other.file, found)
}

/// Whether figures measured so do not go into one column. Of the host only what decides over the
/// processor's speed does.
fn matters(difference: &Difference) -> bool {
    difference.decisive || !difference.field.starts_with("host.")
}

impl Part {
    fn labels(&self) -> impl Iterator<Item = &str> {
        self.document.platforms.iter().map(|run| run.label.as_str())
    }

    pub(super) fn run(&self, label: &str) -> Option<&PlatformRun> {
        self.document.platform(label)
    }

    fn worth(&self) -> (bool, usize, &str) {
        let results = self.document.platforms.iter().map(|run| run.benchmarks.len()).sum();
        (self.document.complete, results, &self.document.started)
    }

    /// What comparisons look at: the platform with the first of its boots, or none at all.
    fn side(&self, label: Option<&str>) -> Side {
        let bare = |run: &PlatformRun| PlatformRun {
            platform: run.platform.clone(),
            version: run.version.clone(),
            unit: run.unit,
            boots: run.boots.first().cloned().into_iter().collect(),
            ..PlatformRun::default()
        };
        let unit = self.document.platforms.first().map(|run| run.unit).unwrap_or_default();
        let none = PlatformRun { unit, ..PlatformRun::default() };
        Side {
            name: self.file.clone(),
            about: self.document.about(),
            run: label.and_then(|label| self.run(label)).map_or(none, bare),
        }
    }
}
