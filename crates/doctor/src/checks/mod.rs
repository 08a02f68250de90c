//! The checks of every machine: each is a file that defines `CHECK`, and is listed here.

mod clock_source;
mod counter;
mod cpu_quota;
mod cpus;
mod governor;
mod heat;
mod huge_pages;
mod idle_states;
mod irqbalance;
mod isolation;
mod load;
mod memory;
mod mitigations;
pub(crate) mod neighbours;
mod numa_balancing;
mod page_merging;
mod sandbox;
mod smt;
mod steal;
mod turbo;
mod virtual_machine;

use super::Check;

/// All of them.
pub(super) const ALL: &[&Check] = &[
    clock_source::CHECK,
    counter::CHECK,
    cpu_quota::CHECK,
    cpus::CHECK,
    governor::CHECK,
    heat::CHECK,
    huge_pages::CHECK,
    idle_states::CHECK,
    irqbalance::CHECK,
    isolation::CHECK,
    load::CHECK,
    memory::CHECK,
    mitigations::CHECK,
    numa_balancing::CHECK,
    page_merging::CHECK,
    sandbox::CHECK,
    smt::CHECK,
    steal::CHECK,
    turbo::CHECK,
    virtual_machine::CHECK,
];
