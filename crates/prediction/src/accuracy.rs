//! A model's own error, as far as measured workloads tell it.

use std::collections::BTreeMap;

use results::LEVEL;
use statrs::distribution::{ContinuousCDF, StudentsT};

use crate::prediction::Prediction;

/// Fewer other workloads than this say nothing of a model.
const FEWEST: usize = 2;

/// Widens the intervals of `predictions` by the error of the model, as the *other* workloads of the
/// same platform and model show it (leave-one-out: Stone, 'Cross-Validatory Choice and Assessment of
/// Statistical Predictions', JRSS B 36, 1974).
///
/// With e = (measured − predicted) / scale of each other workload that was measured, the model's
/// error is s = √(Σ e² / n), and the interval reaches t(n) · s · scale further, in quadrature. The
/// scale is what is predicted above native, so that an error of a tenth is one of the overhead, and
/// small where that is small; it is the native time for a model without overhead.
pub(crate) fn learn(predictions: &mut [Prediction]) {
    let errors: Vec<Option<f64>> = predictions.iter().map(error).collect();
    let mut alike: BTreeMap<(&str, &str), BTreeMap<&str, Vec<usize>>> = BTreeMap::new();
    for (place, one) in predictions.iter().enumerate() {
        let workloads = alike.entry((&one.platform, one.model)).or_default();
        workloads.entry(&one.workload).or_default().push(place);
    }
    let mut learned = vec![None; predictions.len()];
    let mut reaches = BTreeMap::new();
    for workloads in alike.into_values() {
        let own = |places: &Vec<usize>| places.iter().filter_map(|place| errors[*place]).collect();
        let sums: Vec<Squares> = workloads.values().map(own).collect();
        for (others, places) in Squares::of_others(&sums).into_iter().zip(workloads.values()) {
            let reach = *reaches.entry(others.count).or_insert_with(|| reach(others.count));
            for place in places {
                learned[*place] = reach.map(|reach| (others.root(), reach));
            }
        }
    }
    for (one, learned) in predictions.iter_mut().zip(learned) {
        if let Some((error, reach)) = learned {
            one.model_error = Some(error);
            one.predicted = one.predicted.with_margin(reach * error * scale(one));
        }
    }
}

/// A sum of squares of errors.
#[derive(Debug, Clone, Copy, Default)]
struct Squares {
    sum: f64,
    count: usize,
}

impl FromIterator<f64> for Squares {
    fn from_iter<T: IntoIterator<Item = f64>>(errors: T) -> Self {
        let add =
            |Self { sum, count }, error: f64| Self { sum: sum + error * error, count: count + 1 };
        errors.into_iter().fold(Self::default(), add)
    }
}

impl Squares {
    /// For each of `all` those of the others together. Nothing is taken off: a great one would take the
    /// digits of the small with it.
    fn of_others(all: &[Self]) -> Vec<Self> {
        let add = |sum: &mut Self, one: &Self| {
            let before = *sum;
            *sum = before.and(*one);
            Some(before)
        };
        let before = all.iter().scan(Self::default(), add);
        let mut behind: Vec<_> = all.iter().rev().scan(Self::default(), add).collect();
        behind.reverse();
        before.zip(behind).map(|(before, behind)| before.and(behind)).collect()
    }

    fn and(self, other: Self) -> Self {
        Self { sum: self.sum + other.sum, count: self.count + other.count }
    }

    /// The root of their mean.
    fn root(self) -> f64 {
        (self.sum / self.count as f64).sqrt()
    }
}

/// What errors of `one` are shares of.
fn scale(one: &Prediction) -> f64 {
    match one.overhead().abs() {
        none if none <= 0.0 => one.native.value,
        overhead => overhead,
    }
}

fn error(one: &Prediction) -> Option<f64> {
    Some((one.measured?.value - one.predicted.value) / scale(one))
}

/// How many roots of the mean square of `count` errors an interval reaches.
fn reach(count: usize) -> Option<f64> {
    let student = StudentsT::new(0.0, 1.0, count as f64).ok().filter(|_| count >= FEWEST)?;
    Some(student.inverse_cdf(f64::midpoint(1.0, LEVEL)))
}

#[cfg(test)]
#[path = "accuracy_tests.rs"]
mod tests;
