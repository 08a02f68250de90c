//! A workload's predicted time on a platform, and what it is made of.

use std::collections::BTreeMap;

use results::Quantity;

use crate::models::{Case, Model, Seen};
use crate::prices::Prices;
use crate::signature::PlatformCosts;
use crate::term::Term;
use crate::usage::{WITHOUT_PRICE, Workload};

/// A workload's predicted time on a platform.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Prediction {
    /// The platform's label.
    pub platform: String,
    /// The workload's name.
    pub workload: String,
    /// The model's name.
    pub model: &'static str,
    /// The native time.
    pub native: Quantity,
    /// The predicted time. Its interval holds the error of the model once that is known.
    pub predicted: Quantity,
    /// What was measured on the platform, where that is known.
    pub measured: Option<Quantity>,
    /// How far the model's own error reaches, learned from programs of other kinds: a share of what is predicted.
    pub model_error: Option<f64>,
    /// What the time above native is made of, the greatest part first.
    pub terms: Vec<Term>,
    /// Events of the workload without a price here: what is predicted lacks their cost, which only its
    /// interval allows for.
    pub unpriced: Vec<String>,
    /// Events that add more here than in any program that the model's error was learned from.
    pub beyond: Vec<String>,
}

impl Prediction {
    /// What `model` says of `workload` on `platform`; `None` where what it needs is not known.
    /// `seen` is of the workload on the platform.
    pub fn new(
        model: &Model,
        workload: &Workload,
        platform: &PlatformCosts,
        prices: &Prices,
        seen: Option<&Seen>,
    ) -> Option<Self> {
        let terms = (model.terms)(&Case { workload, platform, prices, seen })?;
        let native = workload.native.0;
        let is_in = |name: &String| terms.iter().any(|term| term.event == *name);
        let is_unknown = |name: &String| {
            !WITHOUT_PRICE.contains(&name.as_str()) && prices.get(name).is_none() && !is_in(name)
        };
        let counts = workload.counts.iter().filter(|(_, count)| count.0.high > 0.0);
        let unpriced = counts.map(|(name, _)| name).filter(|name| is_unknown(name)).cloned();
        let bare = Self {
            platform: platform.platform.clone(),
            workload: workload.name.clone(),
            model: model.name,
            native,
            predicted: native,
            measured: None,
            model_error: None,
            terms: Vec::new(),
            unpriced: unpriced.collect(),
            beyond: Vec::new(),
        };
        Some(bare.made_of(terms))
    }

    /// The same whose interval reaches as far as its events without a price may cost on any platform, by
    /// `highest`; without an interval where one of them has a price nowhere.
    pub(crate) fn up_to(
        mut self,
        workloads: &BTreeMap<&str, &Workload>,
        highest: &BTreeMap<&str, f64>,
    ) -> Self {
        let workload = workloads.get(self.workload.as_str());
        for name in &self.unpriced {
            let count = workload.and_then(|workload| workload.counts.get(name));
            match highest.get(name.as_str()).zip(count) {
                Some((price, count)) => self.predicted.high += price * count.0.high,
                None => self.predicted.has_interval = false,
            }
        }
        self
    }

    /// The same whose time above native is made of `terms`.
    pub(crate) fn made_of(self, mut terms: Vec<Term>) -> Self {
        terms.sort_by(|a, b| b.adds.value.abs().total_cmp(&a.adds.value.abs()));
        let predicted = terms.iter().fold(self.native, |sum, term| sum.plus(term.adds));
        Self { predicted, terms, ..self }
    }

    /// What is predicted above the native time.
    pub fn overhead(&self) -> f64 {
        self.predicted.value - self.native.value
    }

    /// How far the prediction lies from what was measured, as a share of that: 0.01 is 1 % too much.
    pub fn error(&self) -> Option<f64> {
        let measured = self.measured?.value;
        (measured > 0.0).then(|| self.predicted.value / measured - 1.0)
    }

    /// What was measured above the native time.
    pub fn measured_overhead(&self) -> Option<Quantity> {
        Some(self.measured?.minus(self.native))
    }

    /// The share that is predicted of what was measured above the native time; above 1 where more is
    /// predicted than there is. `None` where that cannot be told from nothing.
    pub fn explained(&self) -> Option<f64> {
        let overhead = self.measured_overhead()?;
        overhead.is_resolved().then_some(())?;
        (overhead.value != 0.0).then(|| self.overhead() / overhead.value)
    }
}

#[cfg(test)]
#[path = "prediction_tests.rs"]
mod tests;
