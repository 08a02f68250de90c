//! What all tables for people share.

use std::io::IsTerminal;

use comfy_table::{Cell, CellAlignment, Color, ContentArrangement, LineStyle, Table, TableStyle};

use results::Status;

/// A line under the header; columns are told apart by room alone.
const RULED: TableStyle =
    TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));

/// Columns where nobody says how many there are, and the fewest that texts are made for.
const USUAL: u16 = 80;
const FEWEST: u16 = 20;

/// Whether colours may be used: on a terminal that has some, unless the user objects.
pub fn wants_colour() -> bool {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    std::io::stdout().is_terminal() && !set("NO_COLOR") && !dumb
}

/// An empty table with this header.
pub(crate) fn new_table(header: &[&str], colour: bool) -> Table {
    let mut table = Table::new();
    table.load_style(RULED).set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(header.iter().map(Cell::new));
    if colour {
        table.enforce_styling();
    } else {
        table.force_no_tty();
    }
    table
}

/// Wraps long cells so that the table fits the terminal, where there is one.
pub(crate) fn fit_terminal(table: &mut Table) {
    if let Some(width) = Table::new().width().map(legible) {
        table.set_width(width).set_content_arrangement(ContentArrangement::Dynamic);
    }
}

/// Columns of the terminal; `None` where the table goes elsewhere.
pub(crate) fn terminal_width() -> Option<usize> {
    Table::new().width().map(|width| legible(width).into())
}

/// Columns of a screen: the terminal's, or the usual number where nobody says it.
pub(crate) fn screen_width() -> usize {
    terminal_width().unwrap_or(USUAL.into())
}

/// How many to take for the columns that a terminal says: a serial line's says none, and what is narrower
/// than a word or two cannot be read.
fn legible(columns: u16) -> u16 {
    if columns == 0 { USUAL } else { columns.max(FEWEST) }
}

/// Columns that a table without colours takes.
pub(crate) fn width(table: &Table) -> usize {
    table.lines().map(|line| line.trim_end().chars().count()).max().unwrap_or_default()
}

/// Each of `names` where it begins, and nothing where it goes on: for rows that stand in groups.
pub(crate) fn once_each<'a>(names: impl Iterator<Item = &'a str>) -> impl Iterator<Item = &'a str> {
    names.scan("", |last, name| Some(if std::mem::replace(last, name) == name { "" } else { name }))
}

/// Moves the content of all columns from `first` on to the right.
pub(crate) fn align_right_from(table: &mut Table, first: usize) {
    for column in table.column_iter_mut().skip(first) {
        column.set_cell_alignment(CellAlignment::Right);
    }
}

/// The table's text without the blanks at the ends of its lines.
pub(crate) fn text(table: &Table) -> String {
    table.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// Colours repeat what the word says, for those who can see them.
pub(crate) fn colour(status: Status) -> Option<Color> {
    match status {
        Status::Ok => None,
        Status::Skipped => Some(Color::DarkGrey),
        Status::Timeout => Some(Color::Yellow),
        Status::Fault | Status::Hung | Status::Crashed => Some(Color::Red),
    }
}

#[cfg(test)]
mod tests {
    use super::{legible, once_each};

    #[test]
    fn a_serial_line_has_the_usual_columns_and_no_screen_fewer_than_can_be_read() {
        assert_eq!([0, 1, 19, 20, 160].map(legible), [80, 20, 20, 20, 160]);
    }

    #[test]
    fn a_group_is_named_where_it_begins() {
        let shown: Vec<_> = once_each(["io", "io", "timer", "io"].into_iter()).collect();
        assert_eq!(shown, ["io", "", "timer", "io"]);
    }
}
