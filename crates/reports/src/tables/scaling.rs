//! How cost grows with the number of operations: verdict, line, and normalised cost.

use comfy_table::Cell;

use super::style;
use crate::digits::{exact, grouped};
use results::{Document, Fit, PlatformRun, Series};
use stats::scaling::Relation;

/// Heights of a plot's bars, for normalised costs from 0 to 2.
const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// Columns before the first number.
const LEADING: usize = 2;

/// A table for each platform with a series; empty where there is none.
pub(crate) fn render(document: &Document, colour: bool) -> String {
    let tables = document.platforms.iter().filter(|run| !run.scaling.is_empty());
    tables.map(|run| table(run, colour)).collect::<Vec<_>>().join("\n")
}

fn table(run: &PlatformRun, colour: bool) -> String {
    let header =
        ["benchmark", "T(C) is", "fixed a", "each b", "R²", "N for 1 %", "paper's N", "T/(b·C)"];
    let mut table = style::new_table(&header, colour);
    let mut unfit = String::new();
    for series in &run.scaling {
        match &series.fit {
            Some(fit) => {
                table.add_row(row(series, fit));
            }
            None => {
                unfit += &format!(" {}: no verdict: {}\n", series.benchmark, series.why_unfit());
            }
        }
    }
    style::align_right_from(&mut table, LEADING);
    let counts = run.scaling.iter().max_by_key(|series| series.points.len());
    let counts: Vec<_> =
        counts.into_iter().flat_map(|s| &s.points).map(|p| short(p.count)).collect();
    let title = format!(
        " Cost against count on {}: T(C) = a + b·C, at C = {}\n",
        run.label,
        counts.join(" ")
    );
    title + &style::text(&table) + &unfit
}

fn row(series: &Series, fit: &Fit) -> Vec<Cell> {
    let enough = fit.enough.map_or_else(|| "–".to_owned(), |n| grouped(&n.to_string()));
    let (low, high) = series.paper;
    let paper = match (low, high) {
        (0, 0) => String::new(),
        _ if low == high => short(low),
        _ => format!("{}–{}", short(low), short(high)),
    };
    [
        series.benchmark.clone(),
        verdict(fit.relation).to_owned(),
        exact(fit.fixed),
        exact(fit.per_operation),
        format!("{:.4}", fit.r_squared),
        enough,
        paper,
        plot(series, fit),
    ]
    .into_iter()
    .map(Cell::new)
    .collect()
}

/// The relation in words.
pub(crate) fn verdict(relation: Relation) -> &'static str {
    match relation {
        Relation::Linear => "linear",
        Relation::Affine => "affine",
        Relation::NotLinear => "not linear",
    }
}

/// A count as the paper writes it: 10K, 1M.
fn short(count: u64) -> String {
    match count {
        _ if count >= 1_000_000 && count.is_multiple_of(1_000_000) => {
            format!("{}M", count / 1_000_000)
        }
        _ if count >= 1000 && count.is_multiple_of(1000) => format!("{}K", count / 1000),
        _ => count.to_string(),
    }
}

/// A bar for each count, half as high as the plot where T = b·C, and the two ends in numbers.
fn plot(series: &Series, fit: &Fit) -> String {
    let normalised = |p: &results::Total| p.total / (fit.per_operation * p.count as f64);
    let values: Vec<f64> = series.points.iter().map(normalised).collect();
    let (Some(first), Some(last)) = (values.first(), values.last()) else { return String::new() };
    let bars: String = values.iter().map(|value| bar(*value)).collect();
    format!("{first:.2} {bars} {last:.2}")
}

fn bar(value: f64) -> char {
    let top = BARS.len() - 1;
    let mut level = 0;
    while level < top && (level as f64 + 0.5) < value / 2.0 * top as f64 {
        level += 1;
    }
    BARS[level]
}

#[cfg(test)]
mod tests {
    use super::*;
    use results::Total;

    #[test]
    fn a_plot_is_level_where_cost_is_proportional_and_falls_with_a_fixed_cost() {
        let shape = |total: fn(f64) -> f64| {
            let counts = [10, 32, 100, 316, 1000, 3162, 10_000];
            let point = |count| Total { count, total: total(count as f64), margin: 0.0 };
            let series = Series::new("in", (10, 100), counts.map(point).to_vec(), String::new());
            plot(&series, &series.fit.unwrap())
        };
        assert_eq!(shape(|c| 4.0 * c), "1.00 ▄▄▄▄▄▄▄ 1.00");
        assert!(
            shape(|c| 500.0 + 20.0 * c).starts_with("3.50 █▇▅"),
            "{}",
            shape(|c| 500.0 + 20.0 * c)
        );
    }
}
