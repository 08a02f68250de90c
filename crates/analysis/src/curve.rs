//! Costs of a family whose names end in a size, a length or a number of CPUs, as a curve with its
//! knees.

use results::{PlatformRun, Quantity, Summary};

/// What the members of a family differ in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dimension {
    /// A size or a length: names end in a number, or in one of KiB, MiB or GiB (`k`, `m`, `g`).
    Size,
    /// How many CPUs take part: names end in `1cpu` or a number and `cpus`.
    Cpus,
}

impl Dimension {
    /// How many points make a curve, and how many times the first the last has to be. Widths of 8
    /// to 64 bits are none; four CPUs, of which one asks one to three others, are.
    fn least(self) -> (usize, u64) {
        match self {
            Self::Size => (4, 16),
            Self::Cpus => (3, 3),
        }
    }
}

/// How much the slope of the curve's logarithms has to change at a knee. A curve that is flat has
/// slope 0, one whose cost grows as its size slope 1.
const BEND: f64 = 0.4;

/// The costs of a family on a platform.
#[derive(Debug, Clone, PartialEq)]
pub struct Curve<'a> {
    /// The family: its benchmarks' names without the size.
    pub name: &'a str,
    /// What they differ in.
    pub by: Dimension,
    /// What is known of each size, ascending.
    pub points: Vec<Point<'a>>,
}

/// One benchmark of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point<'a> {
    /// The size as the name has it, such as `4k` or `3cpus`.
    pub label: &'a str,
    /// The size, in bytes where the name has a unit; or the number of CPUs.
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
    for (name, by, point) in run.benchmarks.iter().filter_map(point) {
        match curves.iter_mut().find(|curve| (curve.name, curve.by) == (name, by)) {
            Some(curve) => curve.points.push(point),
            None => curves.push(Curve { name, by, points: vec![point] }),
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
fn point(summary: &Summary) -> Option<(&str, Dimension, Point<'_>)> {
    let (name, label) = summary.name.rsplit_once('-')?;
    let digits = label.trim_end_matches(|c: char| !c.is_ascii_digit());
    let (by, factor) = match &label[digits.len()..] {
        "" => (Dimension::Size, 1),
        "k" => (Dimension::Size, 1 << 10),
        "m" => (Dimension::Size, 1 << 20),
        "g" => (Dimension::Size, 1 << 30),
        "cpu" | "cpus" => (Dimension::Cpus, 1),
        _ => return None,
    };
    let size = digits.parse::<u64>().ok().filter(|size| *size > 0)?.checked_mul(factor)?;
    let cost = Quantity::of(summary).filter(|cost| cost.value > 0.0)?;
    Some((name, by, Point { label, size, cost }))
}

impl<'a> Curve<'a> {
    fn is_one(&self) -> bool {
        let (points, reach) = self.by.least();
        let ends = self.points.first().zip(self.points.last());
        let reaches = ends.is_some_and(|(first, last)| last.size / first.size >= reach);
        self.points.len() >= points && reaches
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
    use results::Status;

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
    fn a_family_by_number_of_cpus_is_a_curve_from_three_others_on() {
        let costs = [("ipi-1cpu", 10.0), ("ipi-2cpus", 11.0), ("ipi-3cpus", 40.0)];
        let all = [&costs[..], &[("ipi", 40.0), ("ipi-4k", 1.0)]].concat();
        let run = run(&all, 0.01);
        let [curve] = &curves(&run)[..] else { panic!() };
        assert_eq!((curve.name, curve.by, curve.points.len()), ("ipi", Dimension::Cpus, 3));
        assert_eq!(curve.knees()[0].at.label, "2cpus");
        assert_eq!(curves(&self::run(&costs[..2], 0.01)), []);
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

    #[test]
    fn sizes_are_read_with_their_unit_and_what_costs_nothing_is_no_point() {
        let costs = ["x-3", "x-3k", "x-3m", "x-3g", "x-0", "x-3t"].map(|name| (name, 1.0));
        let run = run(&[&costs[..], &[("x-5", 0.0)]].concat(), 0.0);
        let sizes = run.benchmarks.iter().filter_map(point).map(|(_, _, point)| point.size);
        assert_eq!(sizes.collect::<Vec<_>>(), [3, 3 << 10, 3 << 20, 3 << 30]);
    }

    /// Four times the size at four times the cost, each of which may be half as much.
    #[test]
    fn a_slope_is_one_where_cost_grows_as_size_does() {
        let at = |size: u64| {
            let value = size as f64;
            let cost = Quantity { low: value / 2.0, ..Quantity::exact(value) };
            Point { label: "", size, cost }
        };
        let (rise, open) = slope(at(4), at(16));
        assert!((rise - 1.0).abs() < 1e-12, "{rise}");
        let expected = 2f64.ln() * 2f64.sqrt() / 4f64.ln();
        assert!((open - expected).abs() < 1e-12, "{open}");
        let dearer = |point: Point<'static>| {
            let cost =
                Quantity { high: 2.0 * point.cost.value, ..Quantity::exact(point.cost.value) };
            Point { cost, ..point }
        };
        let (_, open) = slope(dearer(at(4)), dearer(at(16)));
        assert!((open - expected).abs() < 1e-12, "{open}");
    }
}
