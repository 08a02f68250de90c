//! The table for scripts. The columns are a contract: new ones are only appended.

use std::borrow::Cow;
use std::io;

use serde::Serialize;

use super::cost::BELOW;
use super::events;
use crate::results::{Document, PlatformRun, Status, Summary, Unit};

/// A benchmark on a platform; the order of the fields is that of the columns.
#[derive(Serialize)]
struct Row<'a> {
    platform: &'a str,
    benchmark: &'a str,
    category: &'a str,
    status: Status,
    unit: Unit,
    value: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    ratio: Option<f64>,
    reason: Cow<'a, str>,
}

impl<'a> Row<'a> {
    fn new(document: &Document, run: &'a PlatformRun, summary: &'a Summary) -> Self {
        Self {
            platform: &run.label,
            benchmark: &summary.name,
            category: &summary.category,
            status: summary.status,
            unit: run.unit,
            value: summary.value,
            low: summary.low,
            high: summary.high,
            ratio: document.ratio(summary),
            reason: reason(summary),
        }
    }
}

/// The reason; of a cost below resolution also that it is.
fn reason(summary: &Summary) -> Cow<'_, str> {
    match (summary.is_below_resolution(), summary.reason.is_empty()) {
        (false, _) => Cow::from(&summary.reason),
        (true, true) => Cow::from(BELOW),
        (true, false) => Cow::from(format!("{BELOW}; {}", summary.reason)),
    }
}

/// The columns, for a table without rows.
const HEADER: [&str; 10] = [
    "platform",
    "benchmark",
    "category",
    "status",
    "unit",
    "value",
    "low",
    "high",
    "ratio",
    "reason",
];

/// Writes one row a benchmark and platform.
pub(super) fn write(document: &Document, out: &mut dyn io::Write) -> io::Result<()> {
    let mut writer = ::csv::WriterBuilder::new().has_headers(false).from_writer(out);
    let counters = events::columns(document);
    writer.write_record(HEADER.iter().chain(&counters))?;
    for run in &document.platforms {
        for summary in &run.benchmarks {
            let events = events::per_operation(summary, &counters);
            writer.serialize((Row::new(document, run, summary), events))?;
        }
    }
    writer.flush()
}

#[cfg(test)]
mod tests {
    use crate::report::{Format, results};
    use crate::results::Document;

    #[test]
    fn the_header_is_there_even_without_rows() {
        let mut out = Vec::new();
        results(&Document::default(), Format::Csv, &mut out).unwrap();
        let header = "platform,benchmark,category,status,unit,value,low,high,ratio,reason\n";
        assert_eq!(String::from_utf8(out).unwrap(), header);
    }
}
