//! Curves on logarithmic axes, with intervals at their points and a legend.

use maud::{Markup, html};

use super::axis::{Axis, Label, number};
use super::marks::{across, down, symbol, text, width};
use crate::figure_text;

/// Pixels of the plot's height, of a line of the legend, and of what is below and beside the plot.
const PLOT: f64 = 170.0;
const LEGEND: f64 = 16.0;
const BELOW: f64 = 38.0;
const LEFT: f64 = 52.0;
const RIGHT: f64 = 28.0;

/// Curves with what their axes mean.
pub(super) struct Lines<'a> {
    pub(super) x: Axis,
    pub(super) y: Axis,
    pub(super) x_name: &'a str,
    pub(super) y_name: &'a str,
    pub(super) y_label: Label,
    pub(super) curves: Vec<Curve<'a>>,
}

/// A curve in the colour of its platform.
pub(super) struct Curve<'a> {
    pub(super) platform: usize,
    pub(super) label: &'a str,
    pub(super) points: Vec<Point>,
}

/// A point, and the ends of the interval of its height.
pub(super) struct Point {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) low: f64,
    pub(super) high: f64,
}

impl Lines<'_> {
    /// The size of the drawing, and its marks.
    pub(super) fn drawn(self, wide: f64) -> ((f64, f64), Markup) {
        let places = self.legend(wide);
        let top = places.last().map_or(0.0, |place| place.1) + LEGEND + 18.0;
        let (x, y) =
            (self.x.clone().along(LEFT, wide - RIGHT), self.y.clone().along(top + PLOT, top));
        let marks = html! {
            @for (curve, (left, height)) in self.curves.iter().zip(&places) {
                g class=(curve.class()) { (symbol(curve.platform, (left + 6.0, *height), "")) }
                (text("name", (left + 15.0, *height), "start", curve.label))
            }
            (text("", (LEFT, top - 12.0), "start", self.y_name))
            (across(&y, (x.start, x.end), self.y_label))
            (down(&x, (top, top + PLOT), number))
            (text("", (f64::midpoint(x.start, x.end), top + PLOT + 27.0), "middle", self.x_name))
            @for curve in &self.curves { (curve.drawn(&x, &y, self.y_label)) }
        };
        ((wide, top + PLOT + BELOW), marks)
    }

    /// Where the names of the curves stand: in as many lines as they need.
    fn legend(&self, wide: f64) -> Vec<(f64, f64)> {
        let (mut left, mut height) = (0.0, 8.0);
        let mut places = Vec::new();
        for curve in &self.curves {
            let room = width(curve.label) + 28.0;
            if left > 0.0 && left + room > wide {
                (left, height) = (0.0, height + LEGEND);
            }
            places.push((left, height));
            left += room;
        }
        places
    }
}

impl Curve<'_> {
    fn class(&self) -> String {
        format!("c{}", self.platform % super::TOGETHER)
    }

    fn drawn(&self, x: &Axis, y: &Axis, label: Label) -> Markup {
        let path: Vec<String> = self
            .points
            .iter()
            .map(|point| format!("{},{}", x.at(point.x), y.at(point.y)))
            .collect();
        html! { g class=(self.class()) {
            polyline points=(path.join(" ")) {}
            @for point in &self.points {
                @let (place, low, high) = (x.at(point.x), y.at(point.low), y.at(point.high));
                @if low - high > 1.0 {
                    @let left = place - 3.0;
                    path.error d=(format!("M{place} {low}V{high}M{left} {low}h6M{left} {high}h6")) {}
                }
                @let tip = format!("{}: {} at {}", self.label, label(point.y, 3), figure_text(point.x));
                (symbol(self.platform, (place, y.at(point.y)), &tip))
            }
        } }
    }
}
