//! What predictions are made of, and how right they are. The page's program moves the marks when a
//! price is changed.

use std::collections::BTreeMap;

use maud::{Markup, html};

use super::axis::Axis;
use super::marks::{SYMBOLS, across, down, text};
use super::{Drawing, TOGETHER};
use crate::percent_text;
use prediction::Prediction;

/// Width of a bar in units that it is stretched by, and its height in pixels.
pub(crate) const STACK: f64 = 300.0;
const BAR: f64 = 16.0;

/// Where the scatter plot begins to the left, and ends above its names.
const LEFT: f64 = 62.0;
const SIDE: f64 = 24.0;
const BELOW: f64 = 42.0;

/// Events by how much they add to all predictions together, the greatest first.
pub(crate) struct Events<'a>(pub(crate) Vec<&'a str>);

impl<'a> Events<'a> {
    /// Those that add something to `predictions`.
    pub(crate) fn of(predictions: &'a [Prediction]) -> Self {
        let mut weights: BTreeMap<&str, f64> = BTreeMap::new();
        for one in predictions {
            for term in &one.terms {
                let share = term.adds.value.abs() / one.native.value;
                *weights.entry(&term.event).or_default() += share;
            }
        }
        weights.retain(|_, weight| *weight > 0.0);
        let mut events: Vec<&str> = weights.keys().copied().collect();
        events.sort_by(|a, b| weights[b].total_cmp(&weights[a]));
        Self(events)
    }

    /// The event's colour; the last is of all others.
    pub(crate) fn colour(&self, event: &str) -> usize {
        let place = self.0.iter().position(|it| *it == event);
        place.map_or(TOGETHER - 1, |place| place.min(TOGETHER - 1))
    }

    /// What is predicted above native as a bar of its parts.
    pub(crate) fn stack(&self, one: &Prediction) -> Markup {
        let adds = |event: &str| {
            let terms = one.terms.iter().filter(|term| term.event == event);
            terms.map(|term| term.adds.value.max(0.0)).sum::<f64>()
        };
        let all: f64 = self.0.iter().map(|event| adds(event)).sum();
        let mut pieces = Vec::new();
        for event in self.0.iter().filter(|_| all > 0.0) {
            let from = pieces.last().map_or(0.0, |(_, from, share)| from + share);
            pieces.push((event, from, adds(event) / all));
        }
        html! {
            svg.chart.stack viewBox=(format!("0 0 {STACK} {BAR}")) preserveAspectRatio="none"
                role="img" aria-label=(format!("{} on {}", one.workload, one.platform)) {
                @for (event, from, share) in &pieces {
                    g class=(format!("c{}", self.colour(event))) {
                        rect data-event=(event) x=(STACK * from) width=(STACK * share) height=(BAR) {
                            title { (event) ": " (percent_text(*share)) " of what is predicted above native" }
                        }
                    }
                }
            }
        }
    }
}

/// Predicted overheads against measured ones, and the vertical axis; `None` where none was measured.
pub(crate) fn scatter(predictions: &[Prediction], wide: f64) -> Option<(Drawing, Axis)> {
    let above = |one: &Prediction, time: f64| time / one.native.value - 1.0;
    let known = |(at, one): (usize, &'_ Prediction)| {
        let (x, y) = (above(one, one.measured?.value), above(one, one.predicted.value));
        (x > 0.0 && y > 0.0).then_some((at, x, y))
    };
    let points: Vec<(usize, f64, f64)> = predictions.iter().enumerate().filter_map(known).collect();
    points.first()?;
    let values = || points.iter().flat_map(|(_, x, y)| [*x, *y]);
    let (start, end) = values().fold((f64::MAX, 0.0_f64), |(l, m), v| (l.min(v), m.max(v)));
    let bottom = wide - BELOW;
    let x = Axis::log(values()).along(LEFT, wide - SIDE);
    // The sliders reach to ten times the price.
    let (low, high) = (0.8 * start, 10.0 * end);
    let y = Axis::log([low, high]).within(low, high).along(bottom, SIDE);
    let platforms = platforms(predictions);
    let [from, to] = [start, end].map(|value| format!("{},{}", x.at(value), y.at(value)));
    let marks = html! {
        (across(&y, (LEFT, wide - SIDE), |share, _| percent_text(share)))
        (down(&x, (SIDE, bottom), |share, _| percent_text(share)))
        path.rule d=(format!("M{from}L{to}")) {}
        (text("", (LEFT, 9.0), "start", "predicted above native"))
        (text("", (f64::midpoint(LEFT, wide - SIDE), wide - 12.0), "middle", "measured above native"))
        @for (at, measured, predicted) in &points {
            @let one = &predictions[*at];
            @let index = platforms.iter().position(|it| *it == one.platform).unwrap_or_default();
            path class=(format!("symbol point c{}", index % TOGETHER)) data-point=(at) d=(SYMBOLS[index % SYMBOLS.len()])
                transform=(format!("translate({} {})", x.at(*measured), y.at(*predicted))) {
                title {
                    (one.workload) " on " (one.platform) ": " (percent_text(*predicted))
                    " predicted, " (percent_text(*measured)) " measured"
                }
            }
        }
    };
    let drawing = Drawing {
        name: "scatter".to_owned(),
        title: "Predicted overhead against the measured one".to_owned(),
        description: String::new(),
        remark: None,
        size: (wide, wide),
        marks,
    };
    Some((drawing, y))
}

/// The platforms of `predictions`, each once.
pub(crate) fn platforms(predictions: &[Prediction]) -> Vec<&str> {
    let mut platforms: Vec<&str> = Vec::new();
    for one in predictions {
        if !platforms.contains(&one.platform.as_str()) {
            platforms.push(&one.platform);
        }
    }
    platforms
}
