//! The paper's cost model (its section 3) filled from measurements: what virtualization adds
//! to each operation, and which part of it is the processor's, memory's and I/O's.

mod cost;
mod monitor;
mod term;

pub use cost::{Cost, Model, Share, Sum};
pub use monitor::{MonitorCost, monitor_costs};
pub use term::{Part, Term, Terms};
