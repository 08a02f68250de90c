//! The rows of a comparison, as a table for a terminal.

use comfy_table::{Cell, Color, Table};

use crate::digits::{counted, grouped};
use crate::tables::answers::{Counted, figure, with_margins};
use crate::tables::style;
use analysis::compare::{Basis, Change, Comparison, Row, Verdict};
use results::{Summary, Unit};

/// Columns before the first figure.
const LEADING: usize = 1;

/// The table, in a terminal that is too narrow without the intervals.
pub(super) fn fitting(comparison: &Comparison) -> Table {
    let whole = table(comparison, true);
    match style::terminal_width() {
        Some(room) if style::width(&whole) > room => table(comparison, false),
        _ => whole,
    }
}

fn table(comparison: &Comparison, with_intervals: bool) -> Table {
    let mut header = vec!["benchmark", "A", "B", "change"];
    header.extend(with_intervals.then_some("95 % interval"));
    header.push("verdict");
    let mut table = style::new_table(&header, crate::wants_colour());
    let [a, b]: [fn(&Row) -> Option<&Summary>; 2] = [|row| row.a.as_ref(), |row| row.b.as_ref()];
    let [a, b] = [a, b].map(|side| {
        let mut cells: Vec<_> =
            comparison.rows.iter().map(|row| (cost(side(row), comparison), side(row))).collect();
        with_margins(&mut cells);
        cells
    });
    for ((row, (a, _)), (b, _)) in comparison.rows.iter().zip(a).zip(b) {
        let mut cells = vec![Cell::new(&row.benchmark), Cell::new(a), Cell::new(b)];
        let change = row.change.as_ref();
        cells.push(Cell::new(change.map(|c| size(c, comparison.unit)).unwrap_or_default()));
        if with_intervals {
            cells.push(Cell::new(change.map(interval).unwrap_or_default()));
        }
        let verdict = Cell::new(verdict(row));
        cells.push(colour(row.verdict).map_or(verdict.clone(), |colour| verdict.fg(colour)));
        table.add_row(cells);
    }
    style::align_right_from(&mut table, LEADING);
    if let Some(column) = table.column_mut(header.len() - 1) {
        column.set_cell_alignment(comfy_table::CellAlignment::Left);
    }
    table
}

/// A cost, as a time where the clock is known.
pub(super) fn cost(summary: Option<&Summary>, comparison: &Comparison) -> String {
    let Some(summary) = summary else { return String::new() };
    let counted = match (comparison.unit, comparison.hz) {
        (Unit::Instructions, _) => Counted::Instructions,
        (Unit::Cycles, Some(_)) => Counted::Ns,
        (Unit::Cycles, None) => Counted::Cycles,
    };
    figure(comparison.hz, summary, counted)
}

/// The change in per cent; of counted figures also in what they count.
pub(super) fn size(change: &Change, unit: Unit) -> String {
    if !matches!(change.basis, Basis::Exact | Basis::Counted) {
        return signed_percent(change.share);
    }
    if change.difference == 0.0 {
        return "none".to_owned();
    }
    let by = grouped(&stats::format::rounded(change.difference.abs(), 0.0).value);
    let sign = if change.difference > 0.0 { "+" } else { "−" };
    format!("{sign}{by} {unit} ({})", signed_percent(change.share))
}

pub(super) fn interval(change: &Change) -> String {
    match (change.low, change.high) {
        _ if change.basis == Basis::Exact => "exact".to_owned(),
        (Some(low), Some(high)) => format!("{} to {}", signed_percent(low), signed_percent(high)),
        _ => "–".to_owned(),
    }
}

/// A share in per cent with its sign; doublings and more as a factor would be read better, but a
/// column has one unit.
pub(super) fn signed_percent(share: f64) -> String {
    let percent = share * 100.0;
    let sign = if percent < 0.0 { "−" } else { "+" };
    let size = percent.abs();
    let text =
        if size < 99.95 { format!("{size:.1}") } else { crate::digits::figure(size.round()) };
    if text == "0.0" { "0.0 %".to_owned() } else { format!("{sign}{text} %") }
}

fn verdict(row: &Row) -> String {
    match (row.verdict, row.more_boots) {
        (Verdict::Undecided, Some(more)) => {
            format!("undecided: +{}", counted(u64::from(more), "boots"))
        }
        (verdict, _) => verdict.word().to_owned(),
    }
}

/// Colours repeat what the word says.
fn colour(verdict: Verdict) -> Option<Color> {
    match verdict {
        Verdict::Slower | Verdict::Broken => Some(Color::Red),
        Verdict::Faster | Verdict::Mended => Some(Color::Green),
        Verdict::Same => None,
        Verdict::Undecided => Some(Color::Yellow),
        Verdict::Missing => Some(Color::DarkGrey),
    }
}
