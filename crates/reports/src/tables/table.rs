//! The table for people: a row a benchmark, a column a platform.

use comfy_table::{Cell, Table};

use super::footnotes::{Footnotes, remarks};
use super::grid::{has_ratio, ratio_text, rows};
use super::style::{self, colour};
use super::{
    events, external, heading, interference, latencies, migration, outcome, sampling, scaling,
    taken, worlds,
};
use crate::cost::{Shown, between_boots};
use results::{Document, PlatformRun, Summary};

/// How a table is laid out.
#[derive(Clone, Copy)]
struct Shape {
    layout: Layout,
    /// Whether ratios are wanted whatever is divided by what.
    all_ratios: bool,
}

impl Shape {
    fn has_ratio(self, document: &Document, run: &PlatformRun) -> bool {
        has_ratio(document, run, self.all_ratios)
    }
}

/// How benchmarks and their categories stand in front of the figures.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Layout {
    /// Each has a column of its own.
    Wide,
    /// A category is a line above its benchmarks, which saves a column.
    Narrow,
}

impl Layout {
    /// Columns before the first platform's.
    fn leading(self) -> usize {
        match self {
            Self::Wide => 2,
            Self::Narrow => 1,
        }
    }
}

/// Platforms side by side where nobody says how much room there is.
const PLATFORMS: usize = 5;

/// The table with everything that belongs to it.
pub(crate) fn render(document: &Document, colour: bool) -> String {
    render_below(&heading::render(document), document, false, colour)
}

/// The same below another heading, with `all_ratios` or without those of emulators to others.
pub(crate) fn render_below(
    heading: &str,
    document: &Document,
    all_ratios: bool,
    colour: bool,
) -> String {
    let mut notes = Footnotes::default();
    let tables = if latencies::are_in(document) {
        vec![latencies::table(document, &mut notes, colour)]
    } else {
        let room = style::terminal_width();
        let kinds = document.by_guest();
        let shape = Shape { layout: Layout::Wide, all_ratios };
        kinds.iter().flat_map(|kind| costs_tables(kind, &mut notes, shape, colour, room)).collect()
    };
    let width = style::screen_width();
    let mut parts = vec![heading.to_owned()];
    parts.extend([taken::render(document, width), migration::render(document, width)]);
    parts.extend(tables.iter().filter(|table| !table.is_empty()).map(style::text));
    parts.push(interference::render(document, colour));
    parts.extend([worlds::render(document, true, colour), events::render(document, colour)]);
    parts.push(scaling::render(document, colour));
    parts.push(notes.text() + &sampling::legend(document) + &remarks(document));
    let sampled = sampling::lines(document) + &events::lines(document);
    parts.push(outcome::lines(document) + &sampled + &external::lines(document));
    parts.retain(|part| !part.is_empty());
    parts.join("\n")
}

/// One table below the other, each of as many platforms as `room` columns hold, but one at least.
/// They are narrow where a platform alone has too little room otherwise.
fn costs_tables(
    document: &Document,
    notes: &mut Footnotes,
    shape: Shape,
    colour: bool,
    room: Option<usize>,
) -> Vec<Table> {
    let mut fits = |runs: &[PlatformRun], layout| {
        let table = costs_table(document, runs, notes, Shape { layout, ..shape }, false);
        room.is_none_or(|room| style::width(&table) <= room)
    };
    let wide = document.platforms.chunks(1).all(|run| fits(run, Layout::Wide));
    let layout = if wide { Layout::Wide } else { Layout::Narrow };
    let shape = Shape { layout, ..shape };
    let mut parts = Vec::new();
    let mut left = &document.platforms[..];
    while !left.is_empty() {
        let most = if room.is_some() { left.len() } else { left.len().min(PLATFORMS) };
        let count = (1..=most).rev().find(|count| fits(&left[..*count], layout)).unwrap_or(1);
        let (part, rest) = left.split_at(count);
        parts.push(part);
        left = rest;
    }
    parts.into_iter().map(|runs| costs_table(document, runs, notes, shape, colour)).collect()
}

fn costs_table(
    document: &Document,
    runs: &[PlatformRun],
    notes: &mut Footnotes,
    shape: Shape,
    colour: bool,
) -> Table {
    let layout = shape.layout;
    let mut table = style::new_table(&header(document, runs, shape), colour);
    let rows = rows(document);
    let names: Vec<&str> = rows.iter().map(|row| row.name.as_str()).collect();
    let mut columns = Vec::new();
    for run in runs {
        columns.extend(platform_columns(document, run, &names, notes, shape));
    }
    let categories = style::once_each(rows.iter().map(|row| row.category.as_str()));
    for ((index, row), category) in rows.iter().enumerate().zip(categories) {
        let mut cells = match layout {
            Layout::Wide => vec![Cell::new(category), Cell::new(&row.name)],
            Layout::Narrow => vec![Cell::new(format!("  {}", row.name))],
        };
        if layout == Layout::Narrow && !category.is_empty() {
            table.add_row([category]);
        }
        cells.extend(columns.iter().map(|column: &Vec<Cell>| column[index].clone()));
        table.add_row(cells);
    }
    style::align_right_from(&mut table, layout.leading());
    table
}

fn header<'a>(document: &Document, runs: &'a [PlatformRun], shape: Shape) -> Vec<&'a str> {
    let (mut header, boots) = match shape.layout {
        Layout::Wide => (vec!["category", "benchmark"], "between boots"),
        Layout::Narrow => (vec!["benchmark"], "between\nboots"),
    };
    for run in runs {
        header.push(&run.label);
        if shape.has_ratio(document, run) {
            header.push("ratio");
        }
        if has_spread(run) {
            header.push(boots);
        }
    }
    header
}

/// Whether several boots of `run` can be set against each other.
fn has_spread(run: &PlatformRun) -> bool {
    run.benchmarks.iter().any(|summary| !between_boots(summary).is_empty())
}

/// A platform's costs and, unless it is the baseline, its ratios; for several boots how far these
/// lie apart.
fn platform_columns(
    document: &Document,
    run: &PlatformRun,
    names: &[&str],
    notes: &mut Footnotes,
    shape: Shape,
) -> Vec<Vec<Cell>> {
    let found: Vec<_> = names.iter().map(|name| run.find(name)).collect();
    let mut columns = vec![costs(run, &found, notes)];
    if shape.has_ratio(document, run) {
        let text = |s: &&Summary| ratio_text(document, run, s);
        columns.push(texts(found.iter().map(|s| s.as_ref().map(text))));
    }
    if has_spread(run) {
        columns.push(texts(found.iter().map(|s| s.map(between_boots))));
    }
    columns
}

fn texts(column: impl Iterator<Item = Option<String>>) -> Vec<Cell> {
    column.map(|text| Cell::new(text.unwrap_or_default())).collect()
}

fn costs(run: &PlatformRun, found: &[Option<&Summary>], notes: &mut Footnotes) -> Vec<Cell> {
    let mut shown = |summary: &Summary| Shown::new(summary, &notes.mark(run, summary));
    let shown: Vec<_> = found.iter().map(|s| s.map(&mut shown).unwrap_or_default()).collect();
    let cells = Shown::column(&shown).into_iter().zip(found).map(|(text, summary)| {
        let cell = Cell::new(text);
        let colour = summary.and_then(|summary| colour(summary.status));
        colour.map_or(cell.clone(), |colour| cell.fg(colour))
    });
    cells.collect()
}

#[cfg(test)]
#[path = "table_tests.rs"]
mod tests;
