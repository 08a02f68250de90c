//! Every raw batch, for statistics software.

use std::io;

use serde::Serialize;

use results::{Document, Unit};

/// A batch; the order of the fields is that of the columns.
#[derive(Serialize)]
struct Batch<'a> {
    platform: &'a str,
    benchmark: &'a str,
    category: &'a str,
    unit: Unit,
    /// The whole boot that it belongs to, from 1.
    boot: u32,
    /// Its place in that boot, from 0.
    index: u64,
    /// Operations in it.
    n: u64,
    /// Ticks of the operations in their loop.
    run: u64,
    /// Ticks of the loop without them.
    control: u64,
    /// (run − control) / n.
    cost: Option<f64>,
}

/// Writes one row a batch, below a header.
pub(crate) fn write_csv(document: &Document, out: &mut dyn io::Write) -> io::Result<()> {
    let mut writer = ::csv::WriterBuilder::new().has_headers(false).from_writer(out);
    writer.write_record([
        "platform",
        "benchmark",
        "category",
        "unit",
        "boot",
        "batch",
        "n",
        "run",
        "control",
        "cost",
    ])?;
    for batch in batches(document) {
        writer.serialize(batch)?;
    }
    writer.flush()
}

/// Writes one object a batch and line.
pub(crate) fn write_jsonl(document: &Document, out: &mut dyn io::Write) -> io::Result<()> {
    for batch in batches(document) {
        serde_json::to_writer(&mut *out, &batch)?;
        out.write_all(b"\n")?;
    }
    Ok(())
}

fn batches(document: &Document) -> impl Iterator<Item = Batch<'_>> {
    let boots = document.platforms.iter().flat_map(|p| p.boots.iter().map(move |b| (p, b)));
    let parts = boots.flat_map(|(p, b)| b.benchmarks.iter().map(move |m| (p, b, m)));
    parts.flat_map(|(platform, boot, measured)| {
        let n = measured.plan.as_ref().map_or(0, |plan| plan.n);
        measured.samples.iter().map(move |sample| Batch {
            platform: &platform.label,
            benchmark: &measured.name,
            category: &measured.category,
            unit: platform.unit,
            boot: boot.round,
            index: sample.i,
            n,
            run: sample.run,
            control: sample.control,
            cost: stats::cost(sample.run, sample.control, n),
        })
    })
}
