//! Two-sample permutation test on the difference of means, for a few boots a side.

use super::sorted::mean;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// Most deals of the pooled values that are enumerated instead of drawn.
const MOST_ENUMERATED: u64 = 20_000;
/// Deals drawn when there are more.
const DRAWN: u32 = 9_999;

/// Outcome of a permutation test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Permutation {
    /// mean(a) − mean(b), in the unit of the data.
    pub difference: f64,
    /// Two-sided p-value, above 0 to 1.
    pub p_value: f64,
    /// Whether all deals were enumerated, so that `p_value` is exact.
    pub exact: bool,
}

/// Tests whether `a` and `b` have the same mean by dealing the pooled values anew. `None` if one
/// of them is empty.
///
/// The p-value is the share of deals whose |difference of means| is at least the observed one.
/// With at most 20,000 deals (up to 8 against 8) all are enumerated. With more, 9,999 are drawn
/// from a generator seeded with `seed`, and p = (k + 1)/(9,999 + 1), k of them being as extreme:
/// never 0, and never too small (Phipson & Smyth, Stat. Appl. Genet. Mol. Biol. 9, 2010). Fisher,
/// 'The Design of Experiments', 1935; Ernst, 'Permutation Methods', Statistical Science 19, 2004.
pub fn permutation_test(a: &[f64], b: &[f64], seed: u64) -> Option<Permutation> {
    if a.is_empty() || b.is_empty() {
        return None;
    }
    let deals = Deals::new(a, b);
    let enumerable =
        combinations(deals.pooled.len(), a.len()).is_some_and(|c| c <= MOST_ENUMERATED);
    let p_value = if enumerable { deals.enumerated() } else { deals.drawn(seed) };
    Some(Permutation { difference: mean(a) - mean(b), p_value, exact: enumerable })
}

/// The pooled values about their mean, so that a deal is as extreme as its first hand's |sum|.
struct Deals {
    pooled: Vec<f64>,
    hand: usize,
    /// |sum| of the observed hand, less the rounding that equal deals may differ by.
    threshold: f64,
}

impl Deals {
    fn new(a: &[f64], b: &[f64]) -> Self {
        let mut pooled = [a, b].concat();
        let centre = mean(&pooled);
        for value in &mut pooled {
            *value -= centre;
        }
        let size: f64 = pooled.iter().map(|v| v.abs()).sum();
        let observed = pooled[..a.len()].iter().sum::<f64>().abs();
        Self { threshold: observed - 1e-12 * size, hand: a.len(), pooled }
    }

    fn enumerated(&self) -> f64 {
        let (mut extreme, mut all) = (0u32, 0u32);
        self.deal(0, self.hand, 0.0, &mut |sum| {
            all += 1;
            extreme += u32::from(sum.abs() >= self.threshold);
        });
        f64::from(extreme) / f64::from(all)
    }

    /// Visits the sum of every way to take `left` values from position `at` on, added to `sum`.
    fn deal(&self, at: usize, left: usize, sum: f64, visit: &mut impl FnMut(f64)) {
        if left == 0 {
            return visit(sum);
        }
        for next in at..=self.pooled.len() - left {
            self.deal(next + 1, left - 1, sum + self.pooled[next], visit);
        }
    }

    fn drawn(&self, seed: u64) -> f64 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut cards = self.pooled.clone();
        let mut extreme = 0;
        for _ in 0..DRAWN {
            for at in 0..self.hand {
                let other = rng.random_range(at..cards.len());
                cards.swap(at, other);
            }
            let sum: f64 = cards[..self.hand].iter().sum();
            extreme += u32::from(sum.abs() >= self.threshold);
        }
        f64::from(extreme + 1) / f64::from(DRAWN + 1)
    }
}

/// n over k; `None` beyond 64 bits.
fn combinations(n: usize, k: usize) -> Option<u64> {
    (0..k.min(n - k))
        .try_fold(1u64, |product, i| Some(product.checked_mul((n - i) as u64)? / (i as u64 + 1)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Rng, close, least_share};

    #[test]
    fn small_samples_are_enumerated() {
        let a = [10.1, 10.4, 10.2, 10.6];
        let b = [10.5, 10.9, 10.8, 11.0];
        let test = permutation_test(&a, &b, 1).unwrap();
        assert!(test.exact);
        close(test.difference, -0.475, 1e-12);
        close(test.p_value, 4.0 / 70.0, 1e-12); // SciPy's permutation_test gives the same
    }

    #[test]
    fn three_boots_cannot_go_below_a_tenth() {
        let test = permutation_test(&[1.0, 2.0, 3.0], &[101.0, 102.0, 103.0], 1).unwrap();
        close(test.p_value, 2.0 / 20.0, 1e-12);
    }

    #[test]
    fn equal_constants_are_indistinguishable() {
        assert_eq!(permutation_test(&[0.1; 4], &[0.1; 4], 1).unwrap().p_value, 1.0);
        assert_eq!(permutation_test(&[], &[1.0], 1), None);
    }

    #[test]
    fn drawing_agrees_with_enumeration_and_repeats() {
        let a = [1.0, 4.0, 2.0, 8.0, 5.0, 7.0];
        let b = [6.0, 9.0, 3.0, 12.0, 10.0, 11.0];
        let deals = Deals::new(&a, &b);
        close(deals.drawn(42), deals.enumerated(), 0.01);
        assert_eq!(deals.drawn(42), deals.drawn(42));
        let long: Vec<f64> = (0..40).map(f64::from).collect();
        assert!(!permutation_test(&long, &long, 7).unwrap().exact);
    }

    #[test]
    fn true_differences_of_zero_are_rarely_significant() {
        let mut rng = Rng::new(3);
        let mut quiet = 0;
        for _ in 0..1000 {
            let draw: Vec<f64> = (0..10).map(|_| -rng.uniform().ln()).collect();
            let test = permutation_test(&draw[..5], &draw[5..], 0).unwrap();
            quiet += usize::from(test.p_value > 0.05);
        }
        assert!(quiet as f64 / 1000.0 >= least_share(0.95, 1000), "{quiet}");
    }

    #[test]
    fn combinations_count_and_overflow() {
        assert_eq!(combinations(16, 8), Some(12_870));
        assert_eq!(combinations(5, 0), Some(1));
        assert_eq!(combinations(400, 200), None);
    }
}
