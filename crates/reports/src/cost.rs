//! A cost as a table's cell shows it.

use crate::digits::{exact, figure, percent, ratio, rough, with_margin};
use results::{Quantity, Summary};
use stats::interval::Interval;

/// What stands where no number would be honest.
pub(super) const BELOW: &str = "below resolution";

/// Stands between a figure and the factor by which its interval reaches to either side.
pub(super) const FACTOR: &str = "×÷";

/// What that sign means, for below a table.
pub(super) const FACTOR_MEANS: &str =
    " ×÷ f: the interval is from the figure divided by f to the figure times f\n";

/// A cell: a number or word, and what follows it, which is aligned on its own.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Shown {
    head: String,
    tail: String,
}

impl Shown {
    /// The cost of `summary`, or why there is none, followed by `mark`.
    pub(super) fn new(summary: &Summary, mark: &str) -> Self {
        let (head, tail) = match summary.value {
            Some(value) => number(value, summary.interval()),
            None if summary.is_below_resolution() => (BELOW.to_owned(), String::new()),
            None => (summary.status.word().to_owned(), String::new()),
        };
        Self { head, tail: tail + mark }
    }

    /// A figure of the cost model, which can be below zero, unless it cannot be told from that.
    pub(super) fn figure(figure: Quantity) -> Self {
        if !figure.is_resolved() {
            return Self { head: BELOW.to_owned(), tail: String::new() };
        }
        let (sign, size) = if figure.value < 0.0 { ("-", figure.negated()) } else { ("", figure) };
        let (head, tail) = number(size.value, size.interval());
        Self { head: sign.to_owned() + &head, tail }
    }

    /// The texts of a column, filled up so that numbers stand one below the other.
    pub(super) fn column(shown: &[Self]) -> Vec<String> {
        let width = shown.iter().map(|one| one.tail.chars().count()).max().unwrap_or_default();
        shown.iter().map(|one| one.text(width)).collect()
    }

    /// Its text, what follows the number filled up to `width`.
    pub(super) fn text(&self, width: usize) -> String {
        format!("{}{:width$}", self.head, self.tail)
    }
}

/// `value` and its margin; where that is as large as the value, `±` would seem to reach zero, so
/// the factor is shown by which the interval reaches to either side.
fn number(value: f64, interval: Option<Interval>) -> (String, String) {
    let Some(interval) = interval else { return (figure(value), " ± ?".to_owned()) };
    match interval.margin(value) {
        none if none <= 0.0 => (exact(value), String::new()),
        wide if wide >= value => (rough(value), format!(" {FACTOR} {}", factor(interval, value))),
        margin => {
            let (head, margin) = with_margin(value, margin);
            (head, format!(" ± {margin}"))
        }
    }
}

/// The factor by which the interval reaches away from `value`; beyond 100 it does not matter.
fn factor(interval: Interval, value: f64) -> String {
    match interval.factor(value) {
        known if known <= 100.0 => rough(known),
        _ => "> 100".to_owned(),
    }
}

/// Whether the cost is shown with a factor instead of a margin.
pub(super) fn has_factor(summary: &Summary) -> bool {
    relative_margin(summary).is_some_and(|share| share >= 1.0)
}

/// The half-width of the interval as a share of the value; `None` without one.
pub(super) fn relative_margin(summary: &Summary) -> Option<f64> {
    let value = summary.value?;
    summary.interval().map(|interval| interval.relative_margin(value))
}

/// The cost of `summary` with its margin, or why there is none.
pub(super) fn cost_text(summary: &Summary) -> String {
    Shown::new(summary, "").text(0)
}

/// The ratio of two costs with the digits that its interval leaves it.
pub(super) fn ratio_of(found: Quantity) -> String {
    ratio(found.value, found.interval().map_or(0.0, |known| known.margin(found.value)))
}

/// How far the boots lie apart; empty without several.
pub(super) fn between_boots(summary: &Summary) -> String {
    let between = summary.spread.and_then(|spread| spread.between);
    let shown = between.filter(|_| summary.value.is_some());
    shown.map(percent).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use results::{Estimate, Resolution, Status};

    /// A benchmark with this value and interval.
    fn summary(value: f64, low: f64, high: f64) -> Summary {
        let mut estimate = Estimate::of(vec![low, low, low, high, high, high]).unwrap();
        let ci = estimate.ci95.as_mut().unwrap();
        (ci.low, ci.high) = (low, high);
        Summary {
            value: Some(value),
            low: Some(low),
            high: Some(high),
            estimate: Some(estimate),
            resolution: Some(Resolution::Resolved),
            ..Summary::without_value("a", "test", Status::Ok, String::new())
        }
    }

    fn text(summary: &Summary) -> String {
        Shown::new(summary, "").text(0)
    }

    #[test]
    fn a_cost_has_the_digits_that_its_interval_leaves() {
        assert_eq!(text(&summary(458.234, 456.0, 460.6)), "458.2 ± 2.4");
        assert_eq!(text(&summary(1.0, 1.0, 1.0)), "1.00");
        assert_eq!(text(&summary(200.0, 50.0, 410.0)), "200 ×÷ 4.0");
        assert_eq!(text(&summary(200.0, 1.0, 410.0)), "200 ×÷ > 100");
        let hasty = Summary { low: None, high: None, ..summary(458.2, 1.0, 2.0) };
        assert_eq!(text(&hasty), "458 ± ?");
    }

    #[test]
    fn what_is_no_cost_is_a_word() {
        let below =
            Summary { value: None, resolution: Some(Resolution::Below), ..summary(1.0, -2.0, 4.0) };
        assert_eq!(text(&below), "below resolution");
        assert_eq!(relative_margin(&below), None);
        let hung = Summary::without_value("a", "test", Status::Hung, "silence".into());
        assert_eq!(Shown::new(&hung, " [1]").text(0), "hung [1]");
    }

    #[test]
    fn tails_are_filled_up() {
        let shown = Shown::new(&summary(458.234, 456.0, 460.6), " [1]");
        assert_eq!(shown.text(12), "458.2 ± 2.4 [1]  ");
        let word = Shown { head: "skipped".to_owned(), tail: " [2]".to_owned() };
        assert_eq!(Shown::column(&[shown, word]), ["458.2 ± 2.4 [1]", "skipped [2]      "]);
    }
}
