//! Exits for one reason that are of several kinds: a fault that a hypervisor with shadow page tables
//! takes may be the guest's own, one that the guest knows nothing of, or a store to a page table.
//!
//! The reason alone does not tell them apart. How the workload's are divided among the kinds is known
//! from its usage, and what one of a kind costs from the operation that is its measure: n(k) · p(k) ·
//! x(r) / Σ n(k) for each kind k of reason r, x of which were counted on the platform. What the
//! hypervisor does meanwhile, such as comparing a table, is of events that hardly exit by themselves:
//! n(e) · (p(e) − Σ x(e, r) · c(r)) of these comes on top, their price without the exits that they have.

use std::collections::BTreeSet;

use super::{Case, Seen};
use crate::amount::Amount;
use crate::prices::Price;
use crate::term::Term;
use results::Quantity;

/// How far a kind's exits may be from one and, for other reasons, from none.
const ABOUT: f64 = 0.05;

/// Exits from which on an event is not one of those that hardly exit.
const HARDLY: f64 = 0.5;

/// How far the usage's count of a reason's exits may be from what was counted on the platform, to say
/// anything of these.
const AGREES: f64 = 0.1;

/// Kinds of one reason, from which on they are several.
const SEVERAL: usize = 2;

/// An event of the workload with its price.
type Event<'a> = (&'a String, &'a Amount, &'a Price);

/// The exits of a workload that are told apart by kind.
pub(super) struct Kinds<'a> {
    reasons: BTreeSet<&'a str>,
    terms: Vec<Term>,
}

impl<'a> Kinds<'a> {
    /// Of the exits that were `seen`.
    pub(super) fn of(case: &'a Case, seen: &'a Seen) -> Self {
        let counts = &case.workload.counts;
        let priced = |(event, count): (&'a String, &'a Amount)| {
            Some((event, count, case.prices.get(event)?))
        };
        let events: Vec<Event> = counts.iter().filter_map(priced).collect();
        let mut found = Self { reasons: BTreeSet::new(), terms: Vec::new() };
        for (reason, exits) in &seen.exits {
            let kinds: Vec<_> = events.iter().filter(|one| is_of(one.2, reason)).collect();
            let all: f64 = kinds.iter().map(|one| one.1.0.value).sum();
            if kinds.len() >= SEVERAL && (all / exits - 1.0).abs() <= AGREES {
                found.reasons.insert(reason);
                found.terms.extend(kinds.iter().map(|kind| term(kind, exits / all)));
            }
        }
        if !found.reasons.is_empty() {
            let inside = events.iter().filter(|one| hardly_exits(one.2));
            found.terms.extend(inside.map(|one| meanwhile(case, one)));
        }
        found
    }

    /// Whether the exits for `reason` are told apart.
    pub(super) fn has(&self, reason: &str) -> bool {
        self.reasons.contains(reason)
    }

    /// What they cost, and what is done meanwhile.
    pub(super) fn terms(&self) -> impl Iterator<Item = Term> {
        self.terms.iter().cloned()
    }
}

fn term((event, count, price): &Event, scale: f64) -> Term {
    Term::new(event, &price.operation, count.0.scaled(scale), price.above)
}

/// Whether an event of this price exits once, for `reason`.
fn is_of(price: &Price, reason: &str) -> bool {
    let wanted = |name: &str| f64::from(u8::from(name == reason));
    price.exits.contains_key(reason)
        && price.exits.iter().all(|(name, count)| (count - wanted(name)).abs() <= ABOUT)
}

/// Whether it was counted that an event of this price hardly exits.
fn hardly_exits(price: &Price) -> bool {
    !price.exits.is_empty() && price.exits.values().all(|count| count.abs() < HARDLY)
}

/// What such an event costs besides.
fn meanwhile(case: &Case, (event, count, price): &Event) -> Term {
    let cost =
        |(reason, exits): (&String, &f64)| Some(case.platform.exits.get(reason)?.0.scaled(*exits));
    let exits = price.exits.iter().filter_map(cost);
    let above = exits.fold(price.above, Quantity::minus);
    Term::new(event, &price.operation, count.0, above)
}
