//! Figures of results, drawn as SVG: the same in a page and in files of their own.

mod atlas;
mod axis;
mod curve;
mod distribution;
mod exits;
mod fleet;
mod histogram;
mod latency;
mod lines;
mod marks;
mod matrix;
mod migration;
mod model;
mod palette;
mod prediction;
mod ratio;
mod sample;
mod scaling;
mod series;
mod trend;

use maud::{Markup, PreEscaped, html};

use analysis::platform_set::{LabelledRun, PlatformSet, Row};

pub(crate) use atlas::history;
pub(crate) use axis::Axis;
pub use curve::curve_drawings;
pub use distribution::distribution;
pub(crate) use distribution::equal;
pub use exits::exits;
pub(crate) use fleet::{odd_ones, spread};
pub(crate) use marks::symbol;
pub use matrix::{LEVELS, level};
pub use migration::migrations;
pub use model::model;
pub(crate) use model::models;
pub(crate) use palette::CHART_STYLE;
pub use palette::Theme;
pub(crate) use prediction::{Events, STACK, platforms, scatter};
pub use ratio::ratios;
pub use scaling::scalings;
pub use series::series;
pub(crate) use trend::{change, course};

/// A figure.
#[derive(Debug, Clone)]
pub struct Drawing {
    /// What it is asked for by.
    pub name: String,
    /// What it shows, in one line.
    pub title: String,
    /// What can be seen in it, for those who cannot see it.
    pub description: String,
    /// What in it deserves a look, in a word or two.
    pub remark: Option<&'static str>,
    /// Width and height in pixels.
    pub size: (f64, f64),
    /// Its elements; their classes have their colours in the style sheet of charts.
    pub marks: Markup,
}

/// The most platforms that one figure sets against each other: as many as there are colours.
pub(crate) const TOGETHER: usize = 8;

/// Every figure of `set`, in the page's order, `width` pixels wide.
pub fn all(set: &PlatformSet, width: f64) -> Vec<Drawing> {
    let mut all: Vec<Drawing> = matrix::matrix(set, width).into_iter().collect();
    all.extend(ratios(set, width));
    all.extend(scalings(set, width));
    all.extend(curve_drawings(set, width));
    all.extend(model(set, width));
    all.extend(series(set, width));
    all.extend(migrations(set, width));
    for row in set.benchmarks() {
        all.extend(set.runs().enumerate().filter_map(|(i, s)| distribution(s, i, row, width)));
    }
    all
}

/// The name of a distribution's figure.
fn distribution_name(labelled: LabelledRun, row: Row) -> String {
    format!("distribution:{}:{}", row.name, labelled.label)
}

impl Drawing {
    /// The figure as an element of a page, as wide as there is room. The page says in its captions and
    /// tables what can be seen.
    pub(crate) fn element(&self) -> Markup {
        let (width, height) = self.size;
        html! {
            svg.chart viewBox=(format!("0 0 {width} {height}")) role="img"
                aria-label=(self.title) { (self.marks) }
        }
    }

    /// The figure as the content of an SVG file, its colours written out.
    pub fn file(&self, theme: Theme) -> String {
        let (width, height) = self.size;
        let file = html! {
            svg.chart xmlns="http://www.w3.org/2000/svg" role="img" width=(width) height=(height)
                viewBox=(format!("0 0 {width} {height}")) {
                title { (self.title) }
                desc { (self.description) }
                style { (PreEscaped(theme.resolved(CHART_STYLE))) }
                (self.marks)
            }
        };
        file.into_string() + "\n"
    }
}
