//! Figures of results, as data: what `assets/report/figures.js` draws, in a report's page as
//! in an SVG file of its own.

mod axis;
mod curve;
mod distribution;
mod latency;
mod matrix;
mod model;
mod palette;
mod ratio;
mod sample;
mod scaling;
mod svg;

use serde_json::{Value, json};

use analysis::platform_set::{LabelledRun, PlatformSet, Row};

pub use curve::curve_drawings;
pub use distribution::distribution;
pub(crate) use distribution::equal;
pub(crate) use model::models;
pub(crate) use svg::{ECHARTS, FIGURES};

pub use matrix::{LEVELS, level};
pub use palette::{PALETTE, Theme};
pub use ratio::ratios;
pub use scaling::scalings;
pub use svg::{Size, SvgError, svg};

/// A figure.
#[derive(Debug, Clone, PartialEq)]
pub struct Drawing {
    /// What it is asked for by.
    pub name: String,
    /// What it shows, in one line.
    pub title: String,
    /// What can be seen in it, for those who cannot see it.
    pub description: String,
    /// Height in pixels; the width is free.
    pub height: u32,
    /// What `ECharts` draws, once the names that start with @ have been looked up.
    pub option: Value,
}

/// The most platforms that one figure sets against each other: as many as there are colours.
const TOGETHER: usize = 8;

/// Marks of the curves, besides their colours.
const SYMBOLS: [&str; 5] = ["circle", "rect", "triangle", "diamond", "roundRect"];

/// An axis with its name along it.
fn with_name(mut axis: Value, name: &str) -> Value {
    axis["name"] = json!(name);
    axis["nameLocation"] = json!("middle");
    axis["nameGap"] = json!(26);
    axis
}

/// Every figure of `set`, in the page's order.
pub fn all(set: &PlatformSet) -> Vec<Drawing> {
    let mut all: Vec<Drawing> = matrix::matrix(set).into_iter().collect();
    all.extend(ratios(set));
    all.extend(scalings(set));
    all.extend(curve_drawings(set));
    all.extend(model(set));
    for row in set.benchmarks() {
        all.extend(set.runs().enumerate().filter_map(|(i, s)| distribution(s, i, row)));
    }
    all
}

/// The cost model's stacked bars; `None` without a platform besides the baseline.
pub fn model(set: &PlatformSet) -> Option<Drawing> {
    model::stacks(set)
}

/// The name of a distribution's figure.
fn distribution_name(labelled: LabelledRun, row: Row) -> String {
    format!("distribution:{}:{}", row.name, labelled.label)
}
