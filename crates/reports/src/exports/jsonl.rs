//! One JSON object a line: a benchmark on a platform, with what it was measured on.

use std::io;

use serde::Serialize;

use results::{Document, Summary, Unit};

/// A line; the fields of the benchmark's result follow those of its platform.
#[derive(Serialize)]
struct Line<'a> {
    platform: &'a str,
    kind: &'a str,
    version: &'a str,
    unit: Unit,
    ratio: Option<f64>,
    #[serde(flatten)]
    result: &'a Summary,
}

/// Writes one line a benchmark and platform.
pub(crate) fn write(document: &Document, out: &mut dyn io::Write) -> io::Result<()> {
    for run in &document.platforms {
        for result in &run.benchmarks {
            let line = Line {
                platform: &run.label,
                kind: &run.platform,
                version: &run.version,
                unit: run.unit,
                ratio: document.ratio(run, result).map(|ratio| ratio.value),
                result,
            };
            serde_json::to_writer(&mut *out, &line)?;
            out.write_all(b"\n")?;
        }
    }
    Ok(())
}
