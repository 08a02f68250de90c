//! What an event costs on a platform above native: its price.

use std::collections::{BTreeMap, BTreeSet};

use ground::GuestKind;
use results::Quantity;

use crate::separation::Apart;
use crate::signature::{OperationCost, PlatformCosts};

/// What one event costs above native.
#[derive(Debug, Clone, PartialEq)]
pub struct Price {
    /// The operation that it was measured by.
    pub operation: String,
    /// The cost.
    pub above: Quantity,
    /// How often one exits there, by the reason.
    pub exits: BTreeMap<String, f64>,
}

/// The prices on a platform, by the names of events.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Prices {
    known: BTreeMap<String, Price>,
    /// How much slower a guest is that does nothing: a share of the native time.
    pub dilation: Option<Quantity>,
}

/// The event whose operation only spins.
pub(crate) const SPIN: &str = "spin";

/// What is counted apart where both have a price, and has the second's where it has none.
const STAND_IN: (&str, &str) = ("user_cpuid", "cpuid");

impl Prices {
    /// The prices on `platform`.
    ///
    /// An operation o is the measure of its event e, and what else one operation does is taken off:
    /// above(o) = Σ n(o, f) · p(f) over all events f that have a price, with n what was counted of one
    /// operation. Of several operations for an event that of the bare guest counts.
    pub fn of(platform: &PlatformCosts) -> Self {
        let mut operations: BTreeMap<&str, &OperationCost> = BTreeMap::new();
        for operation in &platform.operations {
            if let Some(event) = &operation.event {
                let known = operations.entry(event).or_insert(operation);
                if operation.guest == GuestKind::Bare {
                    *known = operation;
                }
            }
        }
        let dilation = operations.remove(SPIN).map(dilation);
        let mut known = apart(&operations);
        if let Some(price) = known.get(STAND_IN.1).cloned() {
            known.entry(STAND_IN.0.to_owned()).or_insert(price);
        }
        for operation in &platform.operations {
            let price = || Price {
                operation: operation.name.clone(),
                above: operation.above(),
                exits: operation.exits.clone(),
            };
            known.entry(operation.name.clone()).or_insert_with(price);
        }
        Self { known, dilation }
    }

    /// The price of the event, or else of the operation, called `name`.
    pub fn get(&self, name: &str) -> Option<&Price> {
        self.known.get(name)
    }

    /// All of them, by the names of events and operations.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.known.keys().map(String::as_str)
    }
}

/// The prices of the events that `operations` are the measures of.
fn apart(operations: &BTreeMap<&str, &OperationCost>) -> BTreeMap<String, Price> {
    let apart = Apart::new(operations);
    let mut prices = BTreeMap::new();
    for (event, operation, above) in apart.each(OperationCost::above) {
        let price = Price { operation: operation.name.clone(), above, exits: BTreeMap::new() };
        prices.insert(event.to_owned(), price);
    }
    let reasons: BTreeSet<&String> =
        operations.values().flat_map(|operation| operation.exits.keys()).collect();
    for reason in reasons {
        let exits = |one: &OperationCost| one.exits.get(reason).copied().unwrap_or_default();
        for (event, _, count) in apart.each(|one| Quantity::exact(exits(one))) {
            if let Some(price) = prices.get_mut(event) {
                price.exits.insert(reason.clone(), count.value);
            }
        }
    }
    prices
}

fn dilation(spin: &OperationCost) -> Quantity {
    let native = spin.native.0.value;
    spin.above().scaled(if native > 0.0 { 1.0 / native } else { 0.0 })
}

#[cfg(test)]
#[path = "prices_tests.rs"]
mod tests;
