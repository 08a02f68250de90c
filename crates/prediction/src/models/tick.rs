//! What the host takes for itself.
//!
//! T = (N + Σ n · p) · (1 + d): the host's own ticks and work stop a guest that does nothing, too. d
//! is how much longer than natively a guest takes that only spins: `VMbench`'s stolen time.

use super::{Case, Model, shadow};
use crate::prices::SPIN;
use crate::term::Term;

/// The model.
pub(super) const MODEL: Model = Model {
    name: "tick",
    formula: "T = shadow · (1 + d), d the dilation of a guest that spins",
    is_a_priori: true,
    terms,
};

fn terms(case: &Case) -> Option<Vec<Term>> {
    let dilation = case.prices.dilation?;
    let mut terms = shadow::terms(case)?;
    let undisturbed = terms.iter().fold(case.workload.native.0, |sum, term| sum.plus(term.adds));
    terms.push(Term::new("stolen", SPIN, undisturbed, dilation));
    Some(terms)
}
