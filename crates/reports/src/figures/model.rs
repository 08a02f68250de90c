//! The cost model's summands, stacked.

use maud::{Markup, html};

use super::Drawing;
use super::axis::Axis;
use super::marks::{area, cut, down, text, width};
use crate::{part_text, percent_text};
use analysis::model::{Model, Part};
use analysis::platform_set::PlatformSet;

/// Pixels of a platform's name with its bar, of the bar, and at both sides.
const ROW: f64 = 44.0;
const BAR: f64 = 20.0;
const SIDE: f64 = 20.0;

/// A bar for each platform that counts the same as the baseline and to which several of the parts
/// add; `None` without one. Of a single part its share says as much.
pub fn model(set: &PlatformSet, wide: f64) -> Option<Drawing> {
    let is_mixed =
        |(_, model): &(&str, Model)| model.shares.iter().filter(|it| it.share > 0.0).count() > 1;
    let models: Vec<_> = models(set).into_iter().filter(is_mixed).collect();
    let names: Vec<_> = Part::ALL.into_iter().map(part_text).collect();
    let x = Axis::linear(0.0, 1.0, 4.0).along(SIDE, wide - SIDE);
    let bottom = models.len() as f64 * ROW;
    let words: Vec<String> = models
        .iter()
        .flat_map(|(label, model)| {
            model.shares.iter().map(move |it| {
                format!("{label}: {} {}", part_text(it.part), percent_text(it.share))
            })
        })
        .collect();
    (!models.is_empty()).then(|| Drawing {
        name: "model".into(),
        title: format!("What virtualization adds: {}", names.join(", ")),
        description: words.join("; "),
        remark: None,
        size: (wide, bottom + 20.0),
        marks: html! {
            (down(&x, (0.0, bottom), |share, _| percent_text(share)))
            @for (at, (label, model)) in models.iter().enumerate() { (bar(label, model, &x, at as f64 * ROW)) }
        },
    })
}

/// The bar of a platform below its name; its parts are named where there is room.
fn bar(label: &str, model: &Model, x: &Axis, top: f64) -> Markup {
    let (from, to) = (top + 18.0, top + 18.0 + BAR);
    let mut sum = 0.0;
    let parts =
        model.shares.iter().enumerate().filter(|(_, it)| it.share > 0.0).map(|(colour, it)| {
            let low = x.at(sum);
            sum += it.share;
            (colour, low, x.at(sum), format!("{} {}", part_text(it.part), percent_text(it.share)))
        });
    let parts: Vec<_> = parts.collect();
    html! {
        (text("name", (x.start, top + 9.0), "start", &cut(label, x.end - x.start)))
        @for (colour, low, high, name) in &parts {
            g class=(format!("c{colour}")) {
                (area((*low, from), (high - 1.0, to), &format!("{label}: {name}")))
                @if high - low > width(name) + 8.0 {
                    text class=(format!("on{colour}")) x=(f64::midpoint(*low, *high)) y=(from + 14.0) text-anchor="middle" { (name) }
                }
            }
        }
    }
}

/// The model of each platform but the baseline, by its name.
pub(crate) fn models(set: &PlatformSet) -> Vec<(&str, Model)> {
    let Some(baseline) = set.baseline() else { return Vec::new() };
    let others = set.others().filter(|labelled| labelled.run.unit == baseline.run.unit);
    others
        .map(|labelled| (labelled.label, Model::new(labelled.run, baseline.run, set.terms())))
        .collect()
}
