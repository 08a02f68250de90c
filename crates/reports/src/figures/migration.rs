//! What operations cost while their guest was moved: a dot a batch, with the phases of the move.

use std::collections::BTreeSet;
use std::fmt::Write;

use maud::{Markup, html};

use super::axis::{Axis, number};
use super::marks::{across, area, down, line, text};
use super::{Drawing, TOGETHER};
use crate::MIGRATION_PHASES;
use crate::digits::time;
use analysis::platform_set::{LabelledRun, PlatformSet};
use results::{Boot, Measured, Migration};

/// Height in pixels, and where the plot begins and ends.
const HEIGHT: f64 = 230.0;
const PLOT: (f64, f64) = (42.0, HEIGHT - 36.0);
const LEFT: f64 = 52.0;
const RIGHT: f64 = 24.0;

/// Batches that lie in the same square of so many pixels are one dot.
const SQUARE: f64 = 2.0;

/// The batches of a benchmark on the time of its host: the guest's counter stands while it is moved.
struct Course {
    /// When each batch began, in seconds since the benchmark did, and what an operation cost, in ns.
    batches: Vec<(f64, f64)>,
    /// When the phases meanwhile, at a stop and after began.
    edges: [f64; 3],
    end: f64,
}

/// A figure of each benchmark that ran at both ends of a move, by the first such boot of each platform.
pub fn migrations(set: &PlatformSet, width: f64) -> Vec<Drawing> {
    set.runs().enumerate().flat_map(|(index, labelled)| of_run(index, labelled, width)).collect()
}

fn of_run(index: usize, labelled: LabelledRun, width: f64) -> Vec<Drawing> {
    let found = labelled.run.benchmarks.iter().filter_map(|summary| {
        let mut parts = labelled.run.boots.iter().flat_map(|boot| {
            let measured = boot.benchmarks.iter().filter(|m| m.name == summary.name);
            measured.filter_map(move |m| Some((boot, course(boot, m)?)))
        });
        let (boot, course) = parts.next()?;
        let stopped = time((course.edges[2] - course.edges[1]) * 1e9, 3);
        let (name, label) = (&summary.name, labelled.label);
        Some(Drawing {
            name: format!("migration:{name}:{label}"),
            title: format!("{name} on {label}, boot {}", boot.round),
            description: format!(
                "{} batches of {name}, each at the time of the host at which it began, upwards what an \
                 operation cost in ns; the guest stood still for {stopped}",
                course.batches.len()
            ),
            remark: None,
            size: (width, HEIGHT),
            marks: course.marks(index % TOGETHER, width),
        })
    });
    found.collect()
}

/// The course of `measured`; `None` where its guest was not moved meanwhile, or it did not say when.
fn course(boot: &Boot, measured: &Measured) -> Option<Course> {
    let migration = boot.migration.as_ref()?;
    migration.phases(measured)?;
    let hz = boot.guest.timer.as_ref()?.hz.filter(|hz| *hz > 0)? as f64;
    let windows = &measured.series.as_ref()?.windows;
    let [meanwhile, after] = [&migration.first_meanwhile, &migration.first_after];
    let (meanwhile, after) = (meanwhile.as_ref()?.i, after.as_ref()?.i);
    let stood = stood_still(migration) / 1e9;
    let seconds = |ticks: u64| ticks as f64 / hz;
    let begin = |i: u64| windows.iter().find(|w| w.i >= i).map(|w| seconds(w.from));
    let stop = begin(after)?;
    let edges = [begin(meanwhile)?, stop, stop + stood];
    let n = measured.plan.as_ref()?.n;
    let mut samples = measured.samples.iter().peekable();
    let batches: Vec<(f64, f64)> = windows
        .iter()
        .filter_map(|window| {
            while samples.peek().is_some_and(|sample| sample.i < window.i) {
                samples.next();
            }
            let sample = samples.peek().filter(|sample| sample.i == window.i)?;
            let shift = if window.i >= after { stood } else { 0.0 };
            let cost = stats::cost(sample.run, sample.control, n)? / hz * 1e9;
            (cost > 0.0).then_some((seconds(window.from) + shift, cost))
        })
        .collect();
    let end = batches.last()?.0.max(edges[2]);
    Some(Course { batches, edges, end })
}

/// For how many nanoseconds the guest stood still: as both monitors say, or else as its console was silent.
fn stood_still(migration: &Migration) -> f64 {
    migration.stopped_ns.or(migration.silence_ns()).unwrap_or_default() as f64
}

impl Course {
    fn marks(&self, colour: usize, width: f64) -> Markup {
        let x = Axis::linear(0.0, self.end, 4.0).along(LEFT, width - RIGHT);
        let y = Axis::log(self.batches.iter().map(|batch| batch.1)).along(PLOT.1, PLOT.0);
        let [meanwhile, stop, after] = self.edges.map(|edge| x.at(edge));
        let places = [
            f64::midpoint(x.start, meanwhile),
            f64::midpoint(meanwhile, stop),
            f64::midpoint(after, x.end),
        ];
        html! { g class=(format!("c{colour}")) {
            (text("", (LEFT, PLOT.0 - 12.0), "end", "ns"))
            (across(&y, (x.start, x.end), number))
            (down(&x, PLOT, number))
            (text("", (f64::midpoint(x.start, x.end), HEIGHT - 10.0), "middle", "s"))
            g.stopped { (area((stop, PLOT.0), (after, PLOT.1), "the guest stood still")) }
            @for edge in [meanwhile, stop, after] { (line("step", (edge, PLOT.0), (edge, PLOT.1))) }
            // Names one above the other, so that a short phase has room for its own.
            @for ((place, name), row) in places.into_iter().zip(MIGRATION_PHASES).zip([0.0, 1.0, 0.0]) {
                (text("small", (place, 8.0 + 12.0 * row), "middle", name))
            }
            path.dots d=(self.dots(&x, &y)) {}
        } }
    }

    /// The batches as lines of no length, whose round ends are the dots.
    fn dots(&self, x: &Axis, y: &Axis) -> String {
        let square = |place: f64| ((place / SQUARE).round() * SQUARE).to_bits();
        let places = self.batches.iter().map(|(at, cost)| [x.at(*at), y.at(*cost)].map(square));
        let places: BTreeSet<[u64; 2]> = places.collect();
        places.iter().fold(String::new(), |mut path, place| {
            let [x, y] = place.map(f64::from_bits);
            let _ = write!(path, "M{x} {y}h0");
            path
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use results::{BatchOf, Plan, Sample, TimeSeries, Timer, Window};

    #[test]
    fn batches_after_a_stop_are_later_by_it() {
        let sample = |i| Sample { i, run: 100, ..Sample::default() };
        let window =
            |i: u64| Window { i, from: 1000 * i, length: 100, seen: 1, ..Window::default() };
        let series = TimeSeries { what: "batch".into(), windows: (0..9).map(window).collect() };
        let measured = Measured {
            plan: Some(Plan { n: 10, batches: 9, why: String::new() }),
            samples: (0..9).filter(|i| *i != 1).map(sample).collect(),
            series: Some(series),
            ..Measured::unfinished("write", "memory", "")
        };
        let batch = |i| Some(BatchOf { benchmark: "write".into(), i });
        let migration = Migration {
            stopped_ns: Some(5_000_000_000),
            first_meanwhile: batch(3),
            first_after: batch(6),
            ..Migration::default()
        };
        let mut boot = Boot { migration: Some(migration), ..Boot::default() };
        boot.guest.timer = Some(Timer { hz: Some(1000), ..Timer::default() });
        let course = course(&boot, &measured).unwrap();
        let times: Vec<f64> = course.batches.iter().map(|batch| batch.0).collect();
        assert_eq!(times, [0.0, 2.0, 3.0, 4.0, 5.0, 11.0, 12.0, 13.0]);
        assert_eq!((course.edges, course.end), ([3.0, 6.0, 11.0], 13.0));
        assert!(super::course(&Boot::default(), &measured).is_none());
    }
}
