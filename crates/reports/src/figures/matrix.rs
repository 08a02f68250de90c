//! The guest-native ratios of all benchmarks on all platforms, as coloured cells.

use serde_json::json;

use super::Drawing;
use super::axis::names;
use crate::{cost_text, ratio_text};
use analysis::platform_set::PlatformSet;

/// The levels of a matrix: the ratio below which each ends, and what it means.
pub const LEVELS: [(f64, &str); 8] = [
    (0.1, "below 0.1×"),
    (0.5, "0.1× to 0.5×"),
    (0.9, "0.5× to 0.9×"),
    (1.1, "0.9× to 1.1×: as the baseline"),
    (2.0, "1.1× to 2×"),
    (10.0, "2× to 10×"),
    (100.0, "10× to 100×"),
    (f64::INFINITY, "100× and more"),
];

/// The level of `ratio`, an index into [`LEVELS`].
pub fn level(ratio: f64) -> usize {
    LEVELS.iter().position(|(end, _)| ratio < *end).unwrap_or(LEVELS.len() - 1)
}

/// Pixels of a row.
const ROW: usize = 24;

/// The matrix; `None` without benchmarks or with the baseline alone.
pub(super) fn matrix(set: &PlatformSet) -> Option<Drawing> {
    let (rows, baseline) = (set.benchmarks(), set.baseline()?);
    let runs: Vec<_> = set.runs().collect();
    if rows.is_empty() || runs.len() < 2 {
        return None;
    }
    let mut cells = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        for (x, labelled) in runs.iter().enumerate() {
            let Some(summary) = labelled.run.find(row.name) else { continue };
            let ratio = set.ratio(*labelled, summary);
            let text = ratio.map_or_else(|| cost_text(summary), ratio_text);
            let level = ratio.map(|ratio| level(ratio.value));
            cells.push(json!({ "x": x, "at": at, "level": level, "text": text }));
        }
    }
    let labels: Vec<&str> = runs.iter().map(|labelled| labelled.label).collect();
    let benchmarks: Vec<&str> = rows.iter().map(|row| row.name).collect();
    let (y, left) = names(&benchmarks);
    let (mut x, _) = names(&labels);
    x["inverse"] = json!(false);
    x["position"] = json!("top");
    Some(Drawing {
        name: "matrix".into(),
        title: format!("Cost of one operation, as a multiple of {}", baseline.label),
        description: format!("{} benchmarks on {} platforms", rows.len(), runs.len()),
        height: u32::try_from(rows.len() * ROW + 40).unwrap_or(u32::MAX),
        option: json!({
            "grid": { "left": left, "right": 8, "top": 32, "bottom": 8 },
            "xAxis": x, "yAxis": y,
            "series": [{ "renderItem": "@cell", "rows": cells }],
        }),
    })
}

#[cfg(test)]
mod tests {
    use super::level;

    #[test]
    fn levels_by_their_ends() {
        let levels = [0.0, 0.1, 0.7, 1.0, 1.1, 9.9, 10.0, 1e9].map(level);
        assert_eq!(levels, [0, 1, 2, 3, 4, 5, 6, 7]);
    }
}
