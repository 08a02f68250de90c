//! What address spaces cost besides the events that are seen in them.
//!
//! T = operations + Σ n(q) · p(q) over the procedures q of a kernel that make and drop address
//! spaces. Natively these are stores to memory. A hypervisor that keeps shadow page tables fills the
//! tables of a new address space anew, page by page, takes faults for stores to tables that it has
//! shadowed, and synchronizes them at a switch (Adams & Agesen, ASPLOS 2006, §2.4). None of it is an
//! event of the workload; p(q) is what the procedure costs above native beyond the events within it. With nested
//! paging it is about zero. Where no Linux guest has measured a procedure, the bare guest's address
//! space stands for it: a small one, made, used and given up.

use super::events::{PROCEDURES, priced};
use super::{Case, Model};
use crate::term::Term;

/// The event of making an address space, using it and giving it up.
const ADDRESS_SPACE: &str = "address_space";

/// The model.
pub(super) const MODEL: Model = Model {
    name: "shadow",
    formula: "T = operations + Σ n(q)·p(q), q in fork, exec",
    is_a_priori: true,
    terms,
};

pub(super) fn terms(case: &Case) -> Option<Vec<Term>> {
    let space =
        |event: &str| PROCEDURES.contains(&event).then(|| case.prices.get(ADDRESS_SPACE)).flatten();
    priced(case, |event| case.prices.get(event).or_else(|| space(event)))
}
