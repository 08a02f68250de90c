//! A model's own error, as far as measured workloads tell it.

use std::collections::BTreeMap;

use results::LEVEL;
use statrs::distribution::{ContinuousCDF, StudentsT};

use crate::prediction::Prediction;
use crate::training::kind;

/// Fewer programs of other kinds than this say nothing of a model.
const FEWEST: usize = 2;

/// Of so many programs the errors of so many are to be within what is stated, where there are enough to count.
const MOST_OF: (usize, usize) = (9, 10);

/// Widens the intervals of `predictions` by the error of the model, as workloads of *other kinds* show it on the
/// same platform (cross-validation: Stone, 'Cross-Validatory Choice and Assessment of Statistical
/// Predictions', JRSS B 36, 1974). Those of its own kind err alike, which a program of a kind that
/// nobody has seen gains nothing from.
///
/// An error is |measured − predicted| / predicted: by shares of the overhead what a guest's kernel does
/// otherwise than natively, which no model knows, would be a multiple of a small one. The interval
/// reaches r · predicted further, in quadrature, with the r of [`Errors::reach_without`].
pub(crate) fn learn(predictions: &mut [Prediction]) {
    let mut alike: BTreeMap<(&str, &str), Vec<(f64, &str)>> = BTreeMap::new();
    for one in predictions.iter() {
        let errors = alike.entry((&one.platform, one.model)).or_default();
        errors.extend(error(one).map(|error| (error, kind(&one.workload))));
    }
    let alike: BTreeMap<_, Errors> =
        alike.into_iter().map(|(of, errors)| (of, Errors::of(errors))).collect();
    let learn = |one: &Prediction| {
        alike[&(one.platform.as_str(), one.model)].reach_without(kind(&one.workload))
    };
    let learned: Vec<_> = predictions.iter().map(learn).collect();
    for (one, reach) in predictions.iter_mut().zip(learned) {
        if let Some(reach) = reach {
            one.model_error = Some(reach);
            one.predicted = one.predicted.with_margin(reach * one.predicted.value);
        }
    }
}

/// Errors, the smallest first, and the places of each kind's among them.
#[derive(Debug, Default)]
struct Errors<'a> {
    sorted: Vec<f64>,
    of_kind: BTreeMap<&'a str, Vec<usize>>,
}

impl<'a> Errors<'a> {
    fn of(mut errors: Vec<(f64, &'a str)>) -> Self {
        errors.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut of_kind: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (place, (_, kind)) in errors.iter().enumerate() {
            of_kind.entry(kind).or_default().push(place);
        }
        Self { sorted: errors.into_iter().map(|(error, _)| error).collect(), of_kind }
    }

    /// How far the error of a program of this `kind` reaches by the n of all others: as far as the
    /// ⌈[`MOST_OF`] · (n + 1)⌉-th, whatever errors are like, if these programs are drawn as it is (Lei and others,
    /// 'Distribution-Free Predictive Inference for Regression', JASA 113, 2018). Where there are too few for
    /// that, t(n) · √(Σ e² / n), as if they were normal.
    fn reach_without(&self, kind: &str) -> Option<f64> {
        let own = self.of_kind.get(kind).map_or(&[][..], Vec::as_slice);
        let count = self.sorted.len() - own.len();
        let rank = (MOST_OF.0 * (count + 1)).div_ceil(MOST_OF.1);
        if rank <= count {
            // Each of its own that is not behind the one that is looked for moves it on by a place.
            let skip = |at: usize, place: &usize| at + usize::from(*place <= at);
            return Some(self.sorted[own.iter().fold(rank - 1, skip)]);
        }
        let others = self.sorted.iter().enumerate().filter(|(place, _)| !own.contains(place));
        let squares: f64 = others.map(|(_, error)| error * error).sum();
        let student = StudentsT::new(0.0, 1.0, count as f64).ok().filter(|_| count >= FEWEST)?;
        Some(student.inverse_cdf(f64::midpoint(1.0, LEVEL)) * (squares / count as f64).sqrt())
    }
}

/// How far `one` is off, as a share of what is predicted.
fn error(one: &Prediction) -> Option<f64> {
    Some((one.measured?.value - one.predicted.value).abs() / one.predicted.value)
}

#[cfg(test)]
#[path = "accuracy_tests.rs"]
mod tests;
