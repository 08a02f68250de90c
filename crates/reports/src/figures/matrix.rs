//! The guest-native ratios of all benchmarks on all platforms, as coloured cells.

use maud::{Markup, html};

use super::Drawing;
use super::marks::{cut, text, width};
use crate::digits::counted;
use crate::ratio_text;
use crate::tables::answers::cost;
use analysis::platform_set::PlatformSet;
use results::Quantity;

/// The levels of a matrix: the ratio below which each ends, and what it means.
pub const LEVELS: [(f64, &str); 10] = [
    (0.1, "below 0.1×"),
    (0.5, "0.1× to 0.5×"),
    (1.0, "0.5× to 1×"),
    (2.0, "1× to 2×"),
    (10.0, "2× to 10×"),
    (100.0, "10× to 100×"),
    (1000.0, "100× to 1,000×"),
    (1e4, "1,000× to 10,000×"),
    (1e5, "10,000× to 100,000×"),
    (f64::INFINITY, "100,000× and more"),
];

/// The level of `ratio`, an index into [`LEVELS`]; `None` where it cannot be told from 1.
pub fn level(ratio: Quantity) -> Option<usize> {
    let is_other = ratio.low > 1.0 || ratio.high < 1.0;
    let level = LEVELS.iter().position(|(end, _)| ratio.value < *end).unwrap_or(LEVELS.len() - 1);
    is_other.then_some(level)
}

/// Pixels of a row, and of the platforms' names above all.
const ROW: f64 = 24.0;
const HEAD: f64 = 26.0;

/// The widest column of names in pixels.
const NAMES: f64 = 150.0;

/// The matrix; `None` without benchmarks or with the baseline alone.
pub(super) fn matrix(set: &PlatformSet, wide: f64) -> Option<Drawing> {
    let (rows, baseline) = (set.benchmarks(), set.baseline()?);
    let runs: Vec<_> = set.runs().collect();
    if rows.is_empty() || runs.len() < 2 {
        return None;
    }
    let left = rows.iter().map(|row| width(row.name)).fold(0.0, f64::max).min(NAMES) + 10.0;
    let column = (wide - left) / runs.len() as f64;
    let marks = html! {
        @for (x, labelled) in runs.iter().enumerate() {
            @let middle = left + (x as f64 + 0.5) * column;
            (text("name", (middle, HEAD / 2.0), "middle", &cut(labelled.label, column)))
        }
        @for (at, row) in rows.iter().enumerate() {
            @let top = HEAD + at as f64 * ROW;
            (text("name", (left - 8.0, top + ROW / 2.0), "end", &cut(row.name, left - 8.0)))
            @for (x, labelled) in runs.iter().enumerate() {
                @if let Some(summary) = labelled.run.find(row.name) {
                    @let ratio = set.ratio(*labelled, summary);
                    @let shown = ratio.map_or_else(|| cost(labelled.run, summary), ratio_text);
                    (cell((left + x as f64 * column, top), column, ratio.and_then(level), &shown))
                }
            }
        }
    };
    Some(Drawing {
        name: "matrix".into(),
        title: format!("Cost of one operation, as a multiple of {}", baseline.label),
        description: [
            counted(rows.len() as u64, "benchmarks"),
            counted(runs.len() as u64, "platforms"),
        ]
        .join(" on "),
        remark: None,
        size: (wide, HEAD + rows.len() as f64 * ROW),
        marks,
    })
}

fn cell((x, y): (f64, f64), column: f64, level: Option<usize>, shown: &str) -> Markup {
    let class = level.map_or("h".to_owned(), |level| format!("h{level}"));
    let tenth = super::axis::tenth;
    html! { g class=(class) {
        rect x=(tenth(x + 1.0)) y=(y + 1.0) width=(tenth(column - 2.0)) height=(ROW - 2.0) {}
        (text("", (tenth(x + column / 2.0), y + ROW / 2.0), "middle", &cut(shown, column)))
    } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_by_their_ends_and_none_for_what_cannot_be_told_apart() {
        let levels = [0.05, 0.1, 0.7, 1.1, 9.9, 10.0, 999.0, 5e4, 1e9];
        let levels = levels.map(|value| level(Quantity::exact(value)).unwrap());
        assert_eq!(levels, [0, 1, 2, 3, 4, 5, 6, 8, 9]);
        let about = |low, high| level(Quantity { low, high, ..Quantity::exact(1.5) });
        assert_eq!([about(0.9, 2.0), about(1.0, 2.0), about(1.1, 2.0)], [None, None, Some(3)]);
    }
}
