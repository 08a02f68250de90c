//! One figure out of several boots.

use statrs::distribution::{ContinuousCDF, StudentsT};

use super::interval::Interval;
use super::sorted::{Sorted, mean};

/// What the figures of several boots say together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AcrossBoots {
    /// Their geometric mean, in their unit.
    pub mean: f64,
    /// Interval of that mean.
    pub interval: Interval,
    /// Standard deviation of their natural logarithms, without unit: nearly their standard
    /// deviation as a share of the mean as long as that is small.
    pub spread: f64,
}

/// Combines the `figures` of at least two boots, each above zero; `None` otherwise.
///
/// A boot's layout shifts all its batches together, so batches of one boot say nothing of how far
/// another boot lies away: only the boots count as independent (Kalibera & Jones, 'Rigorous
/// Benchmarking in Reasonable Time', ISMM 2013, §5). With y the logarithms of the k figures and s
/// their standard deviation, the mean is exp(ȳ) and the interval exp(ȳ ± t·s/√k), t the
/// (1 + `level`)/2 quantile of Student's distribution with k − 1 degrees of freedom. Logarithms,
/// because costs are positive and differ by factors (Limpert, Stahel & Abbt, 'Log-normal
/// Distributions across the Sciences', `BioScience` 51, 2001), and because ratios of such means are
/// means of ratios.
pub fn across_boots(figures: &[f64], level: f64) -> Option<AcrossBoots> {
    let positive = figures.iter().all(|figure| *figure > 0.0 && figure.is_finite());
    if figures.len() < 2 || !positive {
        return None;
    }
    // Around the first figure, so that equal figures give exactly that figure.
    let origin = figures[0];
    let logarithms: Vec<f64> = figures.iter().map(|figure| (figure / origin).ln()).collect();
    let middle = mean(&logarithms);
    let spread = Sorted::new(logarithms)?.std_dev();
    let boots = figures.len() as f64;
    let quantile =
        StudentsT::new(0.0, 1.0, boots - 1.0).ok()?.inverse_cdf(f64::midpoint(1.0, level));
    let reach = quantile * spread / boots.sqrt();
    let at = |logarithm: f64| origin * logarithm.exp();
    let interval = Interval { low: at(middle - reach), high: at(middle + reach), coverage: level };
    Some(AcrossBoots { mean: at(middle), interval, spread })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Rng, close, least_share};

    #[test]
    fn three_boots_by_hand() {
        // Logarithms ln 10 + (-0.1, 0, 0.1): s = 0.1, t(2) = 4.30265 by the published tables.
        let figures = [10.0 * (-0.1f64).exp(), 10.0, 10.0 * 0.1f64.exp()];
        let found = across_boots(&figures, 0.95).unwrap();
        close(found.mean, 10.0, 1e-12);
        close(found.spread, 0.1, 1e-12);
        let reach = 4.302_653 * 0.1 / 3.0f64.sqrt();
        close(found.interval.low, 10.0 * (-reach).exp(), 1e-5);
        close(found.interval.high, 10.0 * reach.exp(), 1e-5);
    }

    #[test]
    fn equal_boots_have_zero_width_exactly() {
        let found = across_boots(&[0.3; 3], 0.95).unwrap();
        assert_eq!((found.mean, found.spread), (0.3, 0.0));
        assert_eq!((found.interval.low, found.interval.high), (0.3, 0.3));
    }

    #[test]
    fn one_boot_and_figures_that_are_no_costs_are_refused() {
        for figures in [&[][..], &[4.0], &[4.0, 0.0], &[4.0, -1.0], &[4.0, f64::NAN]] {
            assert_eq!(across_boots(figures, 0.95), None, "{figures:?}");
        }
    }

    #[test]
    fn intervals_cover_the_truth_as_often_as_they_claim() {
        const REPETITIONS: usize = 1000;
        for boots in [2, 3, 10] {
            let mut rng = Rng::new(boots);
            let covered = (0..REPETITIONS).filter(|_| {
                let figures: Vec<f64> =
                    (0..boots).map(|_| 500.0 * (0.2 * rng.normal()).exp()).collect();
                across_boots(&figures, 0.95).unwrap().interval.contains(500.0)
            });
            let share = covered.count() as f64 / REPETITIONS as f64;
            close(share, 0.95, 0.95 - least_share(0.95, REPETITIONS));
        }
    }
}
