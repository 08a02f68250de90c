//! The list of benchmarks.

use std::io;

use comfy_table::Cell;
use serde::Serialize;

use super::style;
use crate::Format;
use crate::data;
use protocol::{Benchmark, Need};

/// A benchmark as CSV shows it.
#[expect(clippy::struct_excessive_bools, reason = "each is a column of its own")]
#[derive(Serialize)]
struct Row<'a> {
    benchmark: &'a str,
    category: &'a str,
    summary: &'a str,
    iterations_low: u64,
    iterations_high: u64,
    cpus: u64,
    needs: String,
    extra: bool,
    dangerous: bool,
    quick: bool,
    path: &'static str,
    exits: Option<u64>,
    also: &'a str,
    paper_sized: bool,
}

/// Lists benchmarks: name, category, what each does, what it needs.
///
/// # Errors
/// When `out` cannot be written.
pub fn benchmarks(list: &[Benchmark], format: Format, out: &mut dyn io::Write) -> io::Result<()> {
    match format {
        Format::Table => out.write_all(table(list).as_bytes()),
        Format::Json => data::write(&list, out),
        Format::Csv => data::rows(list.iter().map(row), out),
    }
}

fn row(b: &Benchmark) -> Row<'_> {
    let needs: Vec<_> = b.needs.iter().map(|need| need.describe()).collect();
    Row {
        benchmark: &b.name,
        category: &b.category,
        summary: &b.summary,
        iterations_low: b.iterations.0,
        iterations_high: b.iterations.1,
        cpus: b.cpus,
        needs: needs.join(";"),
        extra: b.extra,
        dangerous: b.dangerous,
        quick: b.quick,
        path: b.path.name(),
        exits: b.exits,
        also: &b.also,
        paper_sized: b.paper_sized,
    }
}

/// A line for each category, its benchmarks below it.
fn table(list: &[Benchmark]) -> String {
    let header = ["benchmark", "what is measured", "in a guest", "exits"];
    let mut table = style::new_table(&header, style::wants_colour());
    style::fit_terminal(&mut table);
    let mut category = "";
    for b in list {
        if b.category != category {
            category = &b.category;
            table.add_row([category]);
        }
        let exits = b.exits.map_or("vary".to_owned(), |exits| exits.to_string());
        let cells = [&format!("  {}", b.name), &measured(b), b.path.name(), &exits];
        table.add_row(cells.map(Cell::new));
    }
    style::text(&table)
}

fn measured(b: &Benchmark) -> String {
    let needs = conditions(b);
    if needs.is_empty() { b.summary.clone() } else { format!("{}; needs {needs}", b.summary) }
}

/// What has to hold for the benchmark to run.
pub(super) fn conditions(b: &Benchmark) -> String {
    let mut words: Vec<String> = b.needs.iter().map(|n| Need::describe(*n).to_owned()).collect();
    if b.cpus > 1 {
        words.insert(0, format!("{} CPUs", b.cpus));
    }
    if b.extra {
        words.push("to be named with --bench".to_owned());
    }
    if b.dangerous {
        words.push("a hypervisor around it".to_owned());
    }
    words.join(", ")
}
