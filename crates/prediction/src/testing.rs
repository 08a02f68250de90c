//! What several tests build on.

use std::collections::BTreeMap;

use ground::GuestKind;
use results::Quantity;

use crate::signature::{OperationCost, PlatformCosts};
use crate::usage::{Source, SourceKind, Workload};
use crate::{Amount, MODELS, Model, Prediction, Prices};

pub(crate) fn exact(value: f64) -> Amount {
    Amount(Quantity::exact(value))
}

pub(crate) fn between(low: f64, value: f64, high: f64) -> Quantity {
    Quantity { value, low, high, has_interval: true }
}

/// An operation of the bare guest that is the measure of the event of its name.
pub(crate) fn operation(name: &str, native: f64, cost: f64) -> OperationCost {
    OperationCost {
        name: name.to_owned(),
        guest: GuestKind::Bare,
        event: Some(name.to_owned()),
        native: exact(native),
        cost: exact(cost),
        parts: BTreeMap::new(),
        exits: BTreeMap::new(),
    }
}

pub(crate) fn platform(operations: Vec<OperationCost>) -> PlatformCosts {
    PlatformCosts {
        platform: "vm".to_owned(),
        native: "metal".to_owned(),
        operations,
        exits: BTreeMap::new(),
    }
}

pub(crate) fn workload(name: &str, native: f64, counts: &[(&str, f64)]) -> Workload {
    let counts = counts.iter().map(|(event, count)| ((*event).to_owned(), exact(*count)));
    Workload {
        name: name.to_owned(),
        source: Source { kind: SourceKind::Native, from: "metal".to_owned() },
        native: exact(native),
        elsewhere: BTreeMap::new(),
        counts: counts.collect(),
    }
}

pub(crate) fn model(name: &str) -> &'static Model {
    MODELS.into_iter().find(|model| model.name == name).unwrap()
}

/// What the model of this name says of `workload` on `platform`.
pub(crate) fn predict(
    name: &str,
    workload: &Workload,
    platform: &PlatformCosts,
) -> Option<Prediction> {
    Prediction::new(model(name), workload, platform, &Prices::of(platform), None)
}
