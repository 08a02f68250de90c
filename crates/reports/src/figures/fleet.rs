//! What an operation costs on the hosts of a group.

use maud::{Markup, html};

use super::Drawing;
use super::axis::{Axis, number};
use super::marks::{across, area, down, line};
use crate::digits::counted;
use crate::figure_text;
use analysis::fleet::{Group, OddHost, Spread};

/// Height in pixels, and where the bars begin and end.
const HEIGHT: f64 = 120.0;
const PLOT: (f64, f64) = (14.0, HEIGHT - 20.0);
const LEFT: f64 = 40.0;
const RIGHT: f64 = 24.0;

/// The hosts of `group` as a histogram by their costs of a benchmark, whose steps are equal ratios,
/// with its odd hosts as triangles.
pub(crate) fn spread(group: &Group, spread: &Spread, wide: f64) -> Drawing {
    let Spread { benchmark, hosts, least, median, most, .. } = spread;
    let [least, median, most] = [least, median, most].map(|value| figure_text(*value));
    let (hosts, odd) = (counted(*hosts as u64, "hosts"), odd_ones(group, spread).count());
    Drawing {
        name: format!("fleet:{benchmark}"),
        title: benchmark.clone(),
        description: format!(
            "{benchmark} on {hosts} from {least} to {most}, median {median}, {odd} outlying"
        ),
        remark: None,
        size: (wide, HEIGHT),
        marks: marks(group, spread, wide),
    }
}

fn marks(group: &Group, spread: &Spread, wide: f64) -> Markup {
    let Spread { least, median, most, histogram, .. } = spread;
    let x = Axis::log([*least, *most]).within(*least, *most).along(LEFT, wide - RIGHT);
    let highest = histogram.iter().copied().max().unwrap_or_default().max(1);
    let y = Axis::linear(0.0, f64::from(highest), 2.0).along(PLOT.1, PLOT.0);
    let step = (x.end - x.start) / histogram.len().max(1) as f64;
    let edge = |bin: usize| super::axis::tenth(x.start + bin as f64 * step);
    html! { g.c0 {
        (across(&y, (LEFT, wide - RIGHT), number))
        (down(&x, PLOT, number))
        @for (bin, count) in histogram.iter().enumerate().filter(|(_, count)| **count > 0) {
            @let top = y.at(f64::from(*count)).min(PLOT.1 - 1.0);
            (area((edge(bin), top), (edge(bin + 1) - 1.0, PLOT.1), &counted((*count).into(), "hosts")))
        }
        (line("ink strong", (x.at(*median), PLOT.0), (x.at(*median), PLOT.1)))
        @for (host, cost) in odd_ones(group, spread) {
            path.odd d=(format!("M{} {}l-5 -9h10z", x.at(cost), PLOT.1)) {
                title { (host.file) ": " (figure_text(cost)) }
            }
        }
    } }
}

/// The odd hosts that are so by this benchmark, each with its cost.
pub(crate) fn odd_ones<'a>(
    group: &'a Group,
    spread: &'a Spread,
) -> impl Iterator<Item = (&'a OddHost, f64)> {
    group.odd.iter().filter_map(|host| {
        let figure = host.figures.iter().find(|figure| figure.benchmark == spread.benchmark)?;
        Some((host, figure.ratio * spread.median))
    })
}
