//! Bars with intervals on a logarithmic scale: each platform against the baseline or, of a single
//! platform, what its operations cost.

use serde_json::{Value, json};

use super::axis::{Scale, names, short, width};
use super::{Drawing, TOGETHER};
use crate::{cost_text, ratio_text};
use analysis::platform_set::{LabelledRun, PlatformSet, Row};
use results::{Quantity, Summary};

/// Pixels of a row, and of all that is not rows.
const ROW: usize = 19;
const FRAME: usize = 44;

/// The figures, one a category and group of platforms.
pub fn ratios(set: &PlatformSet) -> Vec<Drawing> {
    let Some(baseline) = set.baseline() else { return Vec::new() };
    let numbered: Vec<_> = set.runs().enumerate().collect();
    let alone = numbered.len() == 1;
    let compared: Vec<_> =
        numbered.into_iter().filter(|(_, s)| alone || s.label != baseline.label).collect();
    let mut chart = Chart { set, baseline, alone, left: 0, right: 0 };
    (chart.left, chart.right) = chart.margins(&compared);
    let scale = chart.scale();
    let mut drawings = Vec::new();
    for category in set.categories() {
        for (part, group) in compared.chunks(TOGETHER).enumerate() {
            let number = if part == 0 { String::new() } else { format!(":{}", part + 1) };
            let kind = if alone { "costs" } else { "ratios" };
            let name = format!("{kind}:{category}{number}");
            drawings.extend(chart.draw(name, category, group, &scale));
        }
    }
    drawings
}

struct Chart<'a> {
    set: &'a PlatformSet,
    baseline: LabelledRun<'a>,
    /// There is nothing to compare with: costs are shown instead of ratios.
    alone: bool,
    /// Pixels beside the bars, the same in all charts so that they can be compared.
    left: usize,
    right: usize,
}

impl Chart<'_> {
    fn figure(&self, labelled: LabelledRun, summary: &Summary) -> Option<Quantity> {
        let figure = match self.alone {
            true => Quantity::of(summary),
            false => self.set.ratio(labelled, summary),
        };
        // Others have no place on a logarithmic scale.
        figure.filter(|figure| figure.value > 0.0)
    }

    fn margins(&self, compared: &[(usize, LabelledRun)]) -> (usize, usize) {
        let rows = self.set.benchmarks();
        let bars = compared.iter().flat_map(|(_, s)| rows.iter().map(move |row| (*s, *row)));
        let bars = bars.filter_map(|(labelled, row)| self.bar(labelled, row));
        let texts = bars.filter(|bar| bar.get("value").is_some()).map(|bar| bar["text"].clone());
        let texts: Vec<Value> = texts.collect();
        let names: Vec<&str> = match compared {
            [_] => rows.iter().map(|row| row.name).collect(),
            several => several.iter().map(|(_, labelled)| labelled.label).collect(),
        };
        (width(names.into_iter()) + 12, width(texts.iter().filter_map(Value::as_str)) + 8)
    }

    /// One scale for all figures, so that they can be compared.
    fn scale(&self) -> Scale {
        let summaries = self.set.runs().flat_map(|s| s.run.benchmarks.iter().map(move |b| (s, b)));
        let figures = summaries.filter_map(|(labelled, summary)| self.figure(labelled, summary));
        let origin = (!self.alone).then_some(1.0);
        Scale::log(figures.flat_map(|figure| [figure.value, figure.low, figure.high]).chain(origin))
    }

    fn draw(
        &self,
        name: String,
        category: &str,
        group: &[(usize, LabelledRun)],
        scale: &Scale,
    ) -> Option<Drawing> {
        let rows = self.set.benchmarks().into_iter().filter(|row| row.category == category);
        let from = if self.alone { scale.min } else { 0.0 };
        let (mut labels, mut headings, mut bars, mut told) = (vec![], vec![], vec![], vec![]);
        for row in rows {
            if group.len() > 1 {
                headings.push(json!({ "at": labels.len(), "from": scale.min, "text": row.name }));
                labels.push("");
            }
            for (colour, labelled) in group {
                let Some(mut bar) = self.bar(*labelled, row) else { continue };
                told.push(format!(
                    "{} {}: {}",
                    row.name,
                    labelled.label,
                    bar["text"].as_str().unwrap_or("")
                ));
                bar["at"] = json!(labels.len());
                bar["from"] = json!(from);
                bar["colour"] = json!(colour);
                bars.push(bar);
                labels.push(if group.len() > 1 { labelled.label } else { row.name });
            }
        }
        let (y, _) = names(&labels);
        let (what, unit) = match self.alone {
            true => (format!("Cost of one operation on {}", self.baseline.label), "@log"),
            false => (format!("Cost as a multiple of {}", self.baseline.label), "@ratio"),
        };
        // What has no figure at all is in the matrix, and among the failures.
        let has_figures = bars.iter().any(|bar| bar.get("value").is_some());
        has_figures.then(|| Drawing {
            name,
            title: format!("{what}: {category}"),
            description: told.join("; "),
            height: u32::try_from(labels.len() * ROW + FRAME).unwrap_or(u32::MAX),
            option: json!({
                "grid": { "left": self.left, "right": self.right, "top": 8, "bottom": 28 },
                "xAxis": scale.axis(unit), "yAxis": y,
                "series": [
                    { "renderItem": "@heading", "rows": headings },
                    { "renderItem": "@bar", "rows": bars },
                ],
            }),
        })
    }

    /// A bar, or why there is none; `None` where the platform was not asked for it.
    fn bar(&self, labelled: LabelledRun, row: Row) -> Option<Value> {
        let summary = labelled.run.find(row.name)?;
        let Some(figure) = self.figure(labelled, summary) else {
            return Some(
                json!({ "text": why_none(summary), "failed": summary.status.is_failure() }),
            );
        };
        let text = match self.alone {
            true => cost_text(summary),
            false => ratio_text(figure),
        };
        let interval =
            format!("{} {}: {text}, cost {}", row.name, labelled.label, cost_text(summary));
        let mut bar = json!({ "value": log(figure.value), "text": text, "tip": interval });
        if figure.low > 0.0 && figure.low < figure.high {
            bar["low"] = json!(log(figure.low));
            bar["high"] = json!(log(figure.high));
        }
        Some(bar)
    }
}

fn why_none(summary: &Summary) -> String {
    match summary.value {
        Some(_) => "no ratio".into(),
        None => cost_text(summary),
    }
}

fn log(value: f64) -> f64 {
    short(value.log10())
}
