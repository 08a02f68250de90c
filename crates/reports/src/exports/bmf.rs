//! Bencher Metric Format: <https://bencher.dev/docs/reference/bencher-metric-format/>.

use std::collections::BTreeMap;
use std::io;

use serde::Serialize;

use crate::data;
use results::{Document, Summary};

/// A cost with the ends of its interval.
#[derive(Serialize)]
struct Metric {
    value: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    lower_value: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    upper_value: Option<f64>,
}

/// Writes the costs: for each benchmark on a platform the measure `cycles` or `instructions`.
pub(crate) fn write(document: &Document, out: &mut dyn io::Write) -> io::Result<()> {
    let mut costs: BTreeMap<String, BTreeMap<String, Metric>> = BTreeMap::new();
    for run in &document.platforms {
        for summary in &run.benchmarks {
            let Some(metric) = metric(summary) else { continue };
            let name = format!("{}/{}", run.label, summary.name);
            costs.entry(name).or_default().insert(run.unit.to_string(), metric);
        }
    }
    data::write(&costs, out)
}

fn metric(summary: &Summary) -> Option<Metric> {
    let value = summary.value.filter(|value| value.is_finite())?;
    Some(Metric { value, lower_value: summary.low, upper_value: summary.high })
}
