//! What github-action-benchmark takes as `customSmallerIsBetter`:
//! <https://github.com/benchmark-action/github-action-benchmark>.

use std::io;

use serde::Serialize;

use crate::data;
use results::{Document, Unit};

/// A cost. `range` is shown as it is.
#[derive(Serialize)]
struct Entry {
    name: String,
    unit: Unit,
    value: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    range: Option<String>,
    extra: String,
}

/// Writes one entry for each benchmark on a platform that has a cost.
pub(crate) fn write(document: &Document, out: &mut dyn io::Write) -> io::Result<()> {
    let mut entries = Vec::new();
    for run in &document.platforms {
        for summary in &run.benchmarks {
            let Some(value) = summary.value.filter(|value| value.is_finite()) else { continue };
            let farther = |low: f64, high: f64| format!("± {:.3}", (value - low).max(high - value));
            entries.push(Entry {
                name: format!("{}/{}", run.label, summary.name),
                unit: run.unit,
                value,
                range: summary.low.zip(summary.high).map(|(low, high)| farther(low, high)),
                extra: run.version.clone(),
            });
        }
    }
    data::write(&entries, out)
}
