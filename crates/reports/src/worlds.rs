//! Who executed the instructions of an operation: as columns for scripts, as a table for people.

use comfy_table::Cell;

use super::cost;
use super::style;
use results::{Document, Parts, PlatformRun, Summary};

/// Columns before the parts.
const LEADING: usize = 2;

/// The parts' columns for scripts; none where nothing was split.
pub(super) fn columns(document: &Document) -> &'static [&'static str] {
    let mut summaries = document.platforms.iter().flat_map(|run| &run.benchmarks);
    if summaries.any(|summary| summary.worlds.is_some()) { &Parts::NAMES } else { &[] }
}

/// Instructions of one operation of `summary` in each part; `None` where that is not known.
pub(super) fn per_operation(summary: &Summary) -> [Option<f64>; Parts::NAMES.len()] {
    summary.worlds.map(|worlds| worlds.per_operation().map(Some)).unwrap_or_default()
}
