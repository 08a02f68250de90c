//! The table for scripts. The columns are a contract: new ones are only appended.

use std::borrow::Cow;
use std::io;

use serde::Serialize;

use crate::cost::BELOW;
use crate::tables::{events, interference, latencies, worlds};
use results::{Document, Latency, PlatformRun, Quantity, Status, Summary, Unit};

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
            ratio: document.ratio(run, summary).map(|ratio| ratio.value),
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

fn percentiles(summary: &Summary) -> [Option<u64>; LATENCY_HEADER.len()] {
    let figures = |l: &Latency| [l.count, l.p50, l.p90, l.p99, l.p99_9, l.max].map(Some);
    summary.latency.as_ref().map(figures).unwrap_or_default()
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

/// The columns appended where single operations were timed: how many, and percentiles.
const LATENCY_HEADER: [&str; 6] = ["operations", "p50", "p90", "p99", "p99_9", "max"];

/// The last columns: the cost as it was, disturbed or not, and the interval of the ratio.
const LAST_HEADER: [&str; 3] = ["typical", "ratio_low", "ratio_high"];

/// Writes one row a benchmark and platform.
pub(crate) fn write(document: &Document, out: &mut dyn io::Write) -> io::Result<()> {
    let mut writer = ::csv::WriterBuilder::new().has_headers(false).from_writer(out);
    let counters = events::columns(document);
    let latencies = if latencies::are_in(document) { &LATENCY_HEADER[..] } else { &[] };
    let parts = worlds::columns(document);
    let etas = if interference::is_in(document) { &interference::HEADER[..] } else { &[] };
    let header = HEADER.iter().chain(&counters).chain(latencies).chain(&LAST_HEADER);
    let header = header.chain(parts).chain(etas);
    writer.write_record(header)?;
    for run in &document.platforms {
        for summary in &run.benchmarks {
            let events = events::per_operation(summary, &counters);
            let percentiles = &percentiles(summary)[..latencies.len()];
            let ratio = document.ratio(run, summary).and_then(Quantity::interval);
            let last = (summary.typical, ratio.map(|r| r.low), ratio.map(|r| r.high));
            let parts = &worlds::per_operation(summary)[..parts.len()];
            let etas = &interference::cells(summary)[..etas.len()];
            let row = Row::new(document, run, summary);
            writer.serialize((row, events, percentiles, last, parts, etas))?;
        }
    }
    writer.flush()
}

#[cfg(test)]
mod tests {
    use crate::{Format, results};
    use results::Document;

    #[test]
    fn the_header_is_there_even_without_rows() {
        let mut out = Vec::new();
        results(&Document::default(), Format::Csv, &mut out).unwrap();
        let header = "platform,benchmark,category,status,unit,value,low,high,ratio,reason,\
                      typical,ratio_low,ratio_high\n";
        assert_eq!(String::from_utf8(out).unwrap(), header);
    }
}
