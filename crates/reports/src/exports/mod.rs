//! What other programs and documents take in: a file a format.

pub(crate) mod csv;
pub(crate) mod fleet;
pub(crate) mod jsonl;
pub(crate) mod latex;
pub(crate) mod markdown;
pub(crate) mod samples;
pub(crate) mod trend;
