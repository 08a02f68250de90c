//! Distribution-free confidence interval of the median.

use super::interval::Interval;
use super::sorted::Sorted;
use statrs::distribution::{Binomial, DiscreteCDF};

/// Confidence interval of the median from order statistics, whatever the distribution.
///
/// The number of values below the true median is binomial with n and ½. So the interval from the
/// k-th smallest to the k-th largest value covers it with probability 1 − 2·P(Bin(n, ½) ≤ k − 1),
/// exactly for a continuous distribution and at least that for a discrete one. k is the largest
/// for which that reaches `level` (0 to 1); the result states the coverage it has. `None` if even
/// the whole range of the sample does not reach `level`. (Hollander & Wolfe, 'Nonparametric
/// Statistical Methods', 1973, §3.6; David & Nagaraja, 'Order Statistics', 3rd ed. 2003, §7.1.)
pub fn median_ci(sample: &Sorted, level: f64) -> Option<Interval> {
    let (dropped, coverage) = dropped_at_each_end(sample.count(), level)?;
    Some(Interval {
        low: sample.values()[dropped],
        high: sample.values()[sample.count() - 1 - dropped],
        coverage,
    })
}

/// k − 1 and the exact coverage for a sample of `n`; `None` if no k reaches `level`.
pub(super) fn dropped_at_each_end(n: usize, level: f64) -> Option<(usize, f64)> {
    let values_below = Binomial::new(0.5, n as u64).ok()?;
    let tail = |dropped: usize| values_below.cdf(dropped as u64);
    let allowed = (1.0 - level) / 2.0;
    if tail(0) > allowed {
        return None;
    }
    let (mut dropped, mut too_many) = (0, n);
    while too_many - dropped > 1 {
        let middle = usize::midpoint(dropped, too_many);
        if tail(middle) <= allowed {
            dropped = middle;
        } else {
            too_many = middle;
        }
    }
    Some((dropped, 1.0 - 2.0 * tail(dropped)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Rng, SHAPES, close, least_share, sorted};

    #[test]
    fn ranks_and_coverage_match_the_binomial_table() {
        // P(Bin(n, 1/2) <= k - 1) summed by hand from binomial coefficients.
        for (n, dropped, tail) in [
            (6, 0, 1.0 / 64.0),
            (8, 0, 1.0 / 256.0),
            (9, 1, 10.0 / 512.0),
            (10, 1, 11.0 / 1024.0),
            (15, 3, 576.0 / 32768.0),
            (20, 5, 21700.0 / 1_048_576.0),
        ] {
            let (got, coverage) = dropped_at_each_end(n, 0.95).unwrap();
            assert_eq!(got, dropped, "n = {n}");
            close(coverage, 1.0 - 2.0 * tail, 1e-12);
        }
    }

    #[test]
    fn too_few_values_have_no_interval() {
        // Six values reach 1 − 2·2⁻⁶ = 0.969, five 0.938 at most.
        let values: Vec<f64> = (0..6).map(f64::from).collect();
        assert_eq!(median_ci(&sorted(&values[1..]), 0.95), None);
        let whole = median_ci(&sorted(&values), 0.95).unwrap();
        assert_eq!((whole.low, whole.high), (0.0, 5.0));
        assert_eq!(median_ci(&sorted(&[1.0]), 0.95), None);
    }

    #[test]
    fn constant_data_has_zero_width() {
        let interval = median_ci(&sorted(&[2.0; 40]), 0.95).unwrap();
        assert_eq!((interval.low, interval.high), (2.0, 2.0));
    }

    #[test]
    fn large_samples_follow_the_normal_approximation() {
        let (dropped, coverage) = dropped_at_each_end(1_000_000, 0.95).unwrap();
        close(dropped as f64, 500_000.0 - 0.98 * 1000.0, 1.0);
        close(coverage, 0.95, 2e-3);
    }

    #[test]
    fn intervals_cover_the_true_median_as_often_as_they_claim() {
        const REPETITIONS: usize = 1000;
        for n in [7, 30, 101] {
            for (seed, (name, median, draw)) in (n..).zip(SHAPES) {
                let mut rng = Rng::new(seed);
                let mut covered = 0;
                let mut claimed = 0.0;
                for _ in 0..REPETITIONS {
                    let values: Vec<f64> = (0..n).map(|_| draw(&mut rng)).collect();
                    let interval = median_ci(&sorted(&values), 0.95).unwrap();
                    covered += usize::from(interval.contains(median));
                    claimed = interval.coverage;
                }
                let share = covered as f64 / REPETITIONS as f64;
                assert!(claimed >= 0.95);
                assert!(share >= least_share(0.95, REPETITIONS), "{name} {n}: {share}");
                let slack = claimed - least_share(claimed, REPETITIONS);
                close(share, claimed, slack);
            }
        }
    }
}
