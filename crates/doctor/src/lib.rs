//! The doctor: what on this machine spoils the measurements, and how to mend it.
//!
//! [`machine`] reads what the host is and does. Each check of every machine is a file in `checks/`;
//! what concerns a single kind of platform is checked by that platform.

#![cfg_attr(not(test), warn(unused_crate_dependencies))]

mod check;
mod checks;
mod context;
pub mod machine;
mod summary;

use std::cmp::Reverse;

use results::Finding;

pub use check::{Check, Verdict};
pub use context::{Context, Needs};
pub use summary::in_one_line;

/// Whether neighbours slow this machine down: for those who watch it themselves. A run has a reference
/// beside every batch for that.
pub const NEIGHBOURS: &Check = checks::neighbours::CHECK;

/// The checks of every machine and the `special` ones, each once, by name.
pub fn checks(special: impl IntoIterator<Item = &'static Check>) -> Vec<&'static Check> {
    let mut list = checks::ALL.to_vec();
    for check in special {
        if !list.iter().any(|other| other.name == check.name) {
            list.push(check);
        }
    }
    list.sort_by_key(|check| check.name);
    list
}

/// What `checks` find, the worst first.
pub fn examine(context: &Context, checks: &[&Check]) -> Vec<Finding> {
    let mut findings: Vec<_> = checks.iter().map(|check| check.examine(context)).collect();
    sort(&mut findings);
    findings
}

/// Puts the worst findings first, and leaves those that are equally bad in their order.
pub fn sort(findings: &mut [Finding]) {
    findings.sort_by_key(|finding| Reverse(finding.level));
}
