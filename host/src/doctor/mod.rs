//! The doctor: what on this machine spoils the measurements, and how to mend it.
//!
//! Each check is a file in `checks/` that defines `pub(super) static CHECK: &Check`, found
//! and listed by the build script; nothing else has to be told of it. What concerns a
//! single kind of platform is checked by that platform ([`Platform::checks`]).

mod check;
mod patient;
mod summary;

use std::cmp::Reverse;

use crate::platform::Platform;
use crate::results::Finding;

pub use check::{Check, Verdict};
pub use patient::{Needs, Patient};
pub use summary::{counts, in_one_line};

/// The checks of every machine.
pub mod checks {
    use super::Check;

    include!(concat!(env!("OUT_DIR"), "/checks.rs"));
}

/// The checks of every machine, and those that `platforms` add, each once, by name.
pub fn checks(platforms: &[&'static dyn Platform]) -> Vec<&'static Check> {
    let mut list = checks::all();
    for check in platforms.iter().flat_map(|platform| platform.checks()) {
        if !list.iter().any(|other| other.name == check.name) {
            list.push(check);
        }
    }
    list.sort_by_key(|check| check.name);
    list
}

/// What `checks` find, the worst first.
pub fn examine(patient: &Patient, checks: &[&Check]) -> Vec<Finding> {
    let mut findings: Vec<_> = checks.iter().map(|check| check.examine(patient)).collect();
    sort(&mut findings);
    findings
}

/// Puts the worst findings first, and leaves those that are equally bad in their order.
pub fn sort(findings: &mut [Finding]) {
    findings.sort_by_key(|finding| Reverse(finding.level));
}

#[cfg(test)]
mod tests;
