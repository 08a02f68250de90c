//! Cost by size or by number of CPUs: families whose benchmarks differ in that.

use super::axis::{Axis, number};
use super::lines::{self, Lines};
use super::{Drawing, TOGETHER};
use analysis::curve::{Curve, Dimension, Knee, Point, curves};
use analysis::platform_set::{LabelledRun, PlatformSet};

/// A curve, its platform, and the platform's place among all.
type Drawn<'a> = (usize, LabelledRun<'a>, Curve<'a>);

/// A figure for each family that is a curve on some platform.
pub fn curve_drawings(set: &PlatformSet, width: f64) -> Vec<Drawing> {
    let mut families: Vec<Vec<Drawn>> = Vec::new();
    for (index, subject) in set.runs().enumerate().take(TOGETHER) {
        for curve in curves(subject.run) {
            let of = |curve: &Curve| (curve.name.to_owned(), curve.by);
            let family = families.iter_mut().find(|drawn| of(&drawn[0].2) == of(&curve));
            match family {
                Some(drawn) => drawn.push((index, subject, curve)),
                None => families.push(vec![(index, subject, curve)]),
            }
        }
    }
    families.iter().map(|drawn| draw(&drawn[0].2, drawn, width)).collect()
}

fn draw(family: &Curve, drawn: &[Drawn], width: f64) -> Drawing {
    let name = family.name;
    let (by, axis) = match family.by {
        Dimension::Size => ("size", "size or length"),
        Dimension::Cpus => ("number of CPUs", "other CPUs"),
    };
    let points = || drawn.iter().flat_map(|(.., curve)| &curve.points);
    let words: Vec<_> =
        drawn.iter().map(|(_, subject, curve)| words(subject.label, curve)).collect();
    let unit = drawn.first().map_or(String::new(), |(_, subject, _)| subject.run.unit.to_string());
    let lines = Lines {
        x: Axis::log(points().map(|point| point.size as f64)),
        y: Axis::log(points().flat_map(|p| [p.cost.value, p.cost.low, p.cost.high])),
        x_name: axis,
        y_name: &unit,
        y_label: number,
        curves: drawn.iter().map(line).collect(),
    };
    let (size, marks) = lines.drawn(width);
    Drawing {
        name: format!("curve:{name}"),
        title: format!("{name}: cost by {by}"),
        description: words.join("; "),
        remark: None,
        size,
        marks,
    }
}

/// The knees in words, and of CPUs what all of them cost beside the fewest.
fn words(label: &str, curve: &Curve) -> String {
    let mut parts: Vec<String> = grown(curve).into_iter().collect();
    let knees = curve.knees();
    let knee = |knee: &Knee| {
        let times = knee.next.cost.value / knee.at.cost.value;
        let (at, next) = (place(curve, &knee.at), place(curve, &knee.next));
        match knee.upwards {
            true => format!("rises from {at} on ({times:.1} times to {next})"),
            false => format!("flattens from {at} on"),
        }
    };
    match knees.is_empty() {
        true => parts.push("no knee".to_owned()),
        false => parts.extend(knees.iter().map(knee)),
    }
    format!("{label}: {}", parts.join(", "))
}

/// How many times the cost with the fewest CPUs that with the most is.
fn grown(curve: &Curve) -> Option<String> {
    let [first, .., last] = &curve.points[..] else { return None };
    let times = last.cost.value / first.cost.value;
    let (from, to) = (place(curve, first), place(curve, last));
    (curve.by == Dimension::Cpus).then(|| format!("{times:.1} times from {from} to {to}"))
}

/// A point's place on the curve in words.
fn place(curve: &Curve, point: &Point) -> String {
    match (curve.by, point.size) {
        (Dimension::Size, _) => point.label.to_owned(),
        (Dimension::Cpus, 1) => "1 CPU".to_owned(),
        (Dimension::Cpus, count) => format!("{count} CPUs"),
    }
}

/// The cost by size.
fn line<'a>((platform, subject, curve): &Drawn<'a>) -> lines::Curve<'a> {
    let point = |point: &Point| lines::Point {
        x: point.size as f64,
        y: point.cost.value,
        low: point.cost.low,
        high: point.cost.high,
    };
    let points = curve.points.iter().map(point).collect();
    lines::Curve { platform: *platform, label: subject.label, points }
}
