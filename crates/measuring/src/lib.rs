//! Measuring: a [`Request`] says what is wanted, a [`Plan`] what that takes on this machine, and
//! [`measure`] has sessions bring the results, boot by boot in turn.
//!
//! It knows no command line and no terminal: a [`Watcher`] learns of its progress.

#![cfg_attr(not(test), warn(unused_crate_dependencies))]

mod again;
pub mod atlas;
mod candidates;
mod checkup;
mod console_log;
mod decision;
mod detection;
mod extent;
mod floors;
mod keeper;
mod linuxes;
mod neighbours;
mod plan;
pub mod platforms;
mod request;
mod run;
mod session;
mod suite;
mod verification;

pub use again::Again;
pub use extent::Extent;
pub use plan::Plan;
pub use request::{Costs, Request, Target, kind};
pub use run::{Outcome, measure};
pub use session::{
    Boots, Floor, Iterations, Job, KernelOptions, Neighbour, Neighbourhood, Session, SystemCosts,
    Watcher, middle,
};
pub use suite::{Suite, idling, shortest};
