//! What every model says of every workload on every platform.

use std::collections::{BTreeMap, HashMap};

use results::{Document, Quantity, Summary};

use crate::interference::Interference;
use crate::models::{ALL, Seen};
use crate::prediction::Prediction;
use crate::prices::Prices;
use crate::signature::Signature;
use crate::usage::Workload;
use crate::{accuracy, models, range};

/// Asks [`select`] for all models.
pub const EVERY_MODEL: &str = "all";

/// Predicts each of `workloads` on the platforms of `signature`, alone and beside `neighbours`, and
/// holds that against what was `measured`, from which the models' own errors are learned.
pub fn predict(
    signature: &Signature,
    workloads: &[Workload],
    measured: &[Document],
    neighbours: &[Interference],
) -> Vec<Prediction> {
    let measured = Measured::of(measured);
    let prices: Vec<Prices> = signature.platforms.iter().map(Prices::of).collect();
    let alone = alone(signature, &prices, workloads, &measured);
    let beside = neighbours.iter().flat_map(|beside| co_located(beside, &alone, &measured));
    let beside: Vec<_> = beside.collect();
    let highest = highest(&prices);
    let by_name = workloads.iter().map(|one| (one.name.as_str(), one)).collect();
    let all = alone.into_iter().chain(beside);
    let mut predictions: Vec<Prediction> = all.map(|one| one.up_to(&by_name, &highest)).collect();
    accuracy::learn(&mut predictions);
    range::mark(&mut predictions);
    predictions
}

/// The predictions for these platforms and workloads by these models; no names mean all, but without a
/// model's name the last one that needs nothing from the platform, for each workload there.
pub fn select(
    mut all: Vec<Prediction>,
    platforms: &[String],
    workloads: &[String],
    models: &[String],
) -> Vec<Prediction> {
    let is_meant = |names: &[String], name: &String| names.is_empty() || names.contains(name);
    let place = |one: &Prediction| ALL.iter().position(|model| model.name == one.model);
    let mut best = HashMap::new();
    for one in &all {
        let found = place(one).filter(|place| ALL[*place].is_a_priori);
        let known = best.entry((&one.platform, &one.workload)).or_insert(found);
        *known = found.max(*known);
    }
    let is_best = |one: &Prediction| best[&(&one.platform, &one.workload)] == place(one);
    let is_by = |one: &Prediction| match models {
        [] => is_best(one),
        names => names.iter().any(|name| name == EVERY_MODEL || name == one.model),
    };
    let is_selected = |one: &Prediction| {
        is_meant(platforms, &one.platform) && is_meant(workloads, &one.workload) && is_by(one)
    };
    let selected: Vec<bool> = all.iter().map(is_selected).collect();
    let mut selected = selected.into_iter();
    all.retain(|_| selected.next() == Some(true));
    all
}

fn alone(
    signature: &Signature,
    prices: &[Prices],
    workloads: &[Workload],
    measured: &Measured,
) -> Vec<Prediction> {
    let mut predictions = Vec::new();
    let natives = signature.natives();
    for (platform, prices) in signature.platforms.iter().zip(prices) {
        let of_here = workloads.iter().filter_map(|one| one.on(&platform.native, &natives));
        for workload in of_here {
            let workload = &*workload;
            let summary = measured.find(&platform.platform, &workload.name);
            let seen = summary.and_then(Seen::of);
            predictions.extend(ALL.iter().filter_map(|model| {
                let one = Prediction::new(model, workload, platform, prices, seen.as_ref())?;
                Some(Prediction { measured: summary.and_then(Quantity::of), ..one })
            }));
        }
    }
    predictions
}

/// The most that an event may cost on any platform, by the events' names.
fn highest(platforms: &[Prices]) -> BTreeMap<&str, f64> {
    let mut highest = BTreeMap::new();
    for prices in platforms {
        for (name, price) in prices.names().filter_map(|name| Some((name, prices.get(name)?))) {
            let known = highest.entry(name).or_insert(0.0_f64);
            *known = known.max(price.above.high);
        }
    }
    highest
}

/// What the predictions for the platform alone come to beside neighbours.
fn co_located(beside: &Interference, alone: &[Prediction], measured: &Measured) -> Vec<Prediction> {
    let mine = |one: &&Prediction| one.platform == beside.alone && models::is_a_priori(one.model);
    let of = |one: &Prediction| {
        let summary = measured.find(&beside.platform, &one.workload);
        let measured = summary.and_then(Quantity::of);
        Prediction { measured, ..beside.of_prediction(one) }
    };
    alone.iter().filter(mine).map(of).collect()
}

/// What was measured, by the platform's label and the workload.
struct Measured<'a>(HashMap<(&'a str, &'a str), &'a Summary>);

impl<'a> Measured<'a> {
    /// All that is in `documents`; of what is there twice the first counts.
    fn of(documents: &'a [Document]) -> Self {
        let mut all = HashMap::new();
        for run in documents.iter().flat_map(|document| &document.platforms) {
            for one in &run.benchmarks {
                all.entry((run.label.as_str(), one.name.as_str())).or_insert(one);
            }
        }
        Self(all)
    }

    /// What was measured of `workload` on the platform called `label`.
    fn find(&self, label: &str, workload: &str) -> Option<&'a Summary> {
        self.0.get(&(label, workload)).copied()
    }
}

#[cfg(test)]
#[path = "predict_tests.rs"]
mod tests;
