//! Interference: how many times what an operation costs alone it costs beside other guests.

use crate::{Document, Eta, LEVEL, PlatformRun, Quantity, Summary};
use stats::figure::Figure;
use stats::interval::Interval;

impl Eta {
    fn new(value: f64, interval: Option<Interval>) -> Self {
        Self { value, low: interval.map(|known| known.low), high: interval.map(|known| known.high) }
    }
}

impl From<Eta> for Quantity {
    fn from(Eta { value, low, high }: Eta) -> Self {
        let [from, to] = [low, high].map(|end| end.unwrap_or(value));
        Self { value, low: from, high: to, has_interval: low.is_some() && high.is_some() }
    }
}

/// Notes in `document` what the neighbours of each platform make of its costs.
pub fn note(document: &mut Document) {
    let found: Vec<Vec<Option<Eta>>> = document
        .platforms
        .iter()
        .map(|run| run.benchmarks.iter().map(|summary| of(document, run, summary)).collect())
        .collect();
    for (run, etas) in document.platforms.iter_mut().zip(found) {
        for (summary, eta) in run.benchmarks.iter_mut().zip(etas) {
            summary.eta = eta;
        }
    }
}

/// η of `summary` of `run`; `None` where nothing ran beside it, or it has no cost on either.
fn of(document: &Document, run: &PlatformRun, summary: &Summary) -> Option<Eta> {
    let beside = run.beside.as_ref()?;
    let alone = document.platform(&beside.alone)?;
    eta(summary, alone.find(&summary.name)?)
}

/// η by `beside` and `alone`. Two boots that followed one another met the same machine, so that
/// each such pair has a ratio of its own; what the ratios lie apart is the error. Of a single pair
/// only batches tell how far it is known.
fn eta(beside: &Summary, alone: &Summary) -> Option<Eta> {
    beside.value.zip(alone.value)?;
    let pair = |boot: &crate::BootFigure| {
        let same = alone.boots.iter().find(|other| other.round == boot.round)?;
        Some(boot.cost.unwrap_or(boot.median) / same.cost.unwrap_or(same.median))
    };
    let ratios: Vec<f64> = beside.boots.iter().filter_map(pair).collect();
    if let Some(figure) = Figure::over_boots(&ratios) {
        return Some(Eta::new(figure.value, Some(figure.interval(LEVEL))));
    }
    let single = Quantity::ratio(beside, alone)?;
    Some(Eta::new(single.value, single.interval()))
}

#[cfg(test)]
#[path = "interference_tests.rs"]
mod tests;
