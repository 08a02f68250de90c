//! Nothing but the workload's own instructions.
//!
//! T = N: what the guest does itself takes as long as natively (the paper's `T_direct`, equation 2).
//! What every other model adds to.

use super::{Case, Model};
use crate::term::Term;

/// The model.
pub(super) const MODEL: Model =
    Model { name: "direct", formula: "T = N", is_a_priori: true, terms };

#[expect(clippy::unnecessary_wraps, reason = "other models need more")]
fn terms(_case: &Case) -> Option<Vec<Term>> {
    Some(Vec::new())
}
