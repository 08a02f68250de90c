//! A model's own error, as far as measured workloads tell it.

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
    let learned: Vec<Option<(f64, f64)>> = predictions
        .iter()
        .map(|one| {
            let is_other = |other: &Prediction| {
                (&other.platform, other.model) == (&one.platform, one.model)
                    && other.workload != one.workload
            };
            let others = predictions.iter().zip(&errors).filter(|(other, _)| is_other(other));
            spread(&others.filter_map(|(_, error)| *error).collect::<Vec<_>>())
        })
        .collect();
    for (one, learned) in predictions.iter_mut().zip(learned) {
        if let Some((error, reach)) = learned {
            one.model_error = Some(error);
            one.predicted = one.predicted.with_margin(reach * error * scale(one));
        }
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

/// The root of the mean square of `errors`, and how many of it an interval reaches.
fn spread(errors: &[f64]) -> Option<(f64, f64)> {
    let count = errors.len() as f64;
    let squares: f64 = errors.iter().map(|error| error * error).sum();
    let student = StudentsT::new(0.0, 1.0, count).ok().filter(|_| errors.len() >= FEWEST)?;
    Some(((squares / count).sqrt(), student.inverse_cdf(f64::midpoint(1.0, LEVEL))))
}

#[cfg(test)]
#[path = "accuracy_tests.rs"]
mod tests;
