//! What the host takes for itself.
//!
//! T = N + Σ n · p + d · (N − I + Σ n · p): the host's own ticks and work stop a guest that does
//! nothing, too. d is how much longer than natively a guest takes that only spins: `VMbench`'s stolen
//! time. Of the time I in which the workload's processor waits nothing can be stolen.
//!
//! The guest's own ticks come by time, not by work: where it takes longer than natively, more of them do,
//! n · (N + Σ n · p) / N of its interrupts.

use super::{Case, Model, shadow};
use crate::prices::SPIN;
use crate::term::Term;
use crate::usage::IDLE;
use results::Quantity;

/// The part of a time that the host takes for itself.
pub(crate) const STOLEN: &str = "stolen";

/// The event that is nearly always a tick.
const INTERRUPT: &str = "interrupt";

/// The model.
pub(super) const MODEL: Model = Model {
    name: "tick",
    formula: "T = shadow + d · (shadow − idle), d the dilation of a guest that spins",
    is_a_priori: true,
    terms,
};

fn terms(case: &Case) -> Option<Vec<Term>> {
    let dilation = case.prices.dilation?;
    let mut terms = shadow::terms(case)?;
    let native = case.workload.native.0;
    let longer = terms.iter().fold(native, |sum, term| sum.plus(term.adds)).value / native.value;
    for term in terms.iter_mut().filter(|term| term.event == INTERRUPT) {
        *term = Term::new(INTERRUPT, &term.operation, term.count.scaled(longer), term.price);
    }
    let waits = case.workload.counts.get(IDLE).map_or(Quantity::exact(0.0), |idle| idle.0);
    let works = native.minus(waits);
    let undisturbed = terms.iter().fold(works, |sum, term| sum.plus(term.adds));
    terms.push(Term::new(STOLEN, SPIN, undisturbed, dilation));
    Some(terms)
}
