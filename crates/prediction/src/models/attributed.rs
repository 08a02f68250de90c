//! What the workload's exits cost that were counted on the platform itself.
//!
//! T = N + (G − N) + Σ x(r) · c(r) over the reasons r: x exits of the workload, c the median cost of
//! an exit by the operations that exit for r alone, and G what the guest executed itself, where that was
//! counted: programs choose their code by what CPUID says. Where several kinds of events exit for
//! the same reason, their prices take the place of c: see [`super::kinds`]. It needs the workload's run
//! on the platform, and so explains and does not predict.

use super::kinds::Kinds;
use super::{Case, Model};
use crate::term::Term;
use results::Quantity;

/// The model.
pub(super) const MODEL: Model = Model {
    name: "attributed",
    formula: "T = N + (G − N) + Σ x(r)·c(r), x exits on the platform",
    is_a_priori: false,
    terms,
};

fn terms(case: &Case) -> Option<Vec<Term>> {
    let costs = &case.platform.exits;
    let seen = case.seen.filter(|_| !costs.is_empty())?;
    let exact = Quantity::exact;
    let kinds = Kinds::of(case, seen);
    let one_cost = |(reason, count): (&String, &f64)| {
        let cost = costs.get(reason).filter(|_| !kinds.has(reason))?;
        Some(Term::new(reason, "exit", exact(*count), cost.0))
    };
    let native = case.workload.native.0.value;
    let guest = seen.guest.map(|guest| Term::new("guest", "", exact(1.0), exact(guest - native)));
    let exits = seen.exits.iter().filter_map(one_cost);
    Some(exits.chain(kinds.terms()).chain(guest).collect())
}
