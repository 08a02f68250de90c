//! The cost model's summands, stacked.

use serde_json::json;

use super::Drawing;
use super::axis::{names, short};
use crate::{part_text, percent_text};
use analysis::model::{Model, Part};
use analysis::platform_set::PlatformSet;

/// Pixels of a platform's bar, and of all that is not bars.
const ROW: usize = 38;
const FRAME: usize = 40;

/// A bar for each platform that counts the same as the baseline and to which several of the parts
/// add; `None` without one. Of a single part its share says as much.
pub(super) fn stacks(set: &PlatformSet) -> Option<Drawing> {
    let models: Vec<(&str, Model)> = models(set);
    let models: Vec<_> = models
        .into_iter()
        .filter(|(_, model)| model.shares.iter().filter(|share| share.share > 0.0).count() > 1)
        .collect();
    let (mut parts, mut told) = (Vec::new(), Vec::new());
    for (at, (label, model)) in models.iter().enumerate() {
        let mut low = 0.0;
        for (colour, share) in model.shares.iter().enumerate() {
            let text = format!("{} {}", part_text(share.part), percent_text(share.share));
            let high = low + share.share;
            told.push(format!("{label}: {text}"));
            parts.push(json!({ "at": at, "low": short(low), "high": short(high), "colour": colour,
                "text": text, "tip": format!("{label}: {text}") }));
            low = high;
        }
    }
    let labels: Vec<&str> = models.iter().map(|model| model.0).collect();
    let (y, left) = names(&labels);
    let names: Vec<_> = Part::ALL.into_iter().map(part_text).collect();
    (!models.is_empty()).then(|| Drawing {
        name: "model".into(),
        title: format!("What virtualization adds: {}", names.join(", ")),
        description: told.join("; "),
        height: u32::try_from(models.len() * ROW + FRAME).unwrap_or(u32::MAX),
        option: json!({
            "grid": { "left": left, "right": 24, "top": 6, "bottom": 28 },
            "xAxis": { "type": "value", "min": 0, "max": 1, "axisLabel": { "formatter": "@percent" } },
            "yAxis": y,
            "series": [{ "renderItem": "@part", "rows": parts }],
        }),
    })
}

/// The model of each platform but the baseline, by its name.
pub(crate) fn models(set: &PlatformSet) -> Vec<(&str, Model)> {
    let Some(baseline) = set.baseline() else { return Vec::new() };
    let others = set.others().filter(|labelled| labelled.run.unit == baseline.run.unit);
    others.map(|labelled| (labelled.label, Model::new(labelled.run, baseline.run))).collect()
}
