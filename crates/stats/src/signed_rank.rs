//! Wilcoxon's signed-rank test: are paired differences centred on zero?

use super::ranks::{Alternative, Method, Midranks, RankTest, Sums, normal_p_value};

/// Most differences for the exact distribution; 2⁵⁰ outcomes still count exactly in f64.
const LARGEST_EXACT: usize = 50;

/// Signed-rank test of `differences` (finite); [`Alternative::Greater`] means that they tend to be
/// positive. `None` if no difference is left when zeros are dropped.
///
/// The statistic is the sum of the (mid)ranks of |d| over the positive d: what R calls V. With at
/// most 50 differences the p-value comes from all 2ⁿ choices of signs, which is exact with ties
/// too; beyond that from the normal approximation with variance n(n + 1)(2n + 1)/24 − Σ(t³ − t)/48
/// and continuity correction. Zeros are dropped, as Wilcoxon did. (Wilcoxon, Biometrics Bulletin
/// 1, 1945; Hollander & Wolfe 1973, §3.1.)
pub fn signed_rank(differences: &[f64], alternative: Alternative) -> Option<RankTest> {
    let signed = Signed::of(differences)?;
    Some(if signed.positive.len() <= LARGEST_EXACT {
        signed.exact(alternative)
    } else {
        signed.approximate(alternative)
    })
}

/// Ranks of |d| and which d are positive.
struct Signed {
    ranks: Midranks,
    positive: Vec<bool>,
}

impl Signed {
    fn of(differences: &[f64]) -> Option<Self> {
        let kept: Vec<f64> = differences.iter().copied().filter(|&d| d != 0.0).collect();
        let sizes: Vec<f64> = kept.iter().map(|d| d.abs()).collect();
        (!kept.is_empty()).then(|| Self {
            ranks: Midranks::of(&sizes),
            positive: kept.iter().map(|&d| d > 0.0).collect(),
        })
    }

    /// Twice the sum of the positive ranks.
    fn doubled_sum(&self) -> usize {
        let ranks = self.ranks.doubled.iter().zip(&self.positive);
        ranks.filter(|(_, positive)| **positive).map(|(r, _)| r).sum()
    }

    fn exact(&self, alternative: Alternative) -> RankTest {
        let sums = Sums::of_subsets(&self.ranks.doubled);
        RankTest {
            statistic: self.doubled_sum() as f64 / 2.0,
            p_value: sums.p_value(self.doubled_sum(), alternative),
            method: Method::Exact,
        }
    }

    fn approximate(&self, alternative: Alternative) -> RankTest {
        let n = self.positive.len() as f64;
        let statistic = self.doubled_sum() as f64 / 2.0;
        let variance = n * (n + 1.0) * (2.0 * n + 1.0) / 24.0 - self.ranks.tie_term / 48.0;
        let distance = statistic - n * (n + 1.0) / 4.0;
        RankTest {
            statistic,
            p_value: normal_p_value(distance, variance.sqrt(), alternative),
            method: Method::Normal,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::close;
    use Alternative::{Greater, Less, TwoSided};

    /// Depression scale factors of nine patients (Hollander & Wolfe 1973, p. 29 f.), the example
    /// of R's `wilcox.test`: V = 40, p-value = 0.01953 (greater).
    #[test]
    #[allow(clippy::approx_constant, reason = "3.14 was measured")]
    fn depression_data_as_published() {
        let first = [1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30];
        let second = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29];
        let change: Vec<f64> = first.iter().zip(second).map(|(a, b)| a - b).collect();
        let test = signed_rank(&change, Greater).unwrap();
        assert_eq!((test.statistic, test.method), (40.0, Method::Exact));
        assert_eq!(test.p_value, 10.0 / 512.0);
        assert_eq!(signed_rank(&change, TwoSided).unwrap().p_value, 20.0 / 512.0);
        close(signed_rank(&change, Less).unwrap().p_value, 0.986_328_125, 1e-12);
    }

    #[test]
    fn ties_match_enumeration_and_the_corrected_approximation() {
        let d = [3.0, -1.0, 4.0, 1.0, -5.0, 9.0, 2.0, 6.0, 5.0, 3.0, 5.0, -2.0];
        let signed = Signed::of(&d).unwrap();
        assert_eq!(signed.doubled_sum(), 128);
        assert_eq!(signed.exact(Greater).p_value, 0.025_878_906_25); // all 4096 signs
        assert_eq!(signed.exact(Less).p_value, 0.979_736_328_125);
        close(signed.approximate(Greater).p_value, 0.026_981_493, 1e-9);
        close(signed.approximate(TwoSided).p_value, 0.053_962_987, 1e-9);
    }

    #[test]
    fn zeros_are_dropped() {
        assert_eq!(signed_rank(&[0.0, 0.0], TwoSided), None);
        let test = signed_rank(&[0.0, 1.0, 2.0, 3.0], Greater).unwrap();
        assert_eq!((test.statistic, test.p_value), (6.0, 1.0 / 8.0));
    }

    #[test]
    fn many_differences_use_the_approximation() {
        let d: Vec<f64> =
            (1..=60).map(|i| f64::from(i * if i % 3 == 0 { -1 } else { 1 })).collect();
        let test = signed_rank(&d, TwoSided).unwrap();
        assert_eq!(test.method, Method::Normal);
        close(test.p_value, Signed::of(&d).unwrap().exact(TwoSided).p_value, 1e-3);
    }
}
