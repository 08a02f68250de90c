//! Midranks, ties, and the exact null distribution of a sum of ranks.

use statrs::distribution::{ContinuousCDF, Normal};

/// Which way a one-sided test looks, or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alternative {
    /// The first sample (or the differences) tends to be smaller.
    Less,
    /// The first sample (or the differences) tends to be larger.
    Greater,
    /// Either.
    TwoSided,
}

/// How a p-value came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// From the exact permutation distribution of the ranks, ties as they are.
    Exact,
    /// From the normal approximation with continuity and tie correction.
    Normal,
}

/// Outcome of a rank test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RankTest {
    /// The test statistic, as R's `wilcox.test` defines it. No unit.
    pub statistic: f64,
    /// Probability, 0 to 1, of a statistic at least this extreme if there is no difference.
    pub p_value: f64,
    /// How `p_value` was computed.
    pub method: Method,
}

/// Ranks of a pooled sample, equal values sharing the mean of their ranks.
pub struct Midranks {
    /// Twice the rank of each value, in the order given: an integer also for ties.
    pub doubled: Vec<usize>,
    /// Σ(t³ − t) over the groups of t equal values: 0 without ties. It is what the variance of a
    /// rank statistic loses.
    pub tie_term: f64,
}

impl Midranks {
    /// Ranks `values`, none of which may be NaN.
    pub fn of(values: &[f64]) -> Self {
        let mut order: Vec<usize> = (0..values.len()).collect();
        order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
        let mut doubled = vec![0; values.len()];
        let mut tie_term = 0.0;
        let mut first = 0;
        for group in order.chunk_by(|&a, &b| values[a] == values[b]) {
            let size = group.len();
            for &at in group {
                doubled[at] = 2 * first + size + 1;
            }
            tie_term += (size as f64).powi(3) - size as f64;
            first += size;
        }
        Self { doubled, tie_term }
    }
}

/// Null distribution of a sum of doubled ranks: `counts[s]` of `total` equally likely outcomes
/// give the sum `s`. Exact in f64 while `total` is below 2⁵³.
pub struct Sums {
    counts: Vec<f64>,
    total: f64,
}

impl Sums {
    /// Sums over all 2ⁿ subsets of `doubled`.
    pub fn of_subsets(doubled: &[usize]) -> Self {
        let mut counts = vec![0.0; doubled.iter().sum::<usize>() + 1];
        counts[0] = 1.0;
        let mut reached = 0;
        for &rank in doubled {
            for s in (0..=reached).rev() {
                counts[s + rank] += counts[s];
            }
            reached += rank;
        }
        Self::from_counts(counts)
    }

    /// Sums over all subsets of `doubled` that have `size` members.
    pub fn of_subsets_of_size(doubled: &[usize], size: usize) -> Self {
        let width = doubled.iter().sum::<usize>() + 1;
        let mut counts = vec![vec![0.0; width]; size + 1];
        counts[0][0] = 1.0;
        for &rank in doubled {
            for members in (0..size).rev() {
                let (from, to) = counts.split_at_mut(members + 1);
                let shifted = &mut to[0][rank..];
                for (sum, count) in shifted.iter_mut().zip(&from[members]) {
                    *sum += count;
                }
            }
        }
        Self::from_counts(counts.swap_remove(size))
    }

    fn from_counts(counts: Vec<f64>) -> Self {
        let total = counts.iter().sum();
        Self { counts, total }
    }

    /// P(sum ≤ `doubled_sum`), 0 to 1.
    pub fn at_most(&self, doubled_sum: usize) -> f64 {
        let end = (doubled_sum + 1).min(self.counts.len());
        self.counts[..end].iter().sum::<f64>() / self.total
    }

    /// P(sum ≥ `doubled_sum`), 0 to 1.
    pub fn at_least(&self, doubled_sum: usize) -> f64 {
        let start = doubled_sum.min(self.counts.len());
        self.counts[start..].iter().sum::<f64>() / self.total
    }

    /// p-value of the observed `doubled_sum`; two-sided is twice the smaller tail, at most 1.
    pub fn p_value(&self, doubled_sum: usize, alternative: Alternative) -> f64 {
        let (low, high) = (self.at_most(doubled_sum), self.at_least(doubled_sum));
        one_or_both(low, high, alternative)
    }
}

/// p-value of a statistic that lies `distance` from its mean, by the normal approximation with
/// standard deviation `sd` and a continuity correction of ½ towards the mean. 1 if `sd` is 0.
pub fn normal_p_value(distance: f64, sd: f64, alternative: Alternative) -> f64 {
    if sd == 0.0 {
        return 1.0;
    }
    let phi = |x: f64| Normal::standard().cdf(x);
    let low = phi((distance + 0.5) / sd);
    let high = phi(-(distance - 0.5) / sd);
    one_or_both(low, high, alternative)
}

fn one_or_both(low: f64, high: f64, alternative: Alternative) -> f64 {
    match alternative {
        Alternative::Less => low,
        Alternative::Greater => high,
        Alternative::TwoSided => (2.0 * low.min(high)).min(1.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_share_the_mean_rank() {
        let ranks = Midranks::of(&[5.0, 1.0, 5.0, 3.0, 5.0]);
        assert_eq!(ranks.doubled, [8, 2, 8, 4, 8]); // 4, 1, 4, 2, 4
        assert_eq!(ranks.tie_term, 24.0); // 3³ − 3
    }

    #[test]
    fn negative_and_positive_zero_are_equal() {
        assert_eq!(Midranks::of(&[0.0, -0.0]).doubled, [3, 3]);
    }

    #[test]
    fn subset_sums_by_enumeration() {
        // Ranks 1, 2, 3: sums 0 1 2 3 3 4 5 6.
        let sums = Sums::of_subsets(&[2, 4, 6]);
        assert_eq!(sums.at_most(0), 1.0 / 8.0);
        assert_eq!(sums.at_most(6), 5.0 / 8.0);
        assert_eq!(sums.at_least(6), 5.0 / 8.0);
        assert_eq!((sums.at_most(99), sums.at_least(99)), (1.0, 0.0));
        // Two of 1, 2, 3, 4: sums 3 4 5 5 6 7.
        let pairs = Sums::of_subsets_of_size(&[2, 4, 6, 8], 2);
        assert_eq!(pairs.at_most(10), 4.0 / 6.0);
        assert_eq!(pairs.p_value(6, Alternative::TwoSided), 2.0 / 6.0);
        // All three of 1, 2, 3.
        let all = Sums::of_subsets_of_size(&[2, 4, 6], 3);
        assert_eq!((all.at_least(12), all.at_most(11)), (1.0, 0.0));
    }
}
