//! What the figures come to, in a sentence for each platform.

use std::cmp::Ordering;

use super::Answers;
use super::figures::{Counted, figure};
use super::rows::has_others;
use crate::ratio_text;
use crate::tables::lines::wrapped;
use results::{Document, PlatformRun, Quantity, Summary};

/// Platforms that get a sentence.
const MOST: usize = 3;

/// The sentences: each platform against the one that ratios refer to. Emulators and hypervisors are not set
/// against each other; where nothing can be set against anything, they say what is dear.
pub(super) fn text(document: &Document, of: &Answers, width: usize) -> String {
    let Some(first) = reference(document) else { return String::new() };
    let against = others(document, first).filter_map(|run| difference(run, first));
    let mut sentences: Vec<String> = against.collect();
    if sentences.is_empty() {
        sentences.extend(range(first, of));
    }
    sentences.truncate(MOST);
    sentences.iter().map(|sentence| wrapped(" ", sentence, width)).collect()
}

/// The benchmark that differs most for certain, else the dearest.
pub(super) fn most(document: &Document) -> Option<&str> {
    let first = reference(document)?;
    let all = others(document, first).flat_map(|run| ratios(run, first));
    let apart = all.filter(|(_, ratio)| ratio.distance() > 0.0);
    let most = apart.max_by(|a, b| a.1.distance().total_cmp(&b.1.distance()));
    let dearest = || first.benchmarks.iter().max_by(|a, b| by_value(a, b));
    most.map(|(name, _)| name).or_else(|| dearest().map(|summary| summary.name.as_str()))
}

fn by_value(a: &Summary, b: &Summary) -> Ordering {
    a.value.unwrap_or_default().total_cmp(&b.value.unwrap_or_default())
}

/// The baseline, unless it is an emulator beside others.
fn reference(document: &Document) -> Option<&PlatformRun> {
    let is_fit =
        |run: &&PlatformRun| !(run.is_emulated() && has_others(document)) && has_costs(run);
    document.baseline().filter(is_fit).or_else(|| document.platforms.iter().find(is_fit))
}

fn has_costs(run: &PlatformRun) -> bool {
    run.benchmarks.iter().any(|summary| summary.value.is_some())
}

fn others<'a>(
    document: &'a Document,
    first: &'a PlatformRun,
) -> impl Iterator<Item = &'a PlatformRun> {
    let is_like = |run: &&PlatformRun| {
        run.label != first.label && run.is_emulated() == first.is_emulated() && run.counts_as(first)
    };
    document.platforms.iter().filter(is_like)
}

/// Ratios whose intervals are known.
fn ratios<'a>(run: &'a PlatformRun, first: &PlatformRun) -> Vec<(&'a str, Quantity)> {
    let ratio = |summary: &'a Summary| {
        let ratio = Quantity::ratio(summary, first.find(&summary.name)?)?;
        ratio.interval().map(|_| (summary.name.as_str(), ratio))
    };
    run.benchmarks.iter().filter_map(ratio).collect()
}

fn difference(run: &PlatformRun, first: &PlatformRun) -> Option<String> {
    let (label, reference) = (&run.label, &first.label);
    let ratios = ratios(run, first);
    let apart = ratios.iter().filter(|(_, ratio)| ratio.distance() > 0.0);
    let most = apart.clone().max_by(|a, b| a.1.distance().total_cmp(&b.1.distance()));
    let Some((name, ratio)) = most else {
        let among = match ratios.len() {
            0 => return None,
            1 => "the one operation that both have".to_owned(),
            count => format!("any of {count} operations"),
        };
        return Some(format!("{label} against {reference}: no measurable difference in {among}."));
    };
    let dearer = apart.clone().filter(|(_, ratio)| ratio.value > 1.0).count();
    let cheaper = apart.count() - dearer;
    let alike = ratios.len() - dearer - cheaper;
    let (dearer, cheaper) = match ratio.value > 1.0 {
        true => (dearer - 1, cheaper),
        false => (dearer, cheaper - 1),
    };
    let counts = [(dearer, "dearer"), (cheaper, "cheaper"), (alike, "alike")];
    let counts = counts.iter().filter(|(count, _)| *count > 0);
    let counts: Vec<_> = counts.map(|(count, word)| format!("{count} {word}")).collect();
    let rest = match counts.is_empty() {
        true => String::new(),
        false => format!("; others: {}", counts.join(", ")),
    };
    let times = ratio_text(*ratio);
    Some(format!("{label} against {reference}: {name} costs {times} as much{rest}."))
}

/// From what to what the costs of `run` go.
fn range(run: &PlatformRun, of: &Answers) -> Option<String> {
    let counted = Counted::of(run, of.counted)?;
    let costs =
        run.benchmarks.iter().filter(|summary| summary.value.is_some_and(|value| value > 0.0));
    let (low, high) =
        (costs.clone().min_by(|a, b| by_value(a, b))?, costs.max_by(|a, b| by_value(a, b))?);
    let [cheapest, dearest] =
        [low, high].map(|one| format!("{}, {}", one.name, figure(run.hz(), one, counted)));
    (low.name != high.name)
        .then(|| format!("{}: the dearest is {dearest}; the cheapest is {cheapest}", run.label))
}
