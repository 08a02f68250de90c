//! Costs over time as a page: a small chart of each benchmark, and what changed at their steps.

use std::fmt::Write;

use maud::{Markup, html};

use super::assets;
use super::multiple::{BOTTOM, HEIGHT, LEFT, RIGHT, Scale, TOP, card, label, line, short};
use super::part::{Part, chance, raw, sortable};
use super::shell::Shell;
use crate::{figure_text, percent_text};
use analysis::trend::{Course, Differs, Point, Step, Trend};

/// The steps' table, and that of all results.
const STEPS: [&str; 9] = [
    "benchmark",
    "platform",
    "since",
    "file",
    "change",
    "before",
    "after",
    "p",
    "what changed with it",
];
const SERIES: [&str; 8] =
    ["benchmark", "platform", "results", "first", "last", "least", "most", "steps"];

/// The page of `trend`.
pub fn page(trend: &Trend) -> String {
    let steps = trend.series.iter().map(|course| course.steps.len()).sum::<usize>() as u64;
    let stepped = trend.series.iter().filter(|course| !course.steps.is_empty()).count() as u64;
    let results = trend.series.iter().map(|course| course.points.len()).max().unwrap_or_default();
    let parts: Vec<Part> = [steps_part(trend), charts_part(trend), Some(table_part(trend))]
        .into_iter()
        .flatten()
        .collect();
    let shell = Shell {
        title: "What virtualization costs over time".to_owned(),
        heading: "Costs over time",
        subject: span(trend),
        opening: Some(opening(trend)),
        facts: vec![
            (results as u64, "results"),
            (trend.series.len() as u64, "benchmarks on a platform"),
            (stepped, "with steps"),
            (steps, "steps"),
        ],
        circumstances: html! {},
        programs: assets::OF_OVERVIEWS,
    };
    shell.around(&parts)
}

/// From when to when.
fn span(trend: &Trend) -> String {
    let started =
        || trend.series.iter().flat_map(|c| &c.points).map(|point| point.started.as_str());
    match (started().min(), started().max()) {
        (Some(first), Some(last)) => format!("{first} to {last}"),
        _ => "no costs".to_owned(),
    }
}

/// The greatest step, in words.
fn opening(trend: &Trend) -> Markup {
    let size = |(_, step): &(&Course, &Step)| (step.after / step.before).ln().abs();
    let Some((course, step)) = all_steps(trend).max_by(|a, b| size(a).total_cmp(&size(b))) else {
        return html! { "No cost has stepped by " (percent_text(trend.threshold)) " or more." };
    };
    let with = step.differs.iter().find(|differs| differs.field.ends_with("version"));
    html! {
        "The greatest step is that of " b { (course.benchmark) } " on " b { (course.platform) } ": "
        b { (change(step)) } ", from " (figure_text(step.before)) " to " (figure_text(step.after))
        ", since " (since(course, step).map_or("", |point| &point.started))
        @if let Some(with) = with.or(step.differs.first()) { ", together with " (difference(with)) }
        "."
    }
}

fn all_steps(trend: &Trend) -> impl Iterator<Item = (&Course, &Step)> {
    trend.series.iter().flat_map(|course| course.steps.iter().map(move |step| (course, step)))
}

fn since<'a>(course: &'a Course, step: &Step) -> Option<&'a Point> {
    course.points.get(step.at)
}

fn change(step: &Step) -> String {
    let sign = if step.share < 0.0 { "−" } else { "+" };
    format!("{sign}{}", percent_text(step.share.abs()))
}

fn difference(differs: &Differs) -> Markup {
    let text = |value: &Option<String>| value.clone().unwrap_or_else(|| "unknown".to_owned());
    html! { (differs.field) ": " (text(&differs.before)) " → " (text(&differs.after)) }
}

fn steps_part(trend: &Trend) -> Option<Part> {
    all_steps(trend).next()?;
    let rows = html! {
        @for (course, step) in all_steps(trend) {
            @let point = since(course, step);
            tr {
                td { (course.benchmark) } td { (course.platform) }
                td { (point.map_or("", |point| &point.started)) } td { (point.map_or("", |point| &point.file)) }
                td { (change(step)) } td { (raw(Some(step.before))) } td { (raw(Some(step.after))) }
                td { (chance(step.p_value)) }
                td {
                    @for (index, differs) in step.differs.iter().enumerate() {
                        @if index > 0 { br; } (difference(differs))
                    }
                }
            }
        }
    };
    Some(Part {
        id: "steps",
        short: "Steps",
        title: "Where costs step",
        lead: html! { p {
            "Steps of " (percent_text(trend.threshold)) " and more, each with the first result after \
             it, and with what of the environment is not the same right before and right after."
        } },
        body: sortable("steps-table", "Where costs step", &STEPS, &rows),
    })
}

fn charts_part(trend: &Trend) -> Option<Part> {
    let mut series: Vec<&Course> = trend.series.iter().collect();
    series.sort_by_key(|course| course.steps.is_empty());
    (!series.is_empty()).then(|| Part {
        id: "charts",
        short: "Charts",
        title: "Every benchmark",
        lead: html! { p {
            "A dot is a result, the oldest to the left. The line is the median between steps; where a \
             cost steps it is marked with the change. Those that step come first. A chart is at least \
             as high as 10 % of the cost, so that noise does not look like more."
        } },
        body: html! { div.grid.small { @for course in series { (chart(course)) } } },
    })
}

fn chart(course: &Course) -> Markup {
    let values = || course.points.iter().map(|point| point.value);
    let (least, most) = values().fold((f64::INFINITY, 0.0f64), |(l, m), v| (l.min(v), m.max(v)));
    let middle = f64::midpoint(least, most);
    let half = ((most - least) / 2.0).max(0.05 * middle);
    let y = Scale::new((middle - half, middle + half), (BOTTOM, TOP));
    let x = Scale::new((0.0, course.points.len().saturating_sub(1) as f64), (LEFT, RIGHT));
    let changes: Vec<String> = course.steps.iter().map(change).collect();
    let says = format!(
        "{} on {}: {} results from {} to {}; steps: {}",
        course.benchmark,
        course.platform,
        course.points.len(),
        figure_text(least),
        figure_text(most),
        if changes.is_empty() { "none".to_owned() } else { changes.join(", ") }
    );
    let about = html! {
        (course.platform) @if !changes.is_empty() { span.failed { " " (changes.join(", ")) } }
    };
    let drawing = html! {
        @for value in [middle - half, middle + half] {
            (line("axis", (LEFT, y.at(value)), (RIGHT, y.at(value))))
            (label(LEFT - 6.0, y.at(value) + 4.0, "end", &short(value)))
        }
        @for (at, align) in [(0, "start"), (course.points.len().saturating_sub(1), "end")] {
            @if let Some(point) = course.points.get(at) {
                (label(x.at(at as f64), HEIGHT - 4.0, align, day(&point.started)))
            }
        }
        path.dots d=(dots(course, x, y)) {}
        @for (from, to, value) in levels(course) {
            (line("level", (x.at(from), y.at(value)), (x.at(to), y.at(value))))
        }
        @for step in &course.steps {
            @let place = x.at(step.at as f64 - 0.5);
            g {
                title { (change(step)) " since " (since(course, step).map_or("", |p| &p.started)) }
                (line("step", (place, TOP), (place, BOTTOM)))
                (label(place, TOP - 3.0, anchor(place), &change(step)))
            }
        }
    };
    card(&course.benchmark, &about, &says, &drawing)
}

/// Where a text stands to its place, so that it does not leave the chart.
fn anchor(place: f64) -> &'static str {
    match place {
        left if left < LEFT + 30.0 => "start",
        right if right > RIGHT - 30.0 => "end",
        _ => "middle",
    }
}

/// The day of a time.
fn day(started: &str) -> &str {
    started.split('T').next().unwrap_or_default()
}

/// Every result as a line of no length, whose round ends are the dot.
fn dots(course: &Course, x: Scale, y: Scale) -> String {
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

fn table_part(trend: &Trend) -> Part {
    let rows = html! {
        @for course in &trend.series {
            @let values: Vec<f64> = course.points.iter().map(|point| point.value).collect();
            tr {
                td { (course.benchmark) } td { (course.platform) } td { (values.len()) }
                td { (raw(values.first().copied())) } td { (raw(values.last().copied())) }
                td { (raw(values.iter().copied().reduce(f64::min))) }
                td { (raw(values.iter().copied().reduce(f64::max))) }
                td { (course.steps.len()) }
            }
        }
    };
    Part {
        id: "series",
        short: "Figures",
        title: "All series",
        lead: html! { p { "Every digit of every result is in the same command's --format csv." } },
        body: sortable("series-table", "All series", &SERIES, &rows),
    }
}
