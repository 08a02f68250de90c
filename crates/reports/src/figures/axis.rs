//! Axes: where they begin and end, and where their ticks are.

use serde_json::{Value, json};

/// Pixels that a character of a label takes on average.
const CHARACTER: usize = 7;

/// The widest column of labels in pixels.
const WIDEST: usize = 150;

/// A stretch of an axis with its ticks, in the axis' own coordinates.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Scale {
    pub(super) min: f64,
    pub(super) max: f64,
    pub(super) ticks: Vec<f64>,
}

impl Scale {
    /// A logarithmic scale, in powers of ten, that holds all positive `values`, and at least one
    /// step more than their smallest.
    pub(super) fn log(values: impl IntoIterator<Item = f64>) -> Self {
        let logs = values.into_iter().filter(|v| *v > 0.0 && v.is_finite()).map(f64::log10);
        let (mut min, mut max) = logs.fold((f64::MAX, f64::MIN), |(a, b), v| (a.min(v), b.max(v)));
        if min > max {
            (min, max) = (0.0, 1.0);
        }
        if max - min < 2.0 {
            return Self::between(min, max);
        }
        let (min, max) = (min.floor(), max.ceil());
        let step = ((max - min) / 8.0).ceil();
        let mut ticks = vec![0.0_f64.clamp(min, max)];
        while ticks.last().is_some_and(|tick| tick + step <= max) {
            ticks.push(ticks.last().unwrap_or(&min) + step);
        }
        while ticks.first().is_some_and(|tick| tick - step >= min) {
            ticks.insert(0, ticks.first().unwrap_or(&min) - step);
        }
        Self { min, max, ticks }
    }

    /// The same with ticks at 1, 2 and 5 times powers of ten.
    fn between(min: f64, max: f64) -> Self {
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
        let ticks = ticks[first..=last].to_vec();
        Self { min: ticks[0], max: ticks[ticks.len() - 1], ticks }
    }

    /// A linear scale from `min` to `max`, with at least `count` round steps.
    pub(super) fn linear(min: f64, max: f64, count: f64) -> Self {
        let widest = (max - min) / count;
        let magnitude = 10_f64.powf(widest.log10().floor());
        let steps = [5.0, 2.0, 1.0].map(|digit| digit * magnitude);
        let step = steps.into_iter().find(|step| *step <= widest * 1.001).unwrap_or(widest);
        let mut ticks = vec![(min / step).ceil() * step];
        while ticks.last().is_some_and(|tick| tick + step <= max) && ticks.len() < 20 {
            ticks.push(ticks.last().unwrap_or(&min) + step);
        }
        Self { min, max, ticks }
    }

    /// The axis, its labels written as `format` says.
    pub(super) fn axis(&self, format: &str) -> Value {
        let ticks: Vec<f64> = self.ticks.iter().map(|tick| short(*tick)).collect();
        json!({
            "type": "value", "min": short(self.min), "max": short(self.max),
            "axisTick": { "customValues": ticks },
            "axisLabel": { "customValues": ticks, "formatter": format },
        })
    }
}

/// An axis that is there and not to be seen.
pub(super) fn hidden(grid: usize, min: f64, max: f64) -> Value {
    json!({ "type": "value", "show": false, "gridIndex": grid, "min": short(min), "max": short(max) })
}

/// An axis of names from the top to the bottom, and the width in pixels that they take.
pub(super) fn names(names: &[&str]) -> (Value, usize) {
    let width = width(names.iter().copied());
    let axis = json!({
        "type": "category", "inverse": true, "data": names,
        "axisLabel": { "interval": 0, "width": width, "overflow": "truncate", "hideOverlap": false },
    });
    (axis, width + 12)
}

/// The width in pixels of the longest of `texts`, or the most that one may take.
pub(super) fn width<'a>(texts: impl Iterator<Item = &'a str>) -> usize {
    let longest = texts.map(|text| text.chars().count()).max().unwrap_or_default();
    (longest * CHARACTER).min(WIDEST)
}

/// `value` with six significant digits: more cannot be seen.
pub(super) fn short(value: f64) -> f64 {
    format!("{value:.5e}").parse().unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ticks(scale: &Scale) -> Vec<f64> {
        scale.ticks.iter().map(|tick| short(10_f64.powf(*tick))).collect()
    }

    #[test]
    fn wide_scales_have_decades_and_always_one() {
        let scale = Scale::log([0.02, 53_336.0]);
        assert_eq!((scale.min, scale.max), (-2.0, 5.0));
        assert_eq!(ticks(&scale), [0.01, 0.1, 1.0, 10.0, 100.0, 1000.0, 1e4, 1e5]);
        assert!(ticks(&Scale::log([1e-7, 1.0, 1e9])).contains(&1.0));
    }

    #[test]
    fn narrow_scales_have_steps_of_one_two_five() {
        assert_eq!(ticks(&Scale::log([0.9, 1.0, 3.0])), [0.5, 1.0, 2.0, 5.0]);
        assert_eq!(ticks(&Scale::log([1.0])), [1.0, 2.0]);
        assert_eq!(ticks(&Scale::log([])).first(), Some(&1.0));
        assert_eq!(ticks(&Scale::log([f64::NAN, -3.0, 0.0])).first(), Some(&1.0));
    }

    #[test]
    fn linear_ticks_are_round_and_inside() {
        assert_eq!(Scale::linear(13.2, 17.9, 4.0).ticks, [14.0, 15.0, 16.0, 17.0]);
        assert_eq!(Scale::linear(0.0, 60.0, 3.0).ticks, [0.0, 20.0, 40.0, 60.0]);
    }
}
