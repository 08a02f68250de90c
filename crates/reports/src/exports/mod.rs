//! What other programs and documents take in: a file a format.

pub(crate) mod bmf;
pub(crate) mod csv;
pub(crate) mod github_action;
pub(crate) mod jsonl;
pub(crate) mod junit;
pub(crate) mod kcidb;
pub(crate) mod ktap;
pub(crate) mod latex;
pub(crate) mod lava;
pub(crate) mod markdown;
pub(crate) mod openmetrics;
pub(crate) mod samples;

#[cfg(test)]
mod tests;
