//! What follows from results: comparisons and their verdicts, fleets, trends, the cost model, views
//! of other studies, and results made of what other programs have printed.

#![cfg_attr(not(test), warn(unused_crate_dependencies))]
#![cfg_attr(test, allow(clippy::float_cmp, reason = "what is computed by hand comes out exactly"))]

pub mod atlas;
pub mod compare;
pub mod curve;
pub mod fleet;
pub mod imported;
pub mod merge;
pub mod model;
pub mod platform_set;
pub mod reference;
pub mod screen;
mod side_by_side;
pub mod trend;
pub mod view;

pub use side_by_side::{SideBySide, Source};
