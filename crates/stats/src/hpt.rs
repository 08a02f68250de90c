//! Hierarchical performance testing: how sure is it that A is better than B over all benchmarks?
//!
//! T. Chen, Q. Guo, O. Temam, Y. Wu, Y. Bao, Z. Xu, Y. Chen, 'Statistical Performance Comparisons
//! of Computers', IEEE Transactions on Computers 64(5), 2015 (first at HPCA 2012), and the
//! authors' program `hpt`, which settles what the text leaves open:
//!
//! 1. *Within a benchmark*, a rank-sum test in both directions, each at level α: 0.05 with five or
//!    more runs a side, 0.10 with three or four. If it finds a difference, the benchmark enters
//!    with the difference of its medians, otherwise with 0. With one or two runs a side no test
//!    can find anything, and the difference enters untested.
//! 2. *Across benchmarks*, a signed-rank test on those differences. Zeros are ranked with the
//!    rest, half of their rank going to each side. With `W_B` the sum of ranks that speak for B, the
//!    reliability of 'A is better than B' is `1 − P(W ≤ W_B)`, W being the untied signed-rank
//!    statistic for n benchmarks: exact below 25 benchmarks, normal without correction from there.
//!
//! Two choices differ from the program. Its rank-sum table takes the critical value *nearest* to
//! α; here the p-value must be at most α. And it ranks differences in the data's own unit, so that
//! the slowest benchmark weighs most; [`Scale::Ratio`] ranks `|log(median_A / median_B)|` instead,
//! which suits benchmarks that range from ten cycles to a hundred million.

use super::rank_sum::rank_sum;
use super::ranks::{Alternative, Midranks, Sums};
use super::sorted::Sorted;
use statrs::distribution::{ContinuousCDF, Normal};

/// Benchmarks from which the signed-rank distribution is taken as normal, as published.
const NORMAL_FROM: usize = 25;

/// What is ranked across benchmarks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Differences of medians in the data's unit, as the published program does.
    Difference,
    /// Logarithms of the ratio of medians; every median must be positive.
    Ratio,
}

/// Result of hierarchical performance testing.
#[derive(Clone, Debug, PartialEq)]
pub struct Hpt {
    /// Reliability, 0 to 1, of 'A is better (smaller) than B'.
    pub a_better: f64,
    /// Reliability, 0 to 1, of 'B is better (smaller) than A'.
    pub b_better: f64,
    /// Sum of ranks that speak for A.
    pub ranks_for_a: f64,
    /// Sum of ranks that speak for B.
    pub ranks_for_b: f64,
    /// What each benchmark contributed, negative where A is smaller, 0 where no difference was
    /// found: cycles, or a natural logarithm with [`Scale::Ratio`].
    pub contributions: Vec<f64>,
}

/// Compares A with B over `benchmarks`, pairs of the runs of A and of B for which smaller is
/// better. `None` if there is no benchmark, or with [`Scale::Ratio`] a median that is not positive.
pub fn hpt(benchmarks: &[(Sorted, Sorted)], scale: Scale) -> Option<Hpt> {
    if benchmarks.is_empty() {
        return None;
    }
    let contributions =
        benchmarks.iter().map(|(a, b)| contribution(a, b, scale)).collect::<Option<Vec<f64>>>()?;
    let (ranks_for_a, ranks_for_b) = opposed_ranks(&contributions);
    Some(Hpt {
        a_better: reliability(contributions.len(), ranks_for_b),
        b_better: reliability(contributions.len(), ranks_for_a),
        ranks_for_a,
        ranks_for_b,
        contributions,
    })
}

fn contribution(a: &Sorted, b: &Sorted, scale: Scale) -> Option<f64> {
    let (median_a, median_b) = (a.median(), b.median());
    let size = match scale {
        Scale::Difference => median_a - median_b,
        Scale::Ratio if median_a > 0.0 && median_b > 0.0 => (median_a / median_b).ln(),
        Scale::Ratio => return None,
    };
    Some(if differs(a, b) { size } else { 0.0 })
}

/// Whether the rank-sum test tells the runs apart, or is too small to be asked.
fn differs(a: &Sorted, b: &Sorted) -> bool {
    let level = match a.count().min(b.count()) {
        0..=2 => return true,
        3..=4 => 0.10,
        _ => 0.05,
    };
    [Alternative::Less, Alternative::Greater]
        .iter()
        .any(|&side| rank_sum(a, b, side).p_value <= level)
}

/// Rank sums of the negative (for A) and the positive contributions, zeros split evenly.
fn opposed_ranks(contributions: &[f64]) -> (f64, f64) {
    let sizes: Vec<f64> = contributions.iter().map(|c| c.abs()).collect();
    let ranks = Midranks::of(&sizes);
    let mut sums = (0.0, 0.0);
    for (c, doubled) in contributions.iter().zip(ranks.doubled) {
        let rank = doubled as f64 / 2.0;
        let share_of_b = match c {
            c if *c < 0.0 => 0.0,
            c if *c > 0.0 => 1.0,
            _ => 0.5,
        };
        sums.0 += rank * (1.0 - share_of_b);
        sums.1 += rank * share_of_b;
    }
    sums
}

/// 1 − P(W ≤ `against`) for the signed-rank statistic W of `n` untied differences.
fn reliability(n: usize, against: f64) -> f64 {
    if n < NORMAL_FROM {
        let doubled: Vec<usize> = (1..=n).map(|rank| 2 * rank).collect();
        return 1.0 - Sums::of_subsets(&doubled).at_most((2.0 * against) as usize);
    }
    let n = n as f64;
    let sd = (n * (n + 1.0) * (2.0 * n + 1.0) / 24.0).sqrt();
    Normal::standard().cdf((n * (n + 1.0) / 4.0 - against) / sd)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{close, sorted};

    fn runs(centre: f64) -> Sorted {
        sorted(&[centre - 2.0, centre - 1.0, centre, centre + 1.0, centre + 2.0])
    }

    #[test]
    fn all_benchmarks_separated() {
        // W_B = 0, one of the 2³ choices of signs: 1 − 1/8.
        let pairs = [(runs(10.0), runs(30.0)), (runs(50.0), runs(90.0)), (runs(5.0), runs(25.0))];
        let result = hpt(&pairs, Scale::Difference).unwrap();
        assert_eq!((result.a_better, result.b_better), (0.875, 0.0));
        assert_eq!((result.ranks_for_a, result.ranks_for_b), (6.0, 0.0));
        assert_eq!(result.contributions, [-20.0, -40.0, -20.0]);
    }

    #[test]
    fn a_benchmark_without_a_difference_speaks_for_both() {
        // |0| has rank 1, half to each side: W_B = 0.5, P(W ≤ 0.5) = P(W ≤ 0) = 1/8.
        let pairs = [(runs(10.0), runs(30.0)), (runs(50.0), runs(90.0)), (runs(5.0), runs(5.5))];
        let result = hpt(&pairs, Scale::Difference).unwrap();
        assert_eq!(result.contributions, [-20.0, -40.0, 0.0]);
        assert_eq!((result.ranks_for_a, result.ranks_for_b), (5.5, 0.5));
        assert_eq!(result.a_better, 0.875);
        // W_A = 5.5: 1 − P(W ≤ 5) = 1/8.
        assert_eq!(result.b_better, 0.125);
    }

    #[test]
    fn a_mixed_verdict_by_hand() {
        // |d| = 3, 8, 20, 40, 60 with ranks 1 to 5; B wins the second and third: W_B = 5.
        // Subsets of {1..5} with sum ≤ 5: 1 + 1 + 1 + 2 + 2 + 3 = 10 of 32.
        let ends = [(10.0, 13.0), (28.0, 20.0), (40.0, 20.0), (10.0, 50.0), (10.0, 70.0)];
        let pairs = ends.map(|(a, b)| (sorted(&[a]), sorted(&[b])));
        let result = hpt(&pairs, Scale::Difference).unwrap();
        assert_eq!(result.ranks_for_b, 5.0);
        assert_eq!(result.a_better, 22.0 / 32.0);
        // log ratios .262, .336, .693, 1.609, 1.946 keep the order here.
        assert_eq!(hpt(&pairs, Scale::Ratio).unwrap().a_better, 22.0 / 32.0);
    }

    #[test]
    fn nothing_differs_gives_no_reliability() {
        let pairs = vec![(runs(10.0), runs(10.0)); 8];
        let result = hpt(&pairs, Scale::Difference).unwrap();
        assert_eq!(result.a_better, result.b_better);
        assert!(result.a_better < 0.5);
    }

    #[test]
    fn three_runs_are_judged_at_ten_percent() {
        // Full separation of 3 against 3 has p = 1/20: enough at 0.10. One overlap has 2/20.
        let a = sorted(&[1.0, 2.0, 3.0]);
        assert!(differs(&a, &sorted(&[4.0, 5.0, 6.0])));
        assert!(differs(&a, &sorted(&[2.5, 5.0, 6.0])));
        assert!(!differs(&a, &sorted(&[1.5, 5.0, 6.0])));
        // 5 against 5 at 0.05: W = 4 has p = 12/252 = 0.048, W = 5 has 19/252 = 0.075.
        let five = sorted(&[1.0, 2.0, 3.0, 4.0, 8.5]);
        assert!(differs(&five, &sorted(&[5.0, 6.0, 7.0, 8.0, 9.0])));
        assert!(!differs(&five, &sorted(&[3.5, 6.0, 7.0, 8.0, 9.0])));
    }

    #[test]
    fn many_benchmarks_use_the_normal_law() {
        // n = 25, W_B = 100: z = (162.5 − 100) / √1381.25 = 1.6817.
        close(reliability(25, 100.0), 0.95369, 1e-5);
        close(reliability(24, 100.0), 0.914, 0.03);
    }

    #[test]
    fn impossible_input() {
        assert_eq!(hpt(&[], Scale::Difference), None);
        assert_eq!(hpt(&[(sorted(&[0.0]), sorted(&[1.0]))], Scale::Ratio), None);
        assert_eq!(hpt(&[(sorted(&[1.0]), sorted(&[0.0]))], Scale::Ratio), None);
    }

    /// `HyperBench` (Wei et al.), Table 4: Ivy Bridge against Westmere on KVM, cycles per operation,
    /// one figure a cell. The paper's §6.4 states a reliability of 0.99.
    #[test]
    fn table_4_of_the_hyperbench_paper() {
        let cells = [
            (9.0, 14.0),
            (9.0, 18.0),
            (7.0, 16.0),
            (24.0, 38.0),
            (127.0, 207.0),
            (297.0, 587.0),
            (1470.0, 2120.0),
            (5741.0, 8606.0),
            (89.0, 59.0),
            (1150.0, 1558.0),
            (141_628_640.0, 319_521_774.0),
            (8370.0, 12300.0),
            (6239.0, 8361.0),
            (513_149.0, 722_002.0),
        ];
        let pairs = cells.map(|(ivy, westmere)| (sorted(&[ivy]), sorted(&[westmere])));
        // Only hot-access speaks for Westmere. Its 30 cycles have rank 5 of 14, and 10 of the 2¹⁴
        // subsets of {1..14} have a sum of at most 5.
        let cycles = hpt(&pairs, Scale::Difference).unwrap();
        assert_eq!((cycles.ranks_for_a, cycles.ranks_for_b), (100.0, 5.0));
        assert_eq!(cycles.a_better, 1.0 - 10.0 / 16384.0); // 0.9994
        // As a ratio it has rank 7, and 19 subsets have a sum of at most 7.
        let ratio = hpt(&pairs, Scale::Ratio).unwrap();
        assert_eq!(ratio.ranks_for_b, 7.0);
        assert_eq!(ratio.a_better, 1.0 - 19.0 / 16384.0); // 0.9988
    }
}
