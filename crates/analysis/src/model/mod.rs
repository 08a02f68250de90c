//! The paper's cost model (its section 3) filled from measurements: what virtualization adds
//! to each operation, and which part of it is the processor's, memory's and I/O's.
//! `docs/cost-model.md` says which benchmark feeds which term.

mod cost;
mod monitor;

pub use cost::{Cost, Model, Part, Share};
pub use monitor::{MonitorCost, monitor_costs};
