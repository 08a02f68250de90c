//! Histograms, of batches and of single operations.

use maud::{Markup, html};

use super::axis::{Axis, number};
use super::marks::{across, area, down};
use crate::{count_text, figure_text};

/// Height in pixels, with what is above the histogram.
pub(super) const HEIGHT: f64 = 170.0;

/// The pixels that the bins have, from the top to the bottom, and to the left and right of them.
pub(super) const BINS: (f64, f64) = (44.0, HEIGHT - 20.0);
pub(super) const LEFT: f64 = 46.0;
pub(super) const RIGHT: f64 = 24.0;

/// A histogram of `counts`, whose bins begin at the values that `edge` says.
pub(super) fn bins(counts: &[u64], x: &Axis, edge: impl Fn(usize) -> f64) -> Markup {
    let most = counts.iter().max().copied().unwrap_or(1).max(1) as f64;
    let y = Axis::linear(0.0, most, 2.0).along(BINS.1, BINS.0);
    let gap = if x.at(edge(1)) - x.at(edge(0)) > 4.0 { 1.0 } else { 0.0 };
    html! {
        (down(x, BINS, number))
        (across(&y, (x.start, x.end), number))
        @for (bin, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            @let [low, high] = [edge(bin), edge(bin + 1)];
            @let tip = format!("{}: {} to {}", count_text(*count), figure_text(low), figure_text(high));
            (area((x.at(low), y.at(*count as f64)), (x.at(high) - gap, BINS.1), &tip))
        }
    }
}
