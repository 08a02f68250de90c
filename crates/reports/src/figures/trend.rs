//! A cost over time, with the levels between its steps.

use std::fmt::Write;

use maud::{Markup, html};

use super::Drawing;
use super::axis::{Axis, number};
use super::marks::{across, line, text, width};
use crate::{figure_text, percent_text};
use analysis::trend::{Course, Step};

/// Height in pixels, and where the plot begins and ends.
const HEIGHT: f64 = 130.0;
const PLOT: (f64, f64) = (18.0, HEIGHT - 20.0);
const LEFT: f64 = 52.0;
const RIGHT: f64 = 8.0;

/// The costs of `course` as dots, the oldest to the left, and the medians between steps as lines.
pub(crate) fn course(course: &Course, wide: f64) -> Drawing {
    let values = || course.points.iter().map(|point| point.value);
    let (least, most) = values().fold((f64::INFINITY, 0.0f64), |(l, m), v| (l.min(v), m.max(v)));
    let changes: Vec<String> = course.steps.iter().map(change).collect();
    let steps = if changes.is_empty() { "none".to_owned() } else { changes.join(", ") };
    Drawing {
        name: format!("trend:{}:{}", course.benchmark, course.platform),
        title: course.benchmark.clone(),
        description: format!(
            "{} on {}: {} results from {} to {}; steps: {steps}",
            course.benchmark,
            course.platform,
            course.points.len(),
            figure_text(least),
            figure_text(most),
        ),
        remark: None,
        size: (wide, HEIGHT),
        marks: marks(course, (least, most), wide),
    }
}

fn marks(course: &Course, (low, high): (f64, f64), wide: f64) -> Markup {
    let middle = f64::midpoint(low, high);
    // So high at least that noise does not look like more.
    let half = ((high - low) / 2.0).max(0.05 * middle);
    let last = course.points.len().saturating_sub(1);
    let y = Axis::linear(middle - half, middle + half, 2.0).along(PLOT.1, PLOT.0);
    let x = Axis::linear(0.0, last as f64, 1.0).along(LEFT, wide - RIGHT);
    html! { g.c0 {
        (across(&y, (LEFT, wide - RIGHT), number))
        @for (at, align) in [(0, "start"), (last, "end")] {
            @if let Some(point) = course.points.get(at) {
                (text("", (x.at(at as f64), HEIGHT - 8.0), align, day(&point.started)))
            }
        }
        path.dots d=(dots(course, &x, &y)) {}
        @for (from, to, value) in levels(course) {
            (line("ink level", (x.at(from), y.at(value)), (x.at(to), y.at(value))))
        }
        @for step in &course.steps { (mark(course, step, &x)) }
    } }
}

/// The line at a step, with the change above it.
fn mark(course: &Course, step: &Step, x: &Axis) -> Markup {
    let (place, name) = (x.at(step.at as f64 - 0.5), change(step));
    let since = course.points.get(step.at).map_or("", |point| &point.started);
    let room = width(&name) / 2.0 + 2.0;
    let beside = place.clamp(x.start + room, x.end - room);
    html! { g {
        title { (name) " since " (since) }
        (line("step", (place, PLOT.0), (place, PLOT.1)))
        (text("bad", (beside, PLOT.0 - 9.0), "middle", &name))
    } }
}

/// How much a cost steps, with its sign.
pub(crate) fn change(step: &Step) -> String {
    let sign = if step.share < 0.0 { "−" } else { "+" };
    format!("{sign}{}", percent_text(step.share.abs()))
}

/// The day of a time.
fn day(started: &str) -> &str {
    started.split('T').next().unwrap_or_default()
}

/// Every result as a line of no length, whose round ends are the dot.
fn dots(course: &Course, x: &Axis, y: &Axis) -> String {
    let mut path = String::new();
    for (index, point) in course.points.iter().enumerate() {
        let _ = write!(path, "M{} {}h0", x.at(index as f64), y.at(point.value));
    }
    path
}

/// The medians between steps, each with the first and the last result of its level.
fn levels(course: &Course) -> Vec<(f64, f64, f64)> {
    let last = course.points.len().saturating_sub(1) as f64;
    let Some(first) = course.steps.first() else {
        let values: Vec<f64> = course.points.iter().map(|point| point.value).collect();
        return stats::median(&values).map(|median| (0.0, last, median)).into_iter().collect();
    };
    let mut levels = vec![(0.0, first.at as f64 - 1.0, first.before)];
    for (index, step) in course.steps.iter().enumerate() {
        let end = course.steps.get(index + 1).map_or(last, |next| next.at as f64 - 1.0);
        levels.push((step.at as f64, end, step.after));
    }
    levels
}
