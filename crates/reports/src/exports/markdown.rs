//! The table in Markdown, as GitHub and most others take it.

use crate::digits::percent;
use crate::tables::grid::{TEXTS, grid};
use results::Document;

/// Characters that mean something in Markdown.
const SPECIAL: [char; 9] = ['\\', '|', '*', '_', '`', '<', '[', ']', '~'];

/// The table of each kind of guests, and its notes as a list.
pub(crate) fn render(document: &Document, all_ratios: bool) -> String {
    let kinds = document.by_guest();
    let tables: Vec<String> = kinds.iter().map(|kind| table(kind, all_ratios)).collect();
    verdict(document) + &tables.join("\n")
}

fn table(document: &Document, all_ratios: bool) -> String {
    let grid = grid(document, all_ratios);
    let mut text = row(grid.header.iter().map(|head| escape(head)));
    let rules = (0..grid.header.len()).map(|column| if column < TEXTS { ":--" } else { "--:" });
    text += &row(rules.map(str::to_owned));
    for cells in &grid.rows {
        text += &row(cells.iter().map(|cell| escape(cell)));
    }
    text += &format!("\n- {}\n", escape(&grid.caption));
    text + &grid.notes.iter().map(|note| format!("- {}\n", escape(note))).collect::<String>()
}

/// What came of the rules for a comparison, where there were some.
fn verdict(document: &Document) -> String {
    let Some(judgement) = &document.judgement else { return String::new() };
    let [of, against] = [&judgement.of, &judgement.against].map(|label| escape(label));
    if judgement.violations.is_empty() {
        return format!("**Passed**: {of} against {against} broke no rule.\n\n");
    }
    let broken = judgement.violations.iter().map(|one| {
        let sign = if one.change < 0.0 { "−" } else { "+" };
        let (name, change) = (escape(&one.benchmark), percent(one.change.abs()));
        format!("- {name}: {sign}{change}, against the rule {}\n", escape(&one.rule))
    });
    format!("**Failed**: {of} against {against}\n\n{}\n", broken.collect::<String>())
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
