//! What models share that go through a workload's events.

use super::Case;
use crate::amount::Amount;
use crate::prices::Price;
use crate::term::Term;

/// A process made by copying another's address space, and a program that takes a process's place.
pub(super) const PROCEDURES: [&str; 2] = ["fork", "exec"];

/// What the events cost that have a `price`; `None` where nothing is known of the platform.
pub(super) fn priced<'a>(
    case: &Case,
    price: impl Fn(&str) -> Option<&'a Price>,
) -> Option<Vec<Term>> {
    case.prices.names().next()?;
    let term = |(event, count): (&String, &Amount)| {
        let price = price(event)?;
        Some(Term::new(event, &price.operation, count.0, price.above))
    };
    Some(case.workload.counts.iter().filter_map(term).collect())
}
