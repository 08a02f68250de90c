//! Workloads of the user's: the list of them, and what one does.

use std::io;

use comfy_table::Cell;
use serde::Serialize;

use super::style;
use crate::Format;
use crate::cost::Shown;
use crate::data;
use crate::digits::average;
use prediction::{Usage, Workload};

/// A workload that is kept.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct WorkloadRow {
    /// Its name.
    pub workload: String,
    /// What it takes natively.
    pub native: f64,
    /// What that counts.
    pub unit: String,
    /// Where its counts are from.
    pub counted: String,
    /// The command, or the file that it was registered from.
    pub command: String,
}

/// Lists workloads.
///
/// # Errors
/// When `out` cannot be written.
pub fn workloads(list: &[WorkloadRow], format: Format, out: &mut dyn io::Write) -> io::Result<()> {
    match format {
        Format::Json => data::write(&list, out),
        Format::Csv => data::rows(list, out),
        Format::Table => {
            let header = ["workload", "native", "counted", "command"];
            let mut table = style::new_table(&header, style::wants_colour());
            style::fit_terminal(&mut table);
            for row in list {
                let native = format!("{} {}", average(row.native), row.unit);
                table.add_row([&row.workload, &native, &row.counted, &row.command].map(Cell::new));
            }
            writeln!(out, "{}", style::text(&table))
        }
    }
}

/// Shows what the workloads of a usage do.
///
/// # Errors
/// When `out` cannot be written.
pub fn usage(usage: &Usage, format: Format, out: &mut dyn io::Write) -> io::Result<()> {
    match format {
        Format::Json => data::write(usage, out),
        Format::Csv => {
            let mut writer = ::csv::Writer::from_writer(out);
            writer.write_record(["workload", "event", "count"])?;
            for workload in &usage.workloads {
                for (event, count) in &workload.counts {
                    let count = count.0.value.to_string();
                    writer.write_record([&workload.name, event, &count])?;
                }
            }
            writer.flush()
        }
        Format::Table => {
            let texts = usage.workloads.iter().map(|workload| text(usage, workload));
            out.write_all(texts.collect::<Vec<_>>().join("\n").as_bytes())
        }
    }
}

fn text(usage: &Usage, workload: &Workload) -> String {
    let native = Shown::column(&[Shown::figure(workload.native.0)]).join("");
    let mut table = style::new_table(&["event", "count"], style::wants_colour());
    for (event, count) in &workload.counts {
        table.add_row([event, &average(count.0.value)].map(Cell::new));
    }
    style::align_right_from(&mut table, 1);
    let source = &workload.source;
    format!(
        " {}: natively {native} {}\n What one execution does, by {} counts of {}\n{}\n",
        workload.name,
        usage.unit,
        source.kind.name(),
        source.from,
        style::text(&table)
    )
}
