//! Hodges and Lehmann's shift between two samples, with an exact distribution-free interval.

use super::interval::Interval;
use super::ranks::Sums;
use super::sorted::Sorted;
use statrs::distribution::{ContinuousCDF, Normal};

/// Largest size of either sample for the exact interval.
const LARGEST_EXACT: usize = 25;

/// How far sample `a` lies above sample `b`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shift {
    /// Median of all differences aᵢ − bⱼ, in the unit of the data.
    pub estimate: f64,
    /// Interval of the shift; `None` if the samples are too small for the level (95 % needs four
    /// against four, or three against five).
    pub interval: Option<Interval>,
}

/// Shift of `a` against `b` at `level` (0 to 1).
///
/// With the `n_a·n_b` differences in ascending order, the interval from the (k + 1)-th smallest to
/// the (k + 1)-th largest covers the shift with probability 1 − 2·P(U ≤ k), U being Mann and
/// Whitney's statistic under equality; k is the largest for which that reaches `level`. Exact up
/// to 25 values a side, from U's normal approximation beyond. Applied to logarithms, exp(shift) is
/// a ratio. (Hodges & Lehmann, Ann. Math. Stat. 34, 1963; Hollander & Wolfe 1973, §4.2 and §4.3.)
pub fn shift(a: &Sorted, b: &Sorted, level: f64) -> Option<Shift> {
    let pairs = a.values().iter().flat_map(|x| b.values().iter().map(move |y| x - y));
    let differences = Sorted::new(pairs.collect())?;
    let interval = cut(a.count(), b.count(), (1.0 - level) / 2.0).map(|(k, tail)| Interval {
        low: differences.values()[k],
        high: differences.values()[differences.count() - 1 - k],
        coverage: 1.0 - 2.0 * tail,
    });
    Some(Shift { estimate: differences.median(), interval })
}

/// Largest k with P(U ≤ k) ≤ `tail`, and that probability.
fn cut(a: usize, b: usize, tail: f64) -> Option<(usize, f64)> {
    if a > LARGEST_EXACT || b > LARGEST_EXACT {
        return approximate_cut(a as f64, b as f64, tail);
    }
    let doubled: Vec<usize> = (1..=a + b).map(|rank| 2 * rank).collect();
    let sums = Sums::of_subsets_of_size(&doubled, a);
    let at_most = |u: usize| sums.at_most(2 * u + a * (a + 1));
    (0..=a * b).map(|u| (u, at_most(u))).take_while(|&(_, p)| p <= tail).last()
}

fn approximate_cut(a: f64, b: f64, tail: f64) -> Option<(usize, f64)> {
    let sd = (a * b * (a + b + 1.0) / 12.0).sqrt();
    let k = (a * b / 2.0 + Normal::standard().inverse_cdf(tail) * sd - 0.5).floor();
    let p = Normal::standard().cdf((k + 0.5 - a * b / 2.0) / sd);
    (k >= 0.0).then_some((k as usize, p))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Rng, SHAPES, close, least_share, sorted};

    /// Permeability data (Hollander & Wolfe 1973, p. 69 f. and example 4.2): estimate 0.305.
    #[test]
    fn permeability_data_as_published() {
        let at_term = sorted(&[0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46]);
        let early = sorted(&[1.15, 0.88, 0.90, 0.74, 1.21]);
        let found = shift(&at_term, &early, 0.95).unwrap();
        close(found.estimate, 0.305, 1e-12);
        // R's wilcox.test(conf.int = TRUE): 95 percent interval −0.15 to 0.76.
        let interval = found.interval.unwrap();
        close(interval.low, -0.15, 1e-9);
        close(interval.high, 0.76, 1e-9);
    }

    #[test]
    fn three_boots_a_side_have_no_interval_but_four_do() {
        let three = sorted(&[1.0, 2.0, 3.0]);
        let four = sorted(&[1.0, 2.0, 3.0, 4.0]);
        assert_eq!(shift(&three, &three, 0.95).unwrap().interval, None);
        let interval = shift(&four, &four, 0.95).unwrap().interval.unwrap();
        assert_eq!((interval.low, interval.high), (-3.0, 3.0));
        close(interval.coverage, 1.0 - 2.0 / 70.0, 1e-12);
    }

    #[test]
    fn identical_constants_have_zero_width() {
        let interval = shift(&sorted(&[4.0; 6]), &sorted(&[3.0; 6]), 0.95);
        let interval = interval.unwrap().interval.unwrap();
        assert_eq!((interval.low, interval.high), (1.0, 1.0));
    }

    #[test]
    fn approximation_and_exact_cut_are_neighbours() {
        let (exact, _) = cut(25, 25, 0.025).unwrap();
        let (normal, _) = approximate_cut(25.0, 25.0, 0.025).unwrap();
        assert!(exact.abs_diff(normal) <= 1, "{exact} {normal}");
    }

    #[test]
    fn intervals_cover_the_true_shift_as_often_as_they_claim() {
        const REPETITIONS: usize = 1000;
        for (seed, (name, _, draw)) in (77..).zip(SHAPES) {
            let mut rng = Rng::new(seed);
            let mut covered = 0;
            for _ in 0..REPETITIONS {
                let a: Vec<f64> = (0..5).map(|_| draw(&mut rng) + 3.0).collect();
                let b: Vec<f64> = (0..5).map(|_| draw(&mut rng)).collect();
                let found = shift(&sorted(&a), &sorted(&b), 0.95).unwrap();
                covered += usize::from(found.interval.unwrap().contains(3.0));
            }
            let share = covered as f64 / REPETITIONS as f64;
            assert!(share >= least_share(0.95, REPETITIONS), "{name}: {share}");
        }
    }
}
