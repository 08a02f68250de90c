//! The sign test: do paired differences tend to one side?

use statrs::distribution::{Binomial, DiscreteCDF};

/// Two-sided p-value of the sign test of `differences`, 0 to 1; 1 if none is left when zeros are
/// dropped.
///
/// Under equality each difference is positive with a probability of ½, so that with k the rarer
/// sign's number among n the p-value is min(1, 2·P(Bin(n, ½) ≤ k)), exact whatever the
/// distribution. It belongs to the interval of the median by order statistics. (Dixon & Mood, JASA
/// 41, 1946; Hollander & Wolfe 1973, §3.4; as R's `binom.test`.)
pub fn sign_test(differences: &[f64]) -> f64 {
    let positive = differences.iter().filter(|d| **d > 0.0).count();
    let negative = differences.iter().filter(|d| **d < 0.0).count();
    let Ok(signs) = Binomial::new(0.5, (positive + negative) as u64) else { return 1.0 };
    (2.0 * signs.cdf(positive.min(negative) as u64)).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::testing::close;

    #[test]
    fn as_r_tests_it() {
        let signs = |positive: usize, negative: usize| {
            [vec![0.5; positive], vec![-2.0; negative], vec![0.0; 3]].concat()
        };
        // binom.test(2, 9)$p.value, binom.test(0, 12)$p.value, binom.test(10, 60)$p.value.
        close(sign_test(&signs(7, 2)), 0.179_687_5, 1e-12);
        close(sign_test(&signs(0, 12)), 2.0 / 4096.0, 1e-15);
        close(sign_test(&signs(50, 10)), 1.616_381e-7, 1e-12);
        assert_eq!(sign_test(&signs(5, 5)), 1.0);
        assert_eq!(sign_test(&signs(0, 0)), 1.0);
    }
}
