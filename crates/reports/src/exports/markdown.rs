//! The table in Markdown, as GitHub and most others take it.

use crate::tables::grid::{TEXTS, grid};
use results::Document;

/// Characters that mean something in Markdown.
const SPECIAL: [char; 9] = ['\\', '|', '*', '_', '`', '<', '[', ']', '~'];

/// The table, and its notes as a list.
pub(crate) fn render(document: &Document) -> String {
    let grid = grid(document);
    let mut text = row(grid.header.iter().map(|head| escape(head)));
    let rules = (0..grid.header.len()).map(|column| if column < TEXTS { ":--" } else { "--:" });
    text += &row(rules.map(str::to_owned));
    for cells in &grid.rows {
        text += &row(cells.iter().map(|cell| escape(cell)));
    }
    text.push('\n');
    text + &grid.notes.iter().map(|note| format!("- {}\n", escape(note))).collect::<String>()
}

fn row(cells: impl Iterator<Item = String>) -> String {
    format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "))
}

fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        if SPECIAL.contains(&c) {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::escape;

    #[test]
    fn nothing_in_a_cell_is_taken_for_markup() {
        assert_eq!(escape("a|b_c*"), "a\\|b\\_c\\*");
        assert_eq!(escape("[x](http://y)"), "\\[x\\](http://y)");
        assert_eq!(escape("458.2 ± 2.4"), "458.2 ± 2.4");
    }
}
