//! What neighbours make of a prediction.

use std::collections::BTreeMap;

use results::{PlatformRun, Quantity, Summary};

use crate::prediction::Prediction;
use crate::prices::SPIN;
use crate::term::Term;

/// How many times their cost alone operations cost on a platform beside certain neighbours: η.
#[derive(Debug, Clone, PartialEq)]
pub struct Interference {
    /// Label of the platform beside them.
    pub platform: String,
    /// Label of the platform alone.
    pub alone: String,
    /// η of the guest's own instructions, by an operation that does nothing else.
    own: Quantity,
    /// η by the names of operations.
    etas: BTreeMap<String, Quantity>,
}

impl Interference {
    /// What `run` shows, if it was measured beside neighbours; `event` knows what benchmarks are the
    /// measure of. `None` as well where none of it only spins.
    pub fn of(run: &PlatformRun, event: impl Fn(&str) -> Option<String>) -> Option<Self> {
        let beside = run.beside.as_ref()?;
        let eta = |summary: &Summary| Some((summary.name.clone(), Quantity::from(summary.eta?)));
        let etas: BTreeMap<String, Quantity> = run.benchmarks.iter().filter_map(eta).collect();
        let (_, own) = etas.iter().find(|(name, _)| event(name).as_deref() == Some(SPIN))?;
        let (platform, alone, own) = (run.label.clone(), beside.alone.clone(), *own);
        Some(Self { platform, alone, own, etas })
    }

    /// What `prediction`, for the platform alone, comes to beside them:
    /// T = η(own) · N + Σ η(o) · n · p, o the operation that the price p was measured by. One that
    /// has no η is slowed down as the guest's own instructions are.
    pub fn of_prediction(&self, prediction: &Prediction) -> Prediction {
        let native = prediction.native;
        let slower = |term: &Term| {
            let eta = self.etas.get(&term.operation).copied().unwrap_or(self.own);
            Term::new(&term.event, &term.operation, term.count, term.price.times(eta))
        };
        let own = Term::new("neighbours", SPIN, native, self.own.minus(Quantity::exact(1.0)));
        let terms = prediction.terms.iter().map(slower).chain([own]).collect();
        let platform = self.platform.clone();
        Prediction { platform, ..prediction.clone() }.made_of(terms)
    }
}

#[cfg(test)]
#[path = "interference_tests.rs"]
mod tests;
