//! What an operation costs on one build after the other.

use std::collections::BTreeSet;

use maud::html;

use super::Drawing;
use super::axis::{Axis, number};
use super::marks::{across, symbol, text, width};
use crate::figure_text;
use crate::tables::atlas::change;
use analysis::atlas::{Atlas, Build, Column, Kind, Step, Subject};

/// Pixels of the plot's height, of a line of the legend, and of what is around the plot.
const PLOT: f64 = 170.0;
const LEGEND: f64 = 16.0;
const BELOW: f64 = 30.0;
const LEFT: f64 = 52.0;
const RIGHT: f64 = 12.0;

/// The figure of `benchmark` over the versions of `subject`: a line for each platform and each Debian that compiled,
/// builds from left to right.
/// Steps of at least `threshold` within a line are marked where they are a stable update or a new series, the
/// greatest first, as far as there is room.
pub(crate) fn history(
    subject: Subject,
    atlas: &Atlas,
    benchmark: &str,
    threshold: f64,
    wide: f64,
) -> Option<Drawing> {
    let builds = atlas.builds();
    let values: Vec<f64> =
        atlas.columns.iter().flat_map(|it| points(it, benchmark)).map(|it| it.1).collect();
    let (low, high) = values.iter().fold((f64::MAX, 0.0_f64), |(l, h), v| (l.min(*v), h.max(*v)));
    if values.is_empty() {
        return None;
    }
    // So high at least that a single instruction does not look like more.
    let room = ((high - low) * 0.1).max(high * 0.02);
    let shown: Vec<_> = atlas
        .columns
        .iter()
        .enumerate()
        .filter(|(_, it)| points(it, benchmark).next().is_some())
        .collect();
    let top = LEGEND * shown.len() as f64 + 24.0;
    let y = Axis::linear((low - room).max(0.0), high + room, 3.0).along(top + PLOT, top);
    let x = Axis::linear(0.0, builds.len().saturating_sub(1) as f64, 1.0)
        .along(LEFT + 6.0, wide - RIGHT);
    let at = |build: &Build| {
        let index = builds.iter().position(|it| it.name == build.name);
        x.at(index.unwrap_or_default() as f64)
    };
    let is_marked = |it: &&Step| it.benchmark == benchmark && it.kind != Kind::Build;
    let mut steps: Vec<_> = atlas.steps_from(threshold).filter(is_marked).collect();
    steps.sort_by(|a, b| b.share.abs().total_cmp(&a.share.abs()));
    let steps: Vec<_> =
        steps.iter().filter_map(|step| Some((*step, built(atlas, step)?))).collect();
    let marks = html! {
        @for (row, (index, column)) in shown.iter().enumerate() {
            g class=(class(*index)) {
                (symbol(*index, (6.0, LEGEND * row as f64 + 8.0), ""))
            }
            (text("name", (15.0, LEGEND * row as f64 + 8.0), "start", &column.platform))
        }
        (text("", (LEFT, top - 10.0), "start", "instructions"))
        (across(&y, (LEFT, wide - RIGHT), number))
        @for (name, place) in series(&builds, &x) {
            path.axis d=(format!("M{place} {top}V{}", top + PLOT)) {}
            (text("", (place, top + PLOT + 14.0), "middle", name))
        }
        @for (index, column) in &shown {
            g class=(class(*index)) {
                @for of_line in column.lines() {
                    @let found = of_line.iter().filter_map(|it| Some((*it, it.figures.get(benchmark)?)));
                    @let found: Vec<_> = found.filter(|it| !it.1.waits).collect();
                    polyline points=(path(&found.iter().map(|it| (at(it.0), y.at(it.1.value))).collect::<Vec<_>>())) {}
                    @for (build, figure) in &found {
                        @let tip = format!("{}: {} on {}", build.name, figure_text(figure.value), column.platform);
                        (symbol(*index, (at(build), y.at(figure.value)), &tip))
                    }
                }
            }
        }
        @for label in labels(&steps, &at, &y, wide) {
            (text("bad", (label.x, label.y), "middle", &label.text))
        }
    };
    Some(Drawing {
        name: format!("atlas:{}:{benchmark}", subject.key()),
        title: format!("{benchmark} over {} builds of {}", builds.len(), subject.name()),
        description: format!("from {} to {} instructions", figure_text(low), figure_text(high)),
        remark: None,
        size: (wide, top + PLOT + BELOW),
        marks,
    })
}

/// The build that `step` leads to.
fn built<'a>(atlas: &'a Atlas, step: &Step) -> Option<&'a Build> {
    atlas.columns.iter().find(|column| column.platform == step.platform)?.build(&step.to)
}

/// A change beside its point.
struct Label {
    text: String,
    x: f64,
    y: f64,
}

/// Pixels of a label's height.
const HEIGHT: f64 = 12.0;

/// The changes of `steps`, those above their points by which the cost rises; none that would cover one before it.
fn labels(
    steps: &[(&Step, &Build)],
    at: &dyn Fn(&Build) -> f64,
    y: &Axis,
    wide: f64,
) -> Vec<Label> {
    let mut placed: Vec<Label> = Vec::new();
    for (step, build) in steps {
        let text = change(step);
        let half = width(&text) / 2.0;
        let x = at(build).clamp(LEFT + half, (wide - half).max(LEFT + half));
        let y = y.at(step.after) + if step.share < 0.0 { HEIGHT } else { 1.0 - HEIGHT };
        let covers = |one: &Label| {
            (one.x - x).abs() < half + width(&one.text) / 2.0 && (one.y - y).abs() < HEIGHT
        };
        if !placed.iter().any(covers) {
            placed.push(Label { text, x, y });
        }
    }
    placed
}

fn class(index: usize) -> String {
    format!("c{}", index % super::TOGETHER)
}

/// The builds of `column` that have a cost, with it.
fn points<'a>(column: &'a Column, benchmark: &'a str) -> impl Iterator<Item = (&'a Build, f64)> {
    let found =
        column.builds.iter().filter_map(|build| Some((build, build.figures.get(benchmark)?)));
    found.filter(|(_, figure)| !figure.waits).map(|(build, figure)| (build, figure.value))
}

fn path(points: &[(f64, f64)]) -> String {
    points.iter().map(|(x, y)| format!("{x},{y}")).collect::<Vec<_>>().join(" ")
}

/// Where each series begins, as far as there is room for its name.
fn series<'a>(builds: &[&'a Build], x: &Axis) -> Vec<(&'a str, f64)> {
    let (mut seen, mut free, mut found) = (BTreeSet::new(), f64::MIN, Vec::new());
    for (index, build) in builds.iter().enumerate() {
        let begin = build.name.find(|c: char| c.is_ascii_digit()).unwrap_or_default();
        let number = &build.name[begin..];
        let mut dots = number.match_indices(|c: char| !c.is_ascii_digit()).skip(1);
        let name = &number[..dots.next().map_or(number.len(), |(end, _)| end)];
        let (place, half) = (x.at(index as f64), width(name) / 2.0);
        if seen.insert(name) && place - half >= free {
            free = place + half + 4.0;
            found.push((name, place));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(to: &str, after: f64, share: f64) -> Step {
        let [platform, benchmark, from] = ["p", "in", "0"].map(str::to_owned);
        let (kind, before) = (Kind::Stable, after / (1.0 + share));
        Step {
            platform,
            benchmark,
            from,
            to: to.into(),
            kind,
            before,
            after,
            share,
            explained: None,
        }
    }

    #[test]
    fn no_label_covers_a_greater_changes_one() {
        let steps = [step("1", 100.0, 0.5), step("1", 101.0, 0.4), step("9", 100.0, 0.3)];
        let builds = steps.each_ref().map(|it| Build { name: it.to.clone(), ..Build::default() });
        let steps: Vec<_> = steps.iter().zip(&builds).collect();
        let at = |build: &Build| 100.0 * build.name.parse::<f64>().unwrap();
        let y = Axis::linear(0.0, 200.0, 3.0).along(170.0, 0.0);
        let found = labels(&steps, &at, &y, 2000.0);
        let texts: Vec<_> = found.iter().map(|label| &*label.text).collect();
        assert_eq!(texts, ["+50 %", "+30 %"]);
        assert!(found[0].y < y.at(100.0), "a cost that rises has it above");
    }
}
