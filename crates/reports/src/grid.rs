//! The table of costs as plain texts, for formats that lay it out themselves.

use super::cost::Shown;
use super::footnotes::{Footnotes, once};
use super::table::{has_ratio, ratio_text, rows};
use results::{Document, PlatformRun, Summary};

/// Columns that are texts; the rest are numbers.
pub(super) const TEXTS: usize = 2;

/// A table of texts.
pub(super) struct Grid {
    /// The columns' heads.
    pub(super) header: Vec<String>,
    /// A row a benchmark.
    pub(super) rows: Vec<Vec<String>>,
    /// What the marks in the cells refer to, and what else a reader has to know.
    pub(super) notes: Vec<String>,
}

/// The costs of `document` and their ratios to the baseline.
pub(super) fn grid(document: &Document) -> Grid {
    let mut header = vec!["category".to_owned(), "benchmark".to_owned()];
    for run in &document.platforms {
        header.push(run.label.clone());
        header.extend(has_ratio(document, run).then(|| "ratio".to_owned()));
    }
    let mut notes = Footnotes::default();
    let rows = rows(document).into_iter().map(|row| cells(document, row, &mut notes)).collect();
    let marked = notes.text();
    let mut notes: Vec<String> = marked.lines().map(|line| line.trim().to_owned()).collect();
    notes.push(format!("Cost of one operation{}", units(&document.platforms)));
    notes.extend(once(&document.platforms, |run| &run.caveat));
    Grid { header, rows, notes }
}

/// What the costs count: said once where it is the same for all.
fn units(platforms: &[PlatformRun]) -> String {
    match platforms {
        [] => String::new(),
        [first, rest @ ..] if rest.iter().all(|run| run.unit == first.unit) => {
            format!(", in {}", first.unit)
        }
        _ => {
            let each = platforms.iter().map(|run| format!("{}: {}", run.label, run.unit));
            format!("; {}", each.collect::<Vec<_>>().join(", "))
        }
    }
}

fn cells(document: &Document, row: &Summary, notes: &mut Footnotes) -> Vec<String> {
    let mut cells = vec![row.category.clone(), row.name.clone()];
    for run in &document.platforms {
        let found = run.find(&row.name);
        cells.push(found.map(|summary| cost(run, summary, notes)).unwrap_or_default());
        if has_ratio(document, run) {
            cells.push(found.map(|summary| ratio_text(document, run, summary)).unwrap_or_default());
        }
    }
    cells
}

fn cost(run: &PlatformRun, summary: &Summary, notes: &mut Footnotes) -> String {
    Shown::new(summary, &notes.mark(run, summary)).text(0)
}
