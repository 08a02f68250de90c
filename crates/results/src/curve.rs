//! Costs of a family whose names end in a size or a length, as a curve with its knees.

use crate::{PlatformRun, Quantity, Summary};

/// Points that make a curve, and how many times the first the last has to be.
const POINTS: usize = 4;
const REACH: u64 = 16;

/// How much the slope of the curve's logarithms has to change at a knee. A curve that is flat has
/// slope 0, one whose cost grows as its size slope 1.
const BEND: f64 = 0.4;

/// The costs of a family on a platform.
#[derive(Debug, Clone, PartialEq)]
pub struct Curve<'a> {
    /// The family: its benchmarks' names without the size.
    pub name: &'a str,
    /// What is known of each size, ascending.
    pub points: Vec<Point<'a>>,
}

/// One benchmark of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point<'a> {
    /// The size as the name has it, such as `4k`.
    pub label: &'a str,
    /// The size.
    pub size: u64,
    /// The cost of an operation, positive.
    pub cost: Quantity,
}

/// Where a curve bends.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Knee<'a> {
    /// The point at which it does.
    pub at: Point<'a>,
    /// The next one.
    pub next: Point<'a>,
    /// Whether it grows faster from there than before, rather than more slowly.
    pub upwards: bool,
}

/// The curves of `run`, in the order of their first benchmarks.
pub fn curves(run: &PlatformRun) -> Vec<Curve<'_>> {
    let mut curves: Vec<Curve> = Vec::new();
    for (name, point) in run.benchmarks.iter().filter_map(point) {
        match curves.iter_mut().find(|curve| curve.name == name) {
            Some(curve) => curve.points.push(point),
            None => curves.push(Curve { name, points: vec![point] }),
        }
    }
    for curve in &mut curves {
        curve.points.sort_by_key(|point| point.size);
    }
    curves.retain(Curve::is_one);
    curves
}

/// The family of a benchmark and its place in it; `None` where its name ends in no size, or it has
/// no positive cost.
fn point(summary: &Summary) -> Option<(&str, Point<'_>)> {
    let (name, label) = summary.name.rsplit_once('-')?;
    let digits = label.trim_end_matches(['k', 'm', 'g']);
    let factor = match &label[digits.len()..] {
        "" => 1,
        "k" => 1 << 10,
        "m" => 1 << 20,
        "g" => 1 << 30,
        _ => return None,
    };
    let size = digits.parse::<u64>().ok().filter(|size| *size > 0)?.checked_mul(factor)?;
    let cost = Quantity::of(summary).filter(|cost| cost.value > 0.0)?;
    Some((name, Point { label, size, cost }))
}

impl<'a> Curve<'a> {
    fn is_one(&self) -> bool {
        let ends = self.points.first().zip(self.points.last());
        let reaches = ends.is_some_and(|(first, last)| last.size / first.size >= REACH);
        self.points.len() >= POINTS && reaches
    }

    /// Where it bends by more than its intervals leave open.
    pub fn knees(&self) -> Vec<Knee<'a>> {
        let knee = |three: &[Point<'a>]| {
            let [before, at, next] = three.try_into().ok()?;
            let (first, second) = (slope(before, at), slope(at, next));
            let open = first.1.hypot(second.1);
            let bend = second.0 - first.0;
            (bend.abs() > BEND + open).then_some(Knee { at, next, upwards: bend > 0.0 })
        };
        self.points.windows(3).filter_map(knee).collect()
    }
}

/// The slope between two points in logarithms, and how far its interval reaches to either side.
fn slope(from: Point, to: Point) -> (f64, f64) {
    let width = (to.size as f64 / from.size as f64).ln();
    let margin = |cost: Quantity| {
        let relative = (cost.high / cost.value).ln().max((cost.value / cost.low.max(1e-9)).ln());
        if cost.has_interval { relative } else { 0.0 }
    };
    let rise = (to.cost.value / from.cost.value).ln();
    (rise / width, margin(from.cost).hypot(margin(to.cost)) / width)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Status;

    fn run(costs: &[(&str, f64)], error: f64) -> PlatformRun {
        let summary = |(name, cost): &(&str, f64)| Summary {
            value: Some(*cost),
            low: Some(cost * (1.0 - error)),
            high: Some(cost * (1.0 + error)),
            ..Summary::without_value(name, "memory", Status::Ok, String::new())
        };
        PlatformRun { benchmarks: costs.iter().map(summary).collect(), ..PlatformRun::default() }
    }

    const WALK: [(&str, f64); 5] = [
        ("walk-4k", 2.0),
        ("walk-64k", 2.0),
        ("walk-1m", 2.1),
        ("walk-16m", 20.0),
        ("walk-256m", 21.0),
    ];

    #[test]
    fn a_family_by_size_is_a_curve_with_knees() {
        let run = run(&WALK, 0.01);
        let [curve] = &curves(&run)[..] else { panic!() };
        assert_eq!((curve.name, curve.points[4].size), ("walk", 256 << 20));
        let knees: Vec<_> = curve.knees().iter().map(|k| (k.at.label, k.upwards)).collect();
        assert_eq!(knees, [("1m", true), ("16m", false)]);
    }

    #[test]
    fn a_bend_within_the_intervals_is_none() {
        assert_eq!(curves(&run(&WALK, 0.9))[0].knees(), []);
    }

    #[test]
    fn few_sizes_or_close_ones_make_no_curve() {
        assert_eq!(curves(&run(&WALK[..3], 0.0)), []);
        let widths = [("in-8", 1.0), ("in-16", 1.0), ("in-32", 1.0), ("in-64", 1.0)];
        assert_eq!(curves(&run(&widths, 0.0)), []);
        assert_eq!(curves(&run(&[("set-cr3", 1.0), ("cpuid-0xd", 1.0)], 0.0)), []);
    }
}
