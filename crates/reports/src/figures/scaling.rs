//! Cost against count: the paper's Figure 5.

use super::axis::{Axis, times};
use super::lines::{self, Lines};
use super::{Drawing, TOGETHER};
use crate::relation_text;
use analysis::platform_set::{LabelledRun, PlatformSet};
use results::{Fit, Series, Total};

/// A curve: its place among the platforms, the platform, its points and the line through them.
type Curve<'a> = (usize, LabelledRun<'a>, Vec<Total>, Fit);

/// A figure for each benchmark with a line through its totals on some platform.
pub fn scalings(set: &PlatformSet, width: f64) -> Vec<Drawing> {
    let names = set.benchmarks().into_iter().map(|row| row.name);
    let drawn = names.flat_map(|name| {
        let curves: Vec<_> = curves(set, name);
        let groups = curves.chunks(TOGETHER).enumerate();
        groups.map(|(part, group)| draw(name, part, group, width)).collect::<Vec<_>>()
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

fn draw(name: &str, part: usize, curves: &[Curve], width: f64) -> Drawing {
    let number = if part == 0 { String::new() } else { format!(":{}", part + 1) };
    let points =
        || curves.iter().flat_map(|(_, _, points, fit)| points.iter().map(move |p| (p, fit)));
    let ratios = points().map(|(point, fit)| normalised(point.total, point, fit));
    let words = curves.iter().map(|(_, labelled, _, fit)| {
        format!("{}: {}, R² {:.4}", labelled.label, relation_text(fit.relation), fit.r_squared)
    });
    let description = words.collect::<Vec<_>>().join("; ");
    let lines = Lines {
        x: Axis::log(points().map(|(point, _)| point.count as f64)),
        y: Axis::log(ratios.chain([0.8, 1.25])),
        x_name: "operations C",
        y_name: "T(C) / (b·C)",
        y_label: times,
        curves: curves.iter().map(line).collect(),
    };
    let (size, marks) = lines.drawn(width);
    Drawing {
        name: format!("scaling:{name}{number}"),
        title: format!("{name}: cost against count"),
        description,
        remark: None,
        size,
        marks,
    }
}

fn line<'a>((platform, labelled, points, fit): &Curve<'a>) -> lines::Curve<'a> {
    let ratio = |point: &Total, total: f64| normalised(total, point, fit);
    let point = |p: &Total| lines::Point {
        x: p.count as f64,
        y: ratio(p, p.total),
        low: ratio(p, p.total - p.margin),
        high: ratio(p, p.total + p.margin),
    };
    let points = points.iter().map(point).collect();
    lines::Curve { platform: *platform, label: labelled.label, points }
}

/// T(C) / (b·C): 1 where each operation costs what it adds to many.
fn normalised(total: f64, point: &Total, fit: &Fit) -> f64 {
    total / (fit.per_operation * point.count as f64)
}
