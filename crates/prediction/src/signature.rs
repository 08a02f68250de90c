//! What operations cost on platforms, beside what they cost natively.

use std::collections::{BTreeMap, BTreeSet};

use ground::{GuestKind, Trouble};
use results::{PlatformRun, Quantity, Summary, Unit, Worlds};
use serde::{Deserialize, Serialize};
use stats::median;

use crate::amount::Amount;
use crate::file::{self, Kind};
use crate::origin::Origin;
use crate::usage::parts;

/// Begins the names of counters of exits for a reason, in results files.
pub(crate) const EXIT: &str = "exit_";

/// An operation exits for one reason if it does so about once at least, and for others hardly: what a
/// timer adds to a loop.
const ONCE: f64 = 0.95;
const ABOUT: f64 = 0.05;

/// Parts of an operation that the guest executes itself; others follow.
const GUESTS: usize = 2;

/// Operations of a platform, at most: ten times as many as there are.
const MOST: usize = 4000;

/// What operations cost on some platforms.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Signature {
    /// Version of the format: 1.
    pub signature_version: u32,
    /// What costs count.
    pub unit: Unit,
    /// Where they were measured; absent in files of older versions and of other programs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
    /// The platforms.
    pub platforms: Vec<PlatformCosts>,
}

/// What operations cost on a platform.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlatformCosts {
    /// The platform's label.
    pub platform: String,
    /// Label of what counts as native.
    pub native: String,
    /// The operations that were measured on both.
    pub operations: Vec<OperationCost>,
    /// What an exit costs by its reason: the median of the operations that exit for it alone.
    #[serde(default)]
    pub exits: BTreeMap<String, Amount>,
}

/// What an operation costs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OperationCost {
    /// The benchmark's name.
    pub name: String,
    /// The guest that it was measured in.
    #[serde(default, skip_serializing_if = "GuestKind::is_bare")]
    pub guest: GuestKind,
    /// The event of workloads that it is the measure of; absent where it is of none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    /// Its native cost.
    pub native: Amount,
    /// Its cost on the platform.
    pub cost: Amount,
    /// What one operation does, by the names of events, as it was counted natively.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub parts: BTreeMap<String, f64>,
    /// How often one operation exits on the platform, by the reason.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub exits: BTreeMap<String, f64>,
}

impl OperationCost {
    /// What it costs above native.
    pub fn above(&self) -> Quantity {
        self.cost.0.minus(self.native.0)
    }

    /// All that was counted of one.
    fn counted(&self) -> impl Iterator<Item = (&String, &f64)> {
        self.parts.iter().chain(&self.exits)
    }
}

impl Signature {
    /// An empty one for costs in `unit`.
    pub fn new(unit: Unit) -> Self {
        Self { signature_version: Self::VERSION, unit, origin: None, platforms: Vec::new() }
    }

    /// Adds what `run` costs above `native`; `event` knows what benchmarks are the measure of. What
    /// is known of a platform of the same label already is kept, and completed.
    pub fn add(
        &mut self,
        run: &PlatformRun,
        native: &PlatformRun,
        event: impl Fn(&str) -> Option<String>,
    ) {
        let operation = |summary: &Summary| {
            let native = native.find(&summary.name)?;
            Some(OperationCost {
                name: summary.name.clone(),
                guest: run.guest,
                event: event(&summary.name),
                native: cost(native)?,
                cost: cost(summary)?,
                parts: parts(native),
                exits: exits_of(summary),
            })
        };
        let operations: Vec<_> = run.benchmarks.iter().filter_map(operation).collect();
        let exits = exits(run, &operations);
        self.take(PlatformCosts {
            platform: run.label.clone(),
            native: native.label.clone(),
            operations,
            exits,
        });
    }

    /// Adds what `other` knows.
    pub fn extend(&mut self, other: Self) {
        if let Some(origin) = other.origin {
            Origin::join(&mut self.origin, origin);
        }
        other.platforms.into_iter().for_each(|platform| self.take(platform));
    }

    /// The events that its operations are the measure of.
    pub fn events(&self) -> BTreeSet<String> {
        let operations = self.platforms.iter().flat_map(|platform| &platform.operations);
        operations.filter_map(|operation| operation.event.clone()).collect()
    }

    /// The labels of the machines without a hypervisor that its costs are held against.
    pub(crate) fn natives(&self) -> BTreeSet<&str> {
        self.platforms.iter().map(|platform| platform.native.as_str()).collect()
    }

    /// Has operations of which nobody has counted what they do take that from the same ones on other platforms: they
    /// are the same programs.
    pub fn share_parts(&mut self) {
        let all = self.platforms.iter().flat_map(|platform| &platform.operations);
        let counted = all.filter(|one| !one.parts.is_empty());
        let parts: BTreeMap<(String, GuestKind), BTreeMap<String, f64>> =
            counted.map(|one| ((one.name.clone(), one.guest), one.parts.clone())).collect();
        let all = self.platforms.iter_mut().flat_map(|platform| &mut platform.operations);
        for one in all.filter(|one| one.parts.is_empty()) {
            one.parts = parts.get(&(one.name.clone(), one.guest)).cloned().unwrap_or_default();
        }
    }

    fn take(&mut self, new: PlatformCosts) {
        let known = self.platforms.iter_mut().find(|known| known.platform == new.platform);
        let Some(known) = known else { return self.platforms.push(new) };
        for operation in new.operations {
            let is_same =
                |old: &OperationCost| old.name == operation.name && old.guest == operation.guest;
            known.operations.retain(|old| !is_same(old));
            known.operations.push(operation);
        }
        for (reason, cost) in new.exits {
            known.exits.entry(reason).or_insert(cost);
        }
    }

    /// Has the operation of the event or of the name `name` cost `cost` on all platforms, also on those
    /// where it was not measured; false where it was on none.
    pub fn set(&mut self, name: &str, cost: f64) -> bool {
        let is_meant = |one: &OperationCost| one.event.as_deref() == Some(name) || one.name == name;
        let mut known = self.platforms.iter().flat_map(|platform| &platform.operations);
        let Some(pattern) = known.find(|one| is_meant(one)).cloned() else { return false };
        for PlatformCosts { operations, .. } in &mut self.platforms {
            if !operations.iter().any(is_meant) {
                operations.push(pattern.clone());
            }
            for one in operations.iter_mut().filter(|one| is_meant(one)) {
                one.cost = Amount(Quantity::exact(cost));
            }
        }
        true
    }

    /// Reads a file's content, of which errors speak as `path`.
    ///
    /// # Errors
    /// Says what is wrong with it, and what to do.
    pub fn parse(bytes: Vec<u8>, path: &str) -> Result<Self, Trouble> {
        file::parse(bytes, path)
    }
}

/// The cost of `summary`; below resolution it is nothing, up to what it may be at most.
fn cost(summary: &Summary) -> Option<Amount> {
    let high = summary.high.filter(|_| summary.is_below_resolution());
    let nothing = high.map(|high| Quantity { high, ..Quantity::exact(0.0) });
    Quantity::of(summary).or(nothing).map(Amount)
}

/// What an exit of `run` costs by its reason. Where it was counted who executes an operation, that is
/// what others than the guest execute; else what the operation costs above native.
fn exits(run: &PlatformRun, operations: &[OperationCost]) -> BTreeMap<String, Amount> {
    let mut found: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for summary in &run.benchmarks {
        let cost = operations.iter().find(|operation| operation.name == summary.name);
        let above = || cost.map(|cost| cost.above().value);
        let outside = |worlds: &Worlds| worlds.per_operation()[GUESTS..].iter().sum();
        let outside = summary.worlds.as_ref().map(outside).or_else(above);
        if let Some(((reason, count), outside)) = only_reason(summary).zip(outside) {
            found.entry(reason).or_default().push(outside / count);
        }
    }
    let cost = |values: &[f64]| {
        let value = median(values)?;
        let low = values.iter().copied().fold(value, f64::min);
        let high = values.iter().copied().fold(value, f64::max);
        Some(Amount(Quantity { value, low, high, has_interval: values.len() > 1 }))
    };
    found.into_iter().filter_map(|(reason, values)| Some((reason, cost(&values)?))).collect()
}

/// How often one operation of `summary` exits, by the reason.
fn exits_of(summary: &Summary) -> BTreeMap<String, f64> {
    let counters = summary.events.iter().flat_map(|events| &events.counters);
    let counted = counters.filter_map(|(name, event)| {
        let count = Some(event.per_operation).filter(|count| *count > 0.0)?;
        Some((name.strip_prefix(EXIT)?.to_owned(), count))
    });
    counted.collect()
}

/// The reason for which the operation of `summary` exits, the only one, and how often.
fn only_reason(summary: &Summary) -> Option<(String, f64)> {
    let counters = &summary.events.as_ref()?.counters;
    let all = counters.get(results::EXITS)?.per_operation;
    let is_only = |count: f64| count >= ONCE && (all - count).abs() < ABOUT * all;
    let mut reasons = counters.iter().filter(|(_, event)| is_only(event.per_operation));
    let (reason, event) = reasons.find_map(|(name, e)| Some((name.strip_prefix(EXIT)?, e)))?;
    Some((reason.to_owned(), event.per_operation))
}

impl Kind for Signature {
    const NAME: &'static str = "signature";
    const VERSION: u32 = 1;

    fn fault(&self) -> Option<String> {
        if self.platforms.iter().any(|platform| platform.operations.len() > MOST) {
            return Some(format!("a platform has more than {MOST} operations"));
        }
        let operations = self.platforms.iter().flat_map(|platform| &platform.operations);
        let counted = |one| OperationCost::counted(one).map(move |part| (one, part));
        let faulty = operations.flat_map(counted);
        let is_wrong = |count: f64| !(0.0..=1e18).contains(&count);
        let mut wrong = faulty.filter(|(_, (_, count))| is_wrong(**count));
        wrong.next().map(|(one, part)| format!("{:?} does {:?} {} times", one.name, part.0, part.1))
    }
}

#[cfg(test)]
#[path = "signature_tests.rs"]
mod tests;
