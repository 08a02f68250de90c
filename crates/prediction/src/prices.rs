//! What an event costs on a platform above native: its price.

use std::collections::BTreeMap;

use results::{GuestKind, Quantity};

use crate::signature::{OperationCost, PlatformCosts};

/// What one event costs above native.
#[derive(Debug, Clone, PartialEq)]
pub struct Price {
    /// The operation that it was measured by.
    pub operation: String,
    /// The cost.
    pub above: Quantity,
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

impl Prices {
    /// The prices on `platform`.
    ///
    /// An operation o is the measure of its event e, and what else one operation does is taken off:
    /// p(e) = (above(o) − Σ n(o, f) · p(f)) / n(o, e), with f all other events that have a price and
    /// n what was counted of one operation; without counts n(o, e) is 1. Of several operations for
    /// an event that of the bare guest counts.
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
        let mut solver = Solver { operations, known: BTreeMap::new() };
        let events: Vec<&str> = solver.operations.keys().copied().collect();
        for event in events {
            solver.price(event);
        }
        let priced = solver.known.into_iter();
        let mut known: BTreeMap<String, Price> =
            priced.filter_map(|(event, price)| Some((event.to_owned(), price?))).collect();
        for operation in &platform.operations {
            let price = || Price { operation: operation.name.clone(), above: operation.above() };
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

fn dilation(spin: &OperationCost) -> Quantity {
    let native = spin.native.0.value;
    spin.above().scaled(if native > 0.0 { 1.0 / native } else { 0.0 })
}

struct Solver<'a> {
    operations: BTreeMap<&'a str, &'a OperationCost>,
    /// What has been found; `None` of an event whose price waits for others.
    known: BTreeMap<&'a str, Option<Price>>,
}

impl Solver<'_> {
    /// The price of `event`; `None` where it has no operation, or waits for itself.
    fn price(&mut self, event: &str) -> Option<Price> {
        if let Some(known) = self.known.get(event) {
            return known.clone();
        }
        let (&event, &operation) = self.operations.get_key_value(event)?;
        self.known.insert(event, None);
        let mut above = operation.above();
        for (part, count) in operation.parts.iter().filter(|(part, _)| *part != event) {
            if let Some(price) = self.price(part) {
                above = above.minus(price.above.scaled(*count));
            }
        }
        let own = operation.parts.get(event).copied().filter(|count| *count > 0.0).unwrap_or(1.0);
        let price = Price { operation: operation.name.clone(), above: above.scaled(1.0 / own) };
        self.known.insert(event, Some(price.clone()));
        Some(price)
    }
}

#[cfg(test)]
#[path = "prices_tests.rs"]
mod tests;
