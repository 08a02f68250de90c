//! The table of costs as plain texts, for formats that lay it out themselves, and what it has in
//! common with the one for people.

use std::collections::HashSet;

use super::footnotes::{Footnotes, caveats};
use crate::cost::{Shown, ratio_of};
use results::{Document, PlatformRun, Summary};

/// Columns that are texts; the rest are numbers.
pub(crate) const TEXTS: usize = 2;

/// A table of texts.
pub(crate) struct Grid {
    /// The columns' heads.
    pub(crate) header: Vec<String>,
    /// What its figures are.
    pub(crate) caption: String,
    /// A row a benchmark.
    pub(crate) rows: Vec<Vec<String>>,
    /// What the marks in the cells refer to, and what else a reader has to know.
    pub(crate) notes: Vec<String>,
}

/// The costs of `document` and their ratios to the baseline, those of emulators to others only with
/// `all_ratios`.
pub(crate) fn grid(document: &Document, all_ratios: bool) -> Grid {
    let mut header = vec!["category".to_owned(), "benchmark".to_owned()];
    for run in &document.platforms {
        header.push(run.label.clone());
        header.extend(has_ratio(document, run, all_ratios).then(|| "ratio".to_owned()));
    }
    let mut notes = Footnotes::default();
    let cells = |row| cells(document, row, all_ratios, &mut notes);
    let rows = rows(document).into_iter().map(cells).collect();
    let marked = notes.text();
    let mut notes: Vec<String> = marked.lines().map(|line| line.trim().to_owned()).collect();
    notes.extend(caveats(&document.platforms));
    let caption = format!("Cost of one operation{}", units(&document.platforms));
    Grid { header, caption, rows, notes }
}

/// Every benchmark of any platform, in the order of the first platform that has it.
pub(crate) fn rows(document: &Document) -> Vec<&Summary> {
    let mut seen = HashSet::new();
    let all = document.platforms.iter().flat_map(|run| &run.benchmarks);
    all.filter(|summary| seen.insert(&summary.name)).collect()
}

/// Whether `run` is compared with another platform of `document`: an emulator's figure is of another kind
/// than a hypervisor's, and the two are with `all_ratios` alone.
pub(crate) fn has_ratio(document: &Document, run: &PlatformRun, all_ratios: bool) -> bool {
    let is_alike = |baseline: &PlatformRun| all_ratios || baseline.is_like(run);
    run.label != document.baseline && document.baseline().is_some_and(is_alike)
}

/// How many times the baseline's cost `summary` of `run` is; empty where that cannot be said.
pub(crate) fn ratio_text(document: &Document, run: &PlatformRun, summary: &Summary) -> String {
    document.ratio(run, summary).map(ratio_of).unwrap_or_default()
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

fn cells(
    document: &Document,
    row: &Summary,
    all_ratios: bool,
    notes: &mut Footnotes,
) -> Vec<String> {
    let mut cells = vec![row.category.clone(), row.name.clone()];
    for run in &document.platforms {
        let found = run.find(&row.name);
        cells.push(found.map(|summary| cost(run, summary, notes)).unwrap_or_default());
        if has_ratio(document, run, all_ratios) {
            cells.push(found.map(|summary| ratio_text(document, run, summary)).unwrap_or_default());
        }
    }
    cells
}

fn cost(run: &PlatformRun, summary: &Summary, notes: &mut Footnotes) -> String {
    Shown::new(summary, &notes.mark(run, summary)).text(0)
}
