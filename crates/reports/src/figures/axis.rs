//! Axes: where they begin and end, where their ticks are, and where a value is in pixels.

use serde::Serialize;

use crate::digits::grouped;

/// Digits after the first that a text at an axis has at most.
const PRECISION: usize = 9;

/// How a value is written at an axis, with so many digits after the first.
pub(crate) type Label = fn(f64, usize) -> String;

/// A stretch of an axis with its ticks, and the pixels from its start to its end.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Axis {
    #[serde(skip)]
    is_logarithmic: bool,
    /// The least value and the greatest, or their logarithms.
    min: f64,
    max: f64,
    /// The values that have lines and labels.
    #[serde(skip)]
    pub(super) ticks: Vec<f64>,
    /// Where the least value is, in pixels.
    pub(super) start: f64,
    /// Where the greatest is; above the start on an axis that goes up.
    pub(super) end: f64,
}

impl Axis {
    /// A logarithmic axis that holds all positive `values`, and at least one step more than their
    /// smallest.
    pub(crate) fn log(values: impl IntoIterator<Item = f64>) -> Self {
        let logs = values.into_iter().filter(|v| *v > 0.0 && v.is_finite()).map(f64::log10);
        let (mut min, mut max) = logs.fold((f64::MAX, f64::MIN), |(a, b), v| (a.min(v), b.max(v)));
        if min > max {
            (min, max) = (0.0, 1.0);
        }
        let is_narrow = max - min < 2.0;
        let ticks = if is_narrow { digits(min, max) } else { decades(min, max) };
        let (min, max) = match is_narrow {
            true => (ticks[0], ticks[ticks.len() - 1]),
            false => (min.floor(), max.ceil()),
        };
        let ticks = ticks.iter().map(|tick| short(10_f64.powf(*tick))).collect();
        Self { is_logarithmic: true, min, max, ticks, start: 0.0, end: 1.0 }
    }

    /// A linear axis from `min` to `max`, with at least `count` round steps.
    pub(crate) fn linear(min: f64, max: f64, count: f64) -> Self {
        let widest = (max - min) / count;
        let magnitude = 10_f64.powf(widest.log10().floor());
        let steps = [5.0, 2.0, 1.0].map(|digit| digit * magnitude);
        let step = steps.into_iter().find(|step| *step <= widest * 1.001).unwrap_or(widest);
        let mut ticks = vec![(min / step).ceil() * step];
        while ticks.last().is_some_and(|tick| tick + step <= max) && ticks.len() < 20 {
            ticks.push(ticks.last().unwrap_or(&min) + step);
        }
        let ticks = ticks.into_iter().filter(|tick| tick.is_finite()).map(short).collect();
        Self { is_logarithmic: false, min, max, ticks, start: 0.0, end: 1.0 }
    }

    /// The same axis from `min` to `max` and no farther; both have labels where no tick is between.
    pub(crate) fn within(mut self, min: f64, max: f64) -> Self {
        self.ticks.retain(|tick| (min..=max).contains(tick));
        if self.ticks.len() < 2 {
            self.ticks = vec![min, max];
        }
        (self.min, self.max) = (self.place(min), self.place(max));
        self
    }

    /// The same axis from pixel `start` to pixel `end`.
    pub(crate) fn along(self, start: f64, end: f64) -> Self {
        Self { start, end, ..self }
    }

    /// The pixel of `value`, to a tenth: no screen shows more, and pages stay small.
    pub(crate) fn at(&self, value: f64) -> f64 {
        let range = self.max - self.min;
        let share = if range > 0.0 { (self.place(value) - self.min) / range } else { 0.5 };
        tenth(self.start + share.clamp(0.0, 1.0) * (self.end - self.start))
    }

    /// The texts at its ticks, with as many digits as tell them apart.
    pub(super) fn labels(&self, label: Label) -> Vec<String> {
        let texts = |precision| self.ticks.iter().map(|tick| label(*tick, precision)).collect();
        let are_different = |texts: &Vec<String>| texts.windows(2).all(|pair| pair[0] != pair[1]);
        let texts: Vec<Vec<String>> = (3..PRECISION).map(texts).collect();
        texts
            .iter()
            .find(|texts| are_different(texts))
            .or(texts.first())
            .cloned()
            .unwrap_or_default()
    }

    fn place(&self, value: f64) -> f64 {
        if self.is_logarithmic { value.max(f64::MIN_POSITIVE).log10() } else { value }
    }
}

/// Ticks at powers of ten, of which 1 is one if it is between them, as logarithms.
fn decades(min: f64, max: f64) -> Vec<f64> {
    let (min, max) = (min.floor(), max.ceil());
    let step = ((max - min) / 8.0).ceil();
    let mut first = 0.0_f64.clamp(min, max);
    while first - step >= min {
        first -= step;
    }
    std::iter::successors(Some(first), |tick| Some(tick + step).filter(|next| *next <= max))
        .collect()
}

/// Ticks at 1, 2 and 5 times powers of ten, from one at or below `min` to one at or above `max`, as
/// logarithms.
fn digits(min: f64, max: f64) -> Vec<f64> {
    let mut ticks: Vec<f64> = Vec::new();
    let mut decade = min.floor() - 1.0;
    while decade <= max.ceil() {
        ticks.extend([1.0_f64, 2.0, 5.0].map(|digit| decade + digit.log10()));
        decade += 1.0;
    }
    let slack = 1e-9;
    let first = ticks.iter().rposition(|tick| *tick <= min + slack).unwrap_or_default();
    let last = ticks.iter().position(|tick| *tick >= max - slack).unwrap_or(ticks.len() - 1);
    let last = if last == first { first + 1 } else { last };
    ticks[first..=last].to_vec()
}

/// `value` with six significant digits: more cannot be seen.
fn short(value: f64) -> f64 {
    format!("{value:.5e}").parse().unwrap_or(value)
}

/// `value` to a tenth.
pub(crate) fn tenth(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

/// A number at an axis: 0.001, 12.3, 1,000, 12M; with `precision` digits after the first.
pub(crate) fn number(value: f64, precision: usize) -> String {
    let size = value.abs();
    if size >= 1e15 || (size < 1e-4 && size > 0.0) {
        return format!("{value:.0e}");
    }
    let units = [(1e12, "T"), (1e9, "G"), (1e6, "M"), (1.0, "")];
    let (unit, letter) = units.into_iter().find(|(unit, _)| size >= *unit).unwrap_or((1.0, ""));
    let precision = if size >= 1000.0 && letter.is_empty() { precision.max(5) } else { precision };
    let digits: f64 = format!("{:.precision$e}", value / unit).parse().unwrap_or(value);
    grouped(&(digits + 0.0).to_string()) + letter
}

/// A ratio at an axis.
pub(crate) fn times(value: f64, precision: usize) -> String {
    number(value, precision) + "×"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_axes_have_decades_and_always_one() {
        let axis = Axis::log([0.02, 53_336.0]);
        assert_eq!((axis.min, axis.max), (-2.0, 5.0));
        assert_eq!(axis.ticks, [0.01, 0.1, 1.0, 10.0, 100.0, 1000.0, 1e4, 1e5]);
        assert!(Axis::log([1e-7, 1.0, 1e9]).ticks.contains(&1.0));
    }

    #[test]
    fn narrow_axes_have_steps_of_one_two_five() {
        assert_eq!(Axis::log([0.9, 1.0, 3.0]).ticks, [0.5, 1.0, 2.0, 5.0]);
        assert_eq!(Axis::log([1.0]).ticks, [1.0, 2.0]);
        assert_eq!(Axis::log([]).ticks.first(), Some(&1.0));
        assert_eq!(Axis::log([f64::NAN, -3.0, 0.0]).ticks.first(), Some(&1.0));
        assert_eq!(Axis::log([101.0, 103.0]).within(101.0, 103.0).ticks, [101.0, 103.0]);
    }

    #[test]
    fn linear_ticks_are_round_and_inside() {
        assert_eq!(Axis::linear(13.2, 17.9, 4.0).ticks, [14.0, 15.0, 16.0, 17.0]);
        assert_eq!(Axis::linear(0.0, 60.0, 3.0).ticks, [0.0, 20.0, 40.0, 60.0]);
    }

    #[test]
    fn values_have_their_places_and_what_is_outside_stays_inside() {
        let axis = Axis::linear(10.0, 20.0, 2.0).along(100.0, 0.0);
        let places = [5.0, 10.0, 12.54, 20.0, 1e300].map(|value| axis.at(value).to_string());
        assert_eq!(places, ["100", "100", "74.6", "0", "0"]);
        assert_eq!(Axis::linear(7.0, 7.0, 2.0).along(0.0, 10.0).at(7.0).to_string(), "5");
        let decades = Axis::log([1.0, 1e4]).along(0.0, 400.0);
        let places = [0.0, 1.0, 10.0, 1e4].map(|value| decades.at(value).to_string());
        assert_eq!(places, ["0", "0", "100", "400"]);
    }

    #[test]
    fn labels_differ_and_long_ones_only_where_they_must() {
        let labels = |min, max| Axis::linear(min, max, 2.0).labels(number);
        assert_eq!(labels(0.0, 10.0), ["0", "5", "10"]);
        assert_eq!(labels(11.9811, 11.9823), ["11.9815", "11.982"]);
    }

    #[test]
    fn numbers_fit_their_place() {
        let values = [0.0, 0.001, 12.3, 1000.0, 999_400.0, 13_560_000.0, 2.5e9, -0.5];
        let texts = values.map(|value| number(value, 3));
        assert_eq!(texts, ["0", "0.001", "12.3", "1,000", "999,400", "13.56M", "2.5G", "-0.5"]);
        assert!(
            [f64::MAX, f64::MIN_POSITIVE]
                .map(|it| number(it, 3))
                .iter()
                .all(|text| text.len() <= 8)
        );
    }
}
