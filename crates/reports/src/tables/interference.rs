//! Who disturbs whom: a row an operation, a column a neighbour.

use super::grid::rows;
use super::style;
use crate::cost::Shown;
use comfy_table::Cell;
use results::{Beside, Document, PlatformRun, Quantity, Summary};

/// The columns appended for scripts where guests ran beside others: η and its interval.
pub(crate) const HEADER: [&str; 3] = ["eta", "eta_low", "eta_high"];

/// Whether `document` has platforms that guests ran beside.
pub(crate) fn is_in(document: &Document) -> bool {
    document.platforms.iter().any(|run| run.beside.is_some())
}

/// η of `summary` and its interval, for scripts.
pub(crate) fn cells(summary: &Summary) -> [Option<f64>; HEADER.len()] {
    summary.eta.map(|eta| [Some(eta.value), eta.low, eta.high]).unwrap_or_default()
}

/// A matrix for each platform that was measured beside others; empty without one.
pub(super) fn render(document: &Document, colour: bool) -> String {
    let mut alone: Vec<&str> = beside(document).map(|(beside, _)| &*beside.alone).collect();
    alone.dedup();
    let tables = alone.into_iter().map(|label| table(document, label, colour));
    tables.collect::<Vec<_>>().join("\n")
}

fn beside(document: &Document) -> impl Iterator<Item = (&Beside, &PlatformRun)> {
    document.platforms.iter().filter_map(|run| Some((run.beside.as_ref()?, run)))
}

fn table(document: &Document, alone: &str, colour: bool) -> String {
    let runs: Vec<_> = beside(document).filter(|(beside, _)| beside.alone == alone).collect();
    let mut header = vec!["category", "benchmark"];
    header.extend(runs.iter().map(|(beside, _)| beside.name.as_str()));
    let has_eta = |row: &&Summary| {
        runs.iter().any(|(_, run)| run.find(&row.name).is_some_and(|found| found.eta.is_some()))
    };
    let rows: Vec<&Summary> = rows(document).into_iter().filter(has_eta).collect();
    let column = |run: &PlatformRun| {
        let shown = |row: &&Summary| {
            let eta = run.find(&row.name).and_then(|found| found.eta);
            eta.map(|eta| Shown::figure(Quantity::from(eta))).unwrap_or_default()
        };
        Shown::column(&rows.iter().map(shown).collect::<Vec<_>>())
    };
    let columns: Vec<Vec<String>> = runs.iter().map(|(_, run)| column(run)).collect();
    let mut table = style::new_table(&header, colour);
    let categories = style::once_each(rows.iter().map(|row| row.category.as_str()));
    for (index, (row, category)) in rows.iter().zip(categories).enumerate() {
        let mut cells = vec![Cell::new(category), Cell::new(&row.name)];
        cells.extend(columns.iter().map(|column| Cell::new(&column[index])));
        table.add_row(cells);
    }
    style::align_right_from(&mut table, 2);
    let who: String = runs.iter().map(|(beside, _)| line(beside)).collect();
    let title = format!(" η on {alone}: how many times its cost alone an operation costs beside\n");
    title + &who + &style::text(&table)
}

/// What the neighbour was.
fn line(beside: &Beside) -> String {
    let Beside { name, platform, workload, guest, count, version, .. } = beside;
    let guests = match count {
        1 => "one guest".to_owned(),
        count => format!("{count} guests"),
    };
    let kind = if guest.is_bare() { "" } else { " with Linux" };
    format!("   {name}: {guests}{kind} on {platform} ({version}), with {workload} without end\n")
}
