//! Values over time, and how they are distributed.

use std::collections::BTreeSet;
use std::fmt::Write;

use maud::{Markup, html};

use super::axis::{Axis, number};
use super::histogram::HEIGHT as HISTOGRAM;
use super::marks::{across, down, line, text};
use super::{Drawing, TOGETHER, latency};
use crate::digits::{counted, time};
use analysis::platform_set::{LabelledRun, PlatformSet};
use results::{Boot, Measured, Taken, TimeSeries, Train};
use stats::histogram::index_of;

/// Height in pixels, and where the plot begins and ends.
const HEIGHT: f64 = 210.0;
const PLOT: (f64, f64) = (22.0, HEIGHT - 36.0);
const LEFT: f64 = 52.0;
const RIGHT: f64 = 24.0;

/// Points that lie in the same square of so many pixels are one dot: a page of a million would not open.
const SQUARE: f64 = 2.0;

/// Trains whose names stand beside the histogram's bars.
const NAMED: usize = 4;

/// Digits of a period.
const DIGITS: u32 = 4;

/// One boot's series.
struct Seen<'a> {
    labelled: LabelledRun<'a>,
    colour: usize,
    boot: usize,
    measured: &'a Measured,
    series: &'a TimeSeries,
    /// Seconds of a tick; 1 where the counter's rate is not known.
    tick: f64,
    taken: Option<&'a Taken>,
}

/// Two figures of each benchmark that keeps values over time, by the boot with most of them on each
/// platform: its course, and how its values are distributed.
pub fn series(set: &PlatformSet, width: f64) -> Vec<Drawing> {
    let all = set.runs().enumerate().flat_map(|(index, labelled)| fullest(index, labelled));
    all.flat_map(|seen| [seen.course(width), seen.distribution(width)]).flatten().collect()
}

/// Of each benchmark with a series the boot that has most points.
fn fullest(index: usize, labelled: LabelledRun) -> Vec<Seen> {
    let boots = || labelled.run.boots.iter().enumerate();
    let of = |name: &str| {
        let parts =
            boots().flat_map(|(at, boot)| boot.benchmarks.iter().map(move |m| (at, boot, m)));
        let with = parts.filter(|(.., m)| m.name == name);

        let with = with.filter_map(|(at, boot, m)| Some((at, boot, m, of_gaps(m)?)));
        with.max_by_key(|(at, .., series)| (series.points().count(), usize::MAX - at))
    };
    let found = labelled.run.benchmarks.iter().filter_map(|summary| {
        let (boot, about, measured, series) = of(&summary.name)?;
        let (colour, taken) = (index % TOGETHER, summary.taken.as_ref());
        Some(Seen { labelled, colour, boot, measured, series, tick: tick(about), taken })
    });
    found.collect()
}

fn of_gaps(measured: &Measured) -> Option<&TimeSeries> {
    measured.series.as_ref().filter(|series| series.is_of_gaps())
}

/// Seconds of a tick of the guest's counter.
fn tick(boot: &Boot) -> f64 {
    let hz = boot.guest.timer.as_ref().and_then(|timer| timer.hz).filter(|hz| *hz > 0);
    hz.map_or(1.0, |hz| 1.0 / hz as f64)
}

impl Seen<'_> {
    fn name(&self, what: &str) -> String {
        format!("{what}:{}:{}", self.measured.name, self.labelled.label)
    }

    fn title(&self, what: &str) -> String {
        let boot = self.boot + 1;
        format!("{} on {}, {what}, boot {boot}", self.measured.name, self.labelled.label)
    }

    fn unit(&self) -> &'static str {
        if self.tick < 1.0 { "s" } else { "ticks" }
    }

    fn period(&self, train: &Train) -> String {
        match self.tick < 1.0 {
            true => time(train.period * self.tick * 1e9, DIGITS),
            false => format!("{} ticks", number(train.period, 4)),
        }
    }

    /// Every value over the time at which it was seen; `None` without one.
    fn course(&self, width: f64) -> Option<Drawing> {
        let points = || self.series.points().map(|(at, value)| (at as f64, value.max(1) as f64));
        let (least, most) =
            points().fold((f64::INFINITY, 0.0f64), |(a, b), (_, v)| (a.min(v), b.max(v)));
        let window = self.series.windows.last()?;
        let end = window.from.saturating_add(window.length) as f64 * self.tick;
        let x = Axis::linear(0.0, end, 4.0).along(LEFT, width - RIGHT);
        let y = Axis::log([least * self.tick, most * self.tick]).along(PLOT.1, PLOT.0);
        (most > 0.0).then(|| Drawing {
            name: self.name("series"),
            title: self.title("over time"),
            description: self.description(),
            remark: None,
            size: (width, HEIGHT),
            marks: self.marks(&x, &y),
        })
    }

    fn description(&self) -> String {
        let count = counted(self.series.points().count() as u64, "points");
        let missing = match self.series.missing() {
            0 => String::new(),
            missing => format!(", {missing} more were not kept"),
        };
        format!("{count}{missing}; across the time since the benchmark began, upwards the length")
    }

    fn marks(&self, x: &Axis, y: &Axis) -> Markup {
        let trains = self.taken.map(|taken| &taken.trains[..]).unwrap_or_default();
        html! { g class=(format!("c{}", self.colour)) {
            (text("", (LEFT, PLOT.0 - 12.0), "start", self.unit()))
            (across(y, (x.start, x.end), number))
            (down(x, PLOT, number))
            (text("", (f64::midpoint(x.start, x.end), HEIGHT - 10.0), "middle", self.unit()))
            path.dots d=(self.dots(x, y)) {}
            @for train in trains.iter().take(NAMED) {
                @let height = y.at(train.median as f64 * self.tick);
                (line("ink level", (x.start, height), (x.end, height)))
                (text("small", (x.end, height - 6.0), "end", &self.period(train)))
            }
        } }
    }

    /// The points as lines of no length, whose round ends are the dots.
    fn dots(&self, x: &Axis, y: &Axis) -> String {
        let square = |place: f64| (place / SQUARE).round() * SQUARE;
        let places = self.series.points().map(|(at, value)| {
            let place = [x.at(at as f64 * self.tick), y.at(value.max(1) as f64 * self.tick)];
            place.map(|place| square(place).to_bits())
        });
        let places: BTreeSet<[u64; 2]> = places.collect();
        places.iter().fold(String::new(), |mut path, place| {
            let [x, y] = place.map(f64::from_bits);
            let _ = write!(path, "M{x} {y}h0");
            path
        })
    }

    /// How many values there are of each size, in ticks; `None` without one.
    fn distribution(&self, width: f64) -> Option<Drawing> {
        let mut values: Vec<u64> = self.series.points().map(|(_, value)| value).collect();
        values.sort_unstable();
        let mut buckets: Vec<(usize, u64)> = Vec::new();
        for index in values.iter().map(|value| index_of(*value)) {
            match buckets.last_mut() {
                Some(last) if last.0 == index => last.1 += 1,
                _ => buckets.push((index, 1)),
            }
        }
        let trains = self.taken.map(|taken| &taken.trains[..]).unwrap_or_default();
        let name = |train: &Train| format!("every {}", self.period(train));
        let named = trains.iter().take(NAMED).map(|train| (train.median, name(train)));
        let marks = latency::histogram(&buckets, &named.collect::<Vec<_>>(), self.colour, width)?;
        Some(Drawing {
            name: self.name("lengths"),
            title: self.title("by length in ticks"),
            description: format!("{} of each length", counted(values.len() as u64, "points")),
            remark: None,
            size: (width, HISTOGRAM),
            marks,
        })
    }
}
