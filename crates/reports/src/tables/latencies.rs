//! The table of latencies: a row a benchmark and platform, a column a percentile.

use comfy_table::{Cell, Table};

use super::footnotes::Footnotes;
use super::grid::rows;
use super::style::{self, colour};
use crate::cost::ratio_of;
use crate::digits::{figure, grouped};
use results::{Document, Latency, PlatformRun, Summary};

/// Columns of percentiles.
const PERCENTILES: [&str; 5] = ["p50", "p90", "p99", "p99.9", "max"];

/// Whether the document is about single operations.
pub(crate) fn are_in(document: &Document) -> bool {
    document.platforms.iter().flat_map(|run| &run.benchmarks).any(|s| s.latency.is_some())
}

/// What the table's figures are.
pub(crate) const LEGEND: &str = " latencies of single operations, exact to 1.6 %; the cost of \
                                 timing nothing is subtracted, ticks and preemption are not\n";

/// The table.
pub(crate) fn table(document: &Document, notes: &mut Footnotes, with_colour: bool) -> Table {
    let compares = document.platforms.len() > 1;
    let mut header = vec!["category", "benchmark"];
    header.extend(compares.then_some("platform"));
    let leading = header.len();
    header.extend(PERCENTILES);
    header.push("operations");
    header.extend(compares.then_some("ratio of p50"));
    let mut table = style::new_table(&header, with_colour);
    let mut category = "";
    for row in rows(document) {
        let found = document.platforms.iter().filter_map(|run| Some((run, run.find(&row.name)?)));
        for (index, (run, summary)) in found.enumerate() {
            let shown = if row.category == category { "" } else { &row.category };
            category = &row.category;
            let name = if index == 0 { row.name.as_str() } else { "" };
            let mut cells = vec![Cell::new(shown), Cell::new(name)];
            cells.extend(compares.then(|| Cell::new(&run.label)));
            cells.extend(figures(run, summary, notes));
            let ratio = document.ratio(run, summary).map(ratio_of);
            cells.extend(compares.then(|| Cell::new(ratio.unwrap_or_default())));
            table.add_row(cells);
        }
    }
    style::align_right_from(&mut table, leading);
    table
}

/// The percentiles, or in the place of the first why there are none.
fn figures(run: &PlatformRun, summary: &Summary, notes: &mut Footnotes) -> Vec<Cell> {
    let mark = notes.mark(run, summary);
    let Some(latency) = &summary.latency else {
        let cell = Cell::new(summary.status.word().to_owned() + &mark);
        let mut cells = vec![Cell::new(""); PERCENTILES.len() + 1];
        cells[0] = colour(summary.status).map_or(cell.clone(), |colour| cell.fg(colour));
        return cells;
    };
    let &Latency { p50, p90, p99, p99_9, max, count, .. } = latency;
    let shown = [p50, p90, p99, p99_9, max].map(ticks);
    let mut cells: Vec<_> = shown.into_iter().map(Cell::new).collect();
    cells.push(Cell::new(grouped(&count.to_string()) + &mark));
    cells
}

/// Whole ticks, of large numbers the first four digits.
fn ticks(value: u64) -> String {
    if value < 10_000 { grouped(&value.to_string()) } else { figure(value as f64) }
}
