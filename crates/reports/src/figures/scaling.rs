//! Cost against count: the paper's Figure 5.

use serde_json::{Value, json};

use super::axis::{Scale, short};
use super::{Drawing, SYMBOLS, TOGETHER, with_name};
use crate::relation_text;
use analysis::platform_set::{LabelledRun, PlatformSet};
use results::{Fit, Series, Total};

/// Height in pixels.
const HEIGHT: u32 = 250;

/// A curve: its place among the platforms, the platform, its points and the line through them.
type Curve<'a> = (usize, LabelledRun<'a>, Vec<Total>, Fit);

/// A figure for each benchmark with a line through its totals on some platform.
pub fn scalings(set: &PlatformSet) -> Vec<Drawing> {
    let names = set.benchmarks().into_iter().map(|row| row.name);
    let drawn = names.flat_map(|name| {
        let curves: Vec<_> = curves(set, name);
        let groups = curves.chunks(TOGETHER).enumerate();
        groups.map(|(part, group)| draw(name, part, group)).collect::<Vec<_>>()
    });
    drawn.collect()
}

fn curves<'a>(set: &'a PlatformSet, name: &str) -> Vec<Curve<'a>> {
    let find = |(index, labelled): (usize, LabelledRun<'a>)| {
        let series: &Series = labelled.run.scaling.iter().find(|s| s.benchmark == name)?;
        let fit = series.fit.filter(|fit| fit.per_operation > 0.0)?;
        let fits = |point: &&Total| normalised(point.total, point, &fit).is_finite();
        let points = series.points.iter().filter(|point| point.is_resolved()).filter(fits);
        Some((index, labelled, points.copied().collect(), fit))
    };
    set.runs().enumerate().filter_map(find).collect()
}

fn draw(name: &str, part: usize, curves: &[Curve]) -> Drawing {
    let number = if part == 0 { String::new() } else { format!(":{}", part + 1) };
    let points =
        || curves.iter().flat_map(|(_, _, points, fit)| points.iter().map(move |p| (p, fit)));
    let counts = Scale::log(points().map(|(point, _)| point.count as f64));
    let costs = Scale::log(
        points().map(|(point, fit)| normalised(point.total, point, fit)).chain([0.8, 1.25]),
    );
    let told = curves.iter().map(|(_, labelled, _, fit)| {
        format!("{}: {}, R² {:.4}", labelled.label, relation_text(fit.relation), fit.r_squared)
    });
    let labels: Vec<_> = curves.iter().map(|curve| curve.1.label).collect();
    Drawing {
        name: format!("scaling:{name}{number}"),
        title: format!("{name}: cost against count"),
        description: told.collect::<Vec<_>>().join("; "),
        height: HEIGHT,
        option: json!({
            "grid": { "left": 56, "right": 20, "top": 34, "bottom": 44 },
            "legend": { "top": 0, "left": 0, "type": "plain", "data": labels },
            "xAxis": with_name(counts.axis("@log"), "operations C"),
            "yAxis": with_name(costs.axis("@ratio"), ""),
            "series": curves.iter().map(series).collect::<Vec<_>>(),
        }),
    }
}

/// The curve's points: count, cost, and the ends of its interval.
fn series((colour, labelled, points, fit): &Curve) -> Value {
    let log = |point: &Total, total: f64| short(normalised(total, point, fit).max(1e-9).log10());
    let point = |p: &Total| {
        let [low, high] = [p.total - p.margin, p.total + p.margin].map(|end| log(p, end));
        json!([short((p.count as f64).log10()), log(p, p.total), low, high])
    };
    json!({ "type": "line", "name": labelled.label, "colour": colour,
        "symbol": SYMBOLS[colour % SYMBOLS.len()], "symbolSize": 8,
        "data": points.iter().map(point).collect::<Vec<_>>() })
}

/// T(C) / (b·C): 1 where each operation costs what it adds to many.
fn normalised(total: f64, point: &Total, fit: &Fit) -> f64 {
    total / (fit.per_operation * point.count as f64)
}
