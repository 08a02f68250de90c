//! Wilcoxon's rank-sum test (Mann-Whitney): do two independent samples differ in location?

use super::ranks::{Alternative, Method, Midranks, RankTest, Sums, normal_p_value};
use super::sorted::Sorted;

/// Largest size of either sample for the exact distribution; C(50, 25) outcomes still count
/// exactly in f64.
const LARGEST_EXACT: usize = 25;

/// Rank-sum test of `a` against `b`; [`Alternative::Less`] means that `a` tends to be smaller.
///
/// The statistic is Mann and Whitney's `U = R_a − n_a(n_a + 1)/2`, `R_a` being the sum of a's
/// (mid)ranks in the pooled sample: what R calls W. With at most 25 values on each side the
/// p-value comes from the distribution of `R_a` over all `C(n_a + n_b, n_a)` ways to deal the pooled
/// ranks, which is exact with ties too; beyond that from the normal approximation with variance
/// `n_a·n_b/12·(N + 1 − Σ(t³ − t)/(N(N − 1)))` and continuity correction. (Wilcoxon, Biometrics
/// Bulletin 1, 1945; Mann & Whitney, Ann. Math. Stat. 18, 1947; Hollander & Wolfe 1973, §4.1.)
pub fn rank_sum(a: &Sorted, b: &Sorted, alternative: Alternative) -> RankTest {
    let pooled = Pooled::of(a, b);
    if a.count() <= LARGEST_EXACT && b.count() <= LARGEST_EXACT {
        pooled.exact(alternative)
    } else {
        pooled.approximate(alternative)
    }
}

/// Two-sided probability of so little overlap of `a` and `b` if there were no difference; 0 where they
/// do not overlap, as far as ranks can tell.
///
/// A trimmed mean alone takes samples of two levels for certain, when each has by chance most of its
/// values on another one: what is left has no spread. Ranks count how often that happens.
pub fn overlap(a: &Sorted, b: &Sorted) -> f64 {
    let is_apart = a.max() < b.min() || b.max() < a.min();
    if is_apart { 0.0 } else { rank_sum(a, b, Alternative::TwoSided).p_value }
}

/// Two samples ranked together, `a` first.
struct Pooled {
    ranks: Midranks,
    a: usize,
    b: usize,
}

impl Pooled {
    fn of(a: &Sorted, b: &Sorted) -> Self {
        Self { ranks: Midranks::of(&[a.values(), b.values()].concat()), a: a.count(), b: b.count() }
    }

    /// Twice the rank sum of `a`.
    fn doubled_sum(&self) -> usize {
        self.ranks.doubled[..self.a].iter().sum()
    }

    fn statistic(&self) -> f64 {
        (self.doubled_sum() - self.a * (self.a + 1)) as f64 / 2.0
    }

    fn exact(&self, alternative: Alternative) -> RankTest {
        let sums = Sums::of_subsets_of_size(&self.ranks.doubled, self.a);
        RankTest {
            statistic: self.statistic(),
            p_value: sums.p_value(self.doubled_sum(), alternative),
            method: Method::Exact,
        }
    }

    fn approximate(&self, alternative: Alternative) -> RankTest {
        let (a, b) = (self.a as f64, self.b as f64);
        let all = a + b;
        let ties = self.ranks.tie_term / (all * (all - 1.0));
        let sd = (a * b / 12.0 * (all + 1.0 - ties)).max(0.0).sqrt();
        RankTest {
            statistic: self.statistic(),
            p_value: normal_p_value(self.statistic() - a * b / 2.0, sd, alternative),
            method: Method::Normal,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Rng, close, sorted};
    use Alternative::{Greater, Less, TwoSided};

    /// Permeability constants of the human chorioamnion (Hollander & Wolfe 1973, p. 69 f.), the
    /// example of R's `wilcox.test`: W = 35, p-value = 0.1272 (greater).
    #[test]
    fn permeability_data_as_published() {
        let at_term = sorted(&[0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46]);
        let early = sorted(&[1.15, 0.88, 0.90, 0.74, 1.21]);
        let test = rank_sum(&at_term, &early, Greater);
        assert_eq!((test.statistic, test.method), (35.0, Method::Exact));
        close(test.p_value, 382.0 / 3003.0, 1e-12);
        close(rank_sum(&at_term, &early, TwoSided).p_value, 0.25441, 5e-6);
        close(rank_sum(&at_term, &early, Less).p_value, 0.89677, 5e-6);
        let normal = Pooled::of(&at_term, &early).approximate(Greater);
        close(normal.p_value, 0.122_312, 5e-7); // SciPy 1.15, asymptotic
    }

    #[test]
    fn ties_match_enumeration_and_the_corrected_approximation() {
        let a = sorted(&[1.0, 2.0, 2.0, 3.0, 5.0, 5.0, 8.0]);
        let b = sorted(&[2.0, 4.0, 5.0, 6.0, 8.0, 9.0, 10.0, 10.0]);
        let pooled = Pooled::of(&a, &b);
        assert_eq!(pooled.statistic(), 11.5);
        close(pooled.exact(TwoSided).p_value, 0.059_673_659_67, 1e-10); // all 6435 deals
        close(pooled.approximate(TwoSided).p_value, 0.061_706_690, 1e-9);
        close(pooled.approximate(Greater).p_value, 0.976_437_348, 1e-9);
    }

    #[test]
    fn complete_separation_has_the_smallest_p() {
        let (a, b) = (sorted(&[1.0, 2.0, 3.0]), sorted(&[4.0, 5.0, 6.0]));
        assert_eq!(rank_sum(&a, &b, Less).p_value, 1.0 / 20.0);
        assert_eq!(rank_sum(&a, &b, TwoSided).p_value, 2.0 / 20.0);
        assert_eq!(rank_sum(&b, &a, Greater).p_value, 1.0 / 20.0);
    }

    #[test]
    fn what_overlaps_has_the_p_value_of_its_ranks_and_what_does_not_has_none() {
        let (low, high) = (sorted(&[1.0, 2.0, 3.0]), sorted(&[4.0, 5.0, 6.0]));
        assert_eq!((overlap(&low, &high), overlap(&high, &low)), (0.0, 0.0));
        // Of the 20 deals of 1, 2, 3, 4, 5, 6 the next to the farthest is one at either end.
        assert_eq!(overlap(&sorted(&[1.0, 2.0, 4.0]), &sorted(&[3.0, 5.0, 6.0])), 4.0 / 20.0);
        assert_eq!(overlap(&sorted(&[7.0; 5]), &sorted(&[7.0; 5])), 1.0);
    }

    #[test]
    fn identical_constants_do_not_differ() {
        let (few, many) = (sorted(&[7.0; 5]), sorted(&[7.0; 100]));
        assert_eq!(rank_sum(&few, &few, TwoSided).p_value, 1.0);
        assert_eq!(rank_sum(&many, &many, TwoSided).p_value, 1.0);
    }

    #[test]
    fn large_samples_do_not_overflow() {
        let a: Vec<f64> = (0..50_000).map(f64::from).collect();
        let test = rank_sum(&sorted(&a), &sorted(&a), TwoSided);
        assert_eq!((test.statistic, test.p_value), (1.25e9, 1.0));
    }

    #[test]
    fn both_methods_meet_at_the_border() {
        let mut rng = Rng::new(5);
        let a: Vec<f64> = (0..LARGEST_EXACT).map(|_| rng.normal()).collect();
        let b: Vec<f64> = (0..LARGEST_EXACT).map(|_| rng.normal() + 0.5).collect();
        let pooled = Pooled::of(&sorted(&a), &sorted(&b));
        close(pooled.exact(Less).p_value, pooled.approximate(Less).p_value, 2e-3);
        let longer = sorted(&[a, vec![0.0]].concat());
        assert_eq!(rank_sum(&longer, &sorted(&b), Less).method, Method::Normal);
    }
}
