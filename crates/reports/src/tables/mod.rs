//! Tables for terminals, with the lines above and below them.

pub(crate) mod catalogue;
pub(crate) mod channels;
pub(crate) mod comparison;
pub(crate) mod events;
pub(crate) mod explain;
pub(crate) mod external;
pub(crate) mod findings;
pub(crate) mod fleet;
pub(crate) mod footnotes;
pub(crate) mod grid;
pub(crate) mod heading;
pub(crate) mod histogram;
pub(crate) mod info;
pub(crate) mod interference;
pub(crate) mod latencies;
pub(crate) mod model;
pub(crate) mod outcome;
pub(crate) mod platforms;
pub(crate) mod prediction;
pub(crate) mod replication;
pub(crate) mod sampling;
pub(crate) mod scaling;
pub(crate) mod style;
pub(crate) mod table;
pub(crate) mod trend;
pub(crate) mod worlds;
