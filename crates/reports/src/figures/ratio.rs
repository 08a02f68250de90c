//! Bars with intervals on a logarithmic scale: each platform against the baseline or, of a single
//! platform, what its operations cost.

use maud::{Markup, html};

use super::axis::{Axis, Label, number, times};
use super::marks::{area, cut, down, interval, text, width};
use super::{Drawing, TOGETHER};
use crate::ratio_text;
use crate::tables::answers::cost;
use analysis::platform_set::{LabelledRun, PlatformSet, Row};
use results::{Quantity, Summary};

/// Pixels of a benchmark's heading, of a bar with the line of text above it, of the bar alone, and of
/// the labels below all.
const HEADING: f64 = 24.0;
const ROW: f64 = 30.0;
const BAR: f64 = 9.0;
const BELOW: f64 = 20.0;

/// Pixels at both sides.
const SIDE: f64 = 30.0;

/// The figures, one a category and group of platforms.
pub fn ratios(set: &PlatformSet, width: f64) -> Vec<Drawing> {
    let Some(baseline) = set.baseline() else { return Vec::new() };
    let numbered: Vec<_> = set.runs().enumerate().collect();
    let is_alone = numbered.len() == 1;
    let compared: Vec<_> =
        numbered.into_iter().filter(|(_, s)| is_alone || s.label != baseline.label).collect();
    let chart = Chart { set, baseline, is_alone, width };
    let axis = chart.axis();
    let mut drawings = Vec::new();
    for category in set.categories() {
        for (part, group) in compared.chunks(TOGETHER).enumerate() {
            let number = if part == 0 { String::new() } else { format!(":{}", part + 1) };
            let kind = if is_alone { "costs" } else { "ratios" };
            let name = format!("{kind}:{category}{number}");
            drawings.extend(chart.draw(name, category, group, &axis));
        }
    }
    drawings
}

struct Chart<'a> {
    set: &'a PlatformSet,
    baseline: LabelledRun<'a>,
    /// There is nothing to compare with: costs are shown instead of ratios.
    is_alone: bool,
    width: f64,
}

/// A platform's figure of a benchmark, or why there is none.
struct Bar<'a> {
    benchmark: &'a str,
    platform: &'a str,
    colour: usize,
    figure: Option<Quantity>,
    text: String,
    tip: String,
    is_failure: bool,
}

impl<'a> Chart<'a> {
    fn figure(&self, labelled: LabelledRun, summary: &Summary) -> Option<Quantity> {
        let figure = match self.is_alone {
            true => Quantity::of(summary),
            false => self.set.ratio(labelled, summary),
        };
        // Others have no place on a logarithmic scale.
        figure.filter(|figure| figure.value > 0.0)
    }

    /// One axis for all figures, so that they can be compared.
    fn axis(&self) -> Axis {
        let summaries = self.set.runs().flat_map(|s| s.run.benchmarks.iter().map(move |b| (s, b)));
        let figures = summaries.filter_map(|(labelled, summary)| self.figure(labelled, summary));
        let origin = (!self.is_alone).then_some(1.0);
        let ends = figures.flat_map(|figure| [figure.value, figure.low, figure.high]).chain(origin);
        Axis::log(ends).along(SIDE, self.width - SIDE)
    }

    fn draw(
        &self,
        name: String,
        category: &str,
        group: &[(usize, LabelledRun<'a>)],
        x: &Axis,
    ) -> Option<Drawing> {
        let rows = self.set.benchmarks().into_iter().filter(|row| row.category == category);
        let bars: Vec<Bar> = rows
            .flat_map(|row| group.iter().filter_map(move |(i, s)| self.bar(*i, *s, row)))
            .collect();
        // What has no figure at all is in the matrix, and among the failures.
        bars.iter().find(|bar| bar.figure.is_some())?;
        let has_headings = group.len() > 1;
        let (mut height, mut marks) = (4.0, Vec::new());
        for rows in bars.chunk_by(|a, b| a.benchmark == b.benchmark) {
            if has_headings {
                marks.push(text("name strong", (SIDE, height + 12.0), "start", rows[0].benchmark));
                height += HEADING;
            }
            for bar in rows {
                let label = if has_headings { bar.platform } else { bar.benchmark };
                marks.push(bar.draw(label, x, if self.is_alone { 0.0 } else { 1.0 }, height));
                height += ROW;
            }
        }
        let (what, label): (_, Label) = match self.is_alone {
            true => (format!("Cost of one operation on {}", self.baseline.label), number),
            false => (format!("Cost as a multiple of {}", self.baseline.label), times),
        };
        let words: Vec<_> = bars
            .iter()
            .map(|bar| format!("{} {}: {}", bar.benchmark, bar.platform, bar.text))
            .collect();
        Some(Drawing {
            name,
            title: format!("{what}: {category}"),
            description: words.join("; "),
            remark: None,
            size: (self.width, height + BELOW),
            marks: html! { (down(x, (0.0, height), label)) @for mark in &marks { (mark) } },
        })
    }

    /// A bar, or why there is none; `None` where the platform was not asked for it.
    fn bar(&self, index: usize, labelled: LabelledRun<'a>, row: Row<'a>) -> Option<Bar<'a>> {
        let summary = labelled.run.find(row.name)?;
        let figure = self.figure(labelled, summary);
        let cost = cost(labelled.run, summary);
        let text = match (figure, self.is_alone) {
            (Some(ratio), false) => ratio_text(ratio),
            _ => cost.clone(),
        };
        Some(Bar {
            benchmark: row.name,
            platform: labelled.label,
            colour: index % TOGETHER,
            figure,
            tip: format!("{} {}: {text}, cost {cost}", row.name, labelled.label),
            text,
            is_failure: summary.status.is_failure(),
        })
    }
}

impl Bar<'_> {
    /// The bar from the value `origin` on below its label and its figure.
    fn draw(&self, label: &str, x: &Axis, origin: f64, top: f64) -> Markup {
        let class = match (self.figure, self.is_failure) {
            (Some(_), _) => "name",
            (None, true) => "bad",
            (None, false) => "",
        };
        let room = x.end - x.start - width(&self.text) - 10.0;
        let (y, middle) = (top + 8.0, top + 16.0 + BAR / 2.0);
        html! {
            (text("", (x.start, y), "start", &cut(label, room)))
            (text(class, (x.end, y), "end", &self.text))
            @if let Some(Quantity { value, low, high, .. }) = self.figure {
                @let (from, to) = (x.at(origin), x.at(value));
                g class=(format!("c{}", self.colour)) {
                    (area((from.min(to), top + 16.0), (from.max(to), top + 16.0 + BAR), &self.tip))
                    @if low > 0.0 && low < high { (interval((x.at(low), x.at(high)), middle, 3.0)) }
                }
            }
        }
    }
}
