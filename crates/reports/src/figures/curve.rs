//! Cost by size or by number of CPUs: families whose benchmarks differ in that.

use serde_json::{Value, json};

use super::axis::{Scale, short};
use super::{Drawing, SYMBOLS, TOGETHER, with_name};
use analysis::curve::{Curve, Dimension, Point, curves};
use analysis::platform_set::{LabelledRun, PlatformSet};

/// Height in pixels.
const HEIGHT: u32 = 250;

/// A curve, its platform, and the platform's place among all.
type Drawn<'a> = (usize, LabelledRun<'a>, Curve<'a>);

/// A figure for each family that is a curve on some platform.
pub fn curve_drawings(set: &PlatformSet) -> Vec<Drawing> {
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
    families.iter().map(|drawn| draw(&drawn[0].2, drawn)).collect()
}

fn draw(family: &Curve, drawn: &[Drawn]) -> Drawing {
    let name = family.name;
    let (by, axis) = match family.by {
        Dimension::Size => ("size", "size or length"),
        Dimension::Cpus => ("number of CPUs", "other CPUs"),
    };
    let points = || drawn.iter().flat_map(|(.., curve)| &curve.points);
    let sizes = Scale::log(points().map(|point| point.size as f64));
    let costs = Scale::log(points().flat_map(|p| [p.cost.value, p.cost.low, p.cost.high]));
    let labels: Vec<_> = drawn.iter().map(|(_, subject, _)| subject.label).collect();
    let told: Vec<_> = drawn.iter().map(|(_, subject, curve)| told(subject.label, curve)).collect();
    let unit = drawn.first().map_or(String::new(), |(_, subject, _)| subject.run.unit.to_string());
    Drawing {
        name: format!("curve:{name}"),
        title: format!("{name}: cost by {by}"),
        description: told.join("; "),
        height: HEIGHT,
        option: json!({
            "grid": { "left": 64, "right": 20, "top": 34, "bottom": 44 },
            "legend": { "top": 0, "left": 0, "type": "plain", "data": labels },
            "xAxis": with_name(sizes.axis("@log"), axis),
            "yAxis": with_name(costs.axis("@log"), &unit),
            "series": drawn.iter().map(series).collect::<Vec<_>>(),
        }),
    }
}

/// The knees in words, and of CPUs what all of them cost beside the fewest.
fn told(label: &str, curve: &Curve) -> String {
    let mut parts: Vec<String> = grown(curve).into_iter().collect();
    let knees = curve.knees();
    let knee = |knee: &analysis::curve::Knee| {
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

/// The points: size, cost, and the ends of its interval, as logarithms.
fn series((colour, subject, curve): &Drawn) -> Value {
    let log = |value: f64| short(value.max(1e-9).log10());
    let point = |point: &Point| {
        let cost = point.cost;
        json!([log(point.size as f64), log(cost.value), log(cost.low), log(cost.high)])
    };
    json!({ "type": "line", "name": subject.label, "colour": colour,
        "symbol": SYMBOLS[colour % SYMBOLS.len()], "symbolSize": 8,
        "data": curve.points.iter().map(point).collect::<Vec<_>>() })
}
