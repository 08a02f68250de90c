//! The table for people: a row a benchmark, a column a platform.

use comfy_table::{Cell, Color, Table};

use super::digits::{figure, ratio};
use super::footnotes::{Footnotes, remarks};
use super::{heading, style};
use crate::results::{Document, PlatformRun, Status, Summary};

/// Columns before the first platform's.
const LEADING: usize = 2;

/// The table with everything that belongs to it.
pub(super) fn render(document: &Document, colour: bool) -> String {
    let mut notes = Footnotes::default();
    let mut table = style::new_table(&header(document), colour);
    let mut category = String::new();
    for row in rows(document) {
        let shown = if row.category == category { "" } else { &row.category };
        let mut cells = vec![Cell::new(shown), Cell::new(&row.name)];
        category.clone_from(&row.category);
        for run in &document.platforms {
            cells.extend(platform_cells(document, run, &row.name, &mut notes));
        }
        table.add_row(cells);
    }
    style::align_right_from(&mut table, LEADING);
    assemble(document, &table, &notes)
}

fn assemble(document: &Document, table: &Table, notes: &Footnotes) -> String {
    let mut parts = vec![heading::render(document)];
    if !table.is_empty() {
        parts.push(style::text(table));
    }
    parts.push(notes.text() + &remarks(document));
    parts.push(outcome(document));
    parts.retain(|part| !part.is_empty());
    parts.join("\n")
}

fn header(document: &Document) -> Vec<&str> {
    let mut header = vec!["category", "benchmark"];
    for run in &document.platforms {
        header.push(&run.label);
        if has_ratio(document, run) {
            header.push("ratio");
        }
    }
    header
}

fn has_ratio(document: &Document, run: &PlatformRun) -> bool {
    run.label != document.baseline && document.baseline().is_some()
}

/// Every benchmark of any platform, in the order of the first platform that has it.
fn rows(document: &Document) -> Vec<&Summary> {
    let mut rows: Vec<&Summary> = Vec::new();
    for summary in document.platforms.iter().flat_map(|run| &run.benchmarks) {
        if !rows.iter().any(|row| row.name == summary.name) {
            rows.push(summary);
        }
    }
    rows
}

/// A platform's cost and, unless it is the baseline, its ratio.
fn platform_cells(
    document: &Document,
    run: &PlatformRun,
    name: &str,
    notes: &mut Footnotes,
) -> Vec<Cell> {
    let Some(summary) = run.find(name) else {
        return vec![Cell::new(""); 1 + usize::from(has_ratio(document, run))];
    };
    let content = summary.value.map_or_else(|| summary.status.word().to_owned(), figure);
    let cell = Cell::new(content + &notes.mark(run, summary));
    let mut cells = vec![colour(summary.status).map_or(cell.clone(), |c| cell.fg(c))];
    if has_ratio(document, run) {
        cells.push(Cell::new(document.ratio(summary).map(ratio).unwrap_or_default()));
    }
    cells
}

/// Colours repeat what the word says, for those who can see them.
fn colour(status: Status) -> Option<Color> {
    match status {
        Status::Ok => None,
        Status::Skipped => Some(Color::DarkGrey),
        Status::Timeout => Some(Color::Yellow),
        Status::Fault | Status::Hung | Status::Crashed => Some(Color::Red),
    }
}

/// One line a platform: how many benchmarks ended how.
fn outcome(document: &Document) -> String {
    let order = [
        Status::Ok,
        Status::Skipped,
        Status::Fault,
        Status::Timeout,
        Status::Hung,
        Status::Crashed,
    ];
    let line = |run: &PlatformRun| {
        let counts = order.iter().map(|status| (run.count(*status), status.word()));
        let counts = counts.filter(|(count, _)| *count > 0);
        let words: Vec<_> = counts.map(|(count, word)| format!("{count} {word}")).collect();
        format!(" {}: {}\n", run.label, words.join(", "))
    };
    document.platforms.iter().map(line).collect()
}

#[cfg(test)]
#[path = "table_tests.rs"]
mod tests;
