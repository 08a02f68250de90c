//! What the workload's operations cost one by one.
//!
//! T = N + Σ n(e) · p(e) over all events e of the workload with a price: the linear model p = v · a
//! of `VMbench` (Möller, diploma thesis, 2007, chapter 3), v the signature and a the usage. What is no
//! instruction of the workload's, the events of `shadow`, is left out.

use super::events::{OF_SHADOW, priced};
use super::{Case, Model};
use crate::term::Term;

/// The model.
pub(super) const MODEL: Model =
    Model { name: "operations", formula: "T = N + Σ n(e)·p(e)", is_a_priori: true, terms };

fn terms(case: &Case) -> Option<Vec<Term>> {
    let is_meant = |event: &str| !OF_SHADOW.contains(&event);
    priced(case, |event| case.prices.get(event).filter(|_| is_meant(event)))
}
