//! The table in LaTeX.

use crate::tables::grid::{TEXTS, grid};
use results::Document;

/// For each kind of guests a `table` with a caption and a label, and its notes below.
pub(crate) fn render(document: &Document, all_ratios: bool) -> String {
    let tool = format!("HyperBench {}", document.tool.version);
    let head = format!("% {}; needs \\usepackage{{booktabs}}\n", escape(&tool));
    let tables = document.by_guest();
    head + &tables.iter().map(|kind| table(kind, all_ratios)).collect::<String>()
}

fn table(document: &Document, all_ratios: bool) -> String {
    let grid = grid(document, all_ratios);
    let kind = document.platforms.first().map_or("", |run| run.guest.name());
    let columns = "l".repeat(TEXTS) + &"r".repeat(grid.header.len() - TEXTS);
    let caption = escape(&grid.caption);
    let mut text = "\\begin{table}\n\\centering\n".to_owned();
    text += &format!("\\caption{{{caption}}}\n\\label{{tab:hyperbench-{kind}}}\n");
    text += &format!("\\begin{{tabular}}{{{columns}}}\n\\toprule\n");
    text += &row(&grid.header);
    text += "\\midrule\n";
    text += &grid.rows.iter().map(|cells| row(cells)).collect::<String>();
    text += "\\bottomrule\n\\end{tabular}\n";
    let notes = grid.notes.iter().map(|note| format!("\\par\\footnotesize {}\n", escape(note)));
    text + &notes.collect::<String>() + "\\end{table}\n"
}

/// A row. Protected from a bracket at its start, which would be taken for an option of `\\`.
fn row(cells: &[String]) -> String {
    let cells: Vec<_> = cells.iter().map(|cell| escape(cell)).collect();
    format!("{} \\\\\n", cells.join(" & "))
}

fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => escaped.extend(['\\', c]),
            '\\' => escaped += "\\textbackslash{}",
            '~' => escaped += "\\textasciitilde{}",
            '^' => escaped += "\\textasciicircum{}",
            '<' => escaped += "\\textless{}",
            '>' => escaped += "\\textgreater{}",
            '[' => escaped += "{[}",
            ']' => escaped += "{]}",
            '±' => escaped += "$\\pm$",
            '×' => escaped += "$\\times$",
            '÷' => escaped += "$\\div$",
            'µ' | 'μ' => escaped += "$\\mu$",
            '…' => escaped += "\\dots{}",
            c if c.is_ascii() || c.is_alphabetic() => escaped.push(c),
            _ => escaped.push('?'),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::escape;

    #[test]
    fn nothing_in_a_cell_is_taken_for_a_command() {
        assert_eq!(escape("\\input{/etc/passwd}"), "\\textbackslash{}input\\{/etc/passwd\\}");
        assert_eq!(escape("458 ± 2 %_#&$"), "458 $\\pm$ 2 \\%\\_\\#\\&\\$");
        assert_eq!(escape("1.2×~^[1]"), "1.2$\\times$\\textasciitilde{}\\textasciicircum{}{[}1{]}");
    }
}
