//! What a workload costs on a platform that it never ran on.
//!
//! A *signature* says what operations cost on a platform above their native cost. A *usage* says how
//! often a workload does what they do. A *model* makes a prediction of the two. `docs/prediction.md`
//! has the formulas and what they were held against.

#![cfg_attr(not(test), warn(unused_crate_dependencies))]
#![cfg_attr(test, allow(clippy::float_cmp, reason = "what is computed by hand comes out exactly"))]

mod accuracy;
mod amount;
mod file;
mod foreign;
mod interference;
mod levers;
mod models;
mod origin;
mod predict;
mod prediction;
mod prices;
mod range;
mod ranking;
mod separation;
mod shipped;
mod signature;
mod term;
#[cfg(test)]
mod testing;
mod training;
mod usage;

pub use amount::Amount;
pub use foreign::Foreign;
pub use interference::Interference;
pub use levers::{Lever, levers};
pub use models::{ALL as MODELS, Case, Model, Seen};
pub use origin::Origin;
pub use predict::{EVERY_MODEL, predict, select};
pub use prediction::Prediction;
pub use prices::{Price, Prices};
pub use ranking::{Ranking, ranking};
pub use shipped::Shipped;
pub use signature::{OperationCost, PlatformCosts, Signature};
pub use term::Term;
pub use training::{kind, programs};
pub use usage::{COUNTED, Source, SourceKind, Usage, Workload};
