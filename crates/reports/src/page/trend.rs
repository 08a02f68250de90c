//! Costs over time as a page: a small chart of each benchmark, and what changed at their steps.

use maud::{Markup, html};

use super::assets;
use super::chart::{WIDTH, chart};
use super::part::{Part, chance, raw, sortable};
use super::shell::Shell;
use crate::figures::{change, course};
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
        heading: finding(trend),
        subject: span(trend),
        opening: Some(opening(trend)),
        facts: vec![
            (results as u64, "results"),
            (trend.series.len() as u64, "costs"),
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

/// The greatest step.
fn greatest(trend: &Trend) -> Option<(&Course, &Step)> {
    let size = |(_, step): &(&Course, &Step)| (step.after / step.before).ln().abs();
    all_steps(trend).max_by(|a, b| size(a).total_cmp(&size(b)))
}

/// The greatest step in few words.
fn finding(trend: &Trend) -> String {
    match greatest(trend) {
        Some((course, step)) => {
            format!("{} on {}: {}", course.benchmark, course.platform, change(step))
        }
        None => "No cost has stepped".to_owned(),
    }
}

/// The same with what stands behind it.
fn opening(trend: &Trend) -> Markup {
    let Some((course, step)) = greatest(trend) else {
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
        body: html! { div.grid { @for course in series { (card(course)) } } },
    })
}

fn card(one: &Course) -> Markup {
    let changes: Vec<String> = one.steps.iter().map(change).collect();
    let about = html! {
        (one.platform) @if !changes.is_empty() { span.failed { " " (changes.join(", ")) } }
    };
    chart(&course(one, WIDTH), &about)
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
