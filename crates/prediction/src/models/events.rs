//! What models share that go through a workload's events.

use super::Case;
use crate::amount::Amount;
use crate::prices::Price;
use crate::term::Term;

/// What only costs where a hypervisor keeps page tables of its own for the guest's, and procedures of
/// a kernel's own: a process made by copying another's address space, a program put into one.
pub(super) const OF_SHADOW: [&str; 8] = [
    "shadow_fill",
    "entry_ahead",
    "shadow_table",
    "table_store",
    "table_sync",
    "entry_sync",
    "fork",
    "exec",
];

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
