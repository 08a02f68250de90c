//! What page tables cost where a hypervisor keeps tables of its own for them.
//!
//! T = operations + Σ n(s) · p(s) over the events s of such tables: entries filled, tables followed
//! anew, stores to tables, tables compared at a switch (Adams & Agesen, ASPLOS 2006, §2.4), and what
//! is left of `fork` and `exec` where a Linux guest measured those. Natively these are nothing but
//! stores and accesses: n(s) is what shadow page tables would have had to do, kept beside the run that
//! was counted. p(s) is measured by operations that do little else; with nested paging it is about zero.

use super::events::priced;
use super::{Case, Model};
use crate::term::Term;

/// The model.
pub(super) const MODEL: Model = Model {
    name: "shadow",
    formula: "T = operations + Σ n(s)·p(s), s of shadow page tables",
    is_a_priori: true,
    terms,
};

pub(super) fn terms(case: &Case) -> Option<Vec<Term>> {
    priced(case, |event| case.prices.get(event))
}
