//! Models: each says what a workload costs above native on a platform. A new one is a file here and
//! its place in the list.

mod attributed;
mod direct;
mod events;
mod kinds;
mod operations;
mod shadow;
mod tick;

use std::collections::BTreeMap;

use results::Summary;

use crate::prices::Prices;
use crate::signature::{EXIT, PlatformCosts};
use crate::term::Term;
use crate::usage::Workload;

pub(crate) use tick::STOLEN;

/// All models, each of which but the last adds to the one before.
pub const ALL: [&Model; 5] =
    [&direct::MODEL, &operations::MODEL, &shadow::MODEL, &tick::MODEL, &attributed::MODEL];

/// What a model is made of.
#[derive(Debug)]
pub struct Model {
    /// Its name.
    pub name: &'static str,
    /// Its formula, T the predicted time and N the native one.
    pub formula: &'static str,
    /// Whether it needs nothing that the workload did on the platform.
    pub is_a_priori: bool,
    /// What a case costs above native; `None` where what it needs is not known.
    pub(crate) terms: fn(&Case) -> Option<Vec<Term>>,
}

/// What a prediction rests on.
#[derive(Debug)]
pub struct Case<'a> {
    /// The workload.
    pub workload: &'a Workload,
    /// The platform.
    pub platform: &'a PlatformCosts,
    /// The prices there.
    pub prices: &'a Prices,
    /// What was seen of the workload there.
    pub seen: Option<&'a Seen>,
}

/// What was seen of one execution of a workload on a platform.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Seen {
    /// Its exits by their reasons.
    pub exits: BTreeMap<String, f64>,
    /// What the guest executed itself, and how long the processor waited, where that was counted.
    pub guest: Option<f64>,
}

impl Seen {
    /// What the counters of `summary` say of one execution; `None` where there are none.
    pub fn of(summary: &Summary) -> Option<Self> {
        let counters = &summary.events.as_ref()?.counters;
        let exits = counters.iter().filter_map(|(name, event)| {
            Some((name.strip_prefix(EXIT)?.to_owned(), event.per_operation))
        });
        let guest = summary.worlds.map(|worlds| {
            let [user, kernel, .., waits] = worlds.per_operation();
            user + kernel + waits
        });
        Some(Self { exits: exits.collect(), guest })
    }
}

/// Whether the model called `name` needs nothing that a workload did on the platform.
pub(crate) fn is_a_priori(name: &str) -> bool {
    ALL.iter().any(|model| model.name == name && model.is_a_priori)
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
