//! Where paired differences lie, although some of them lie far off to either side.

use super::interval::Interval;
use super::sorted::Sorted;
use statrs::distribution::{ContinuousCDF, Normal};

/// A difference this many times as far from the centre as half of them counts nothing.
const REACH: f64 = 2.5;

/// Up to so many pairs all ways to swap their sides are counted out.
const MOST_COUNTED: usize = 16;

/// Steps in which an end of the interval is looked for between two neighbouring differences.
const HALVINGS: usize = 40;

/// What differences say of the centre about which they lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Location {
    /// The centre, in the unit of the differences.
    pub estimate: f64,
    /// Its interval.
    pub interval: Interval,
    /// Two-sided p-value of the centre being zero, 0 to 1.
    pub p_value: f64,
}

/// Centre of `differences` with its interval at `level`, from 0 to 1.
///
/// A difference e from a supposed centre scores e·(1 − (e/c)²)² within c, and nothing beyond: the
/// bisquare of Beaton & Tukey, Technometrics 16 (1974). c is `REACH` times the median of |e|.
/// The estimate is the centre for which the scores' sum is zero. If a pair's sides are alike, both
/// signs of its e are as likely, whatever the distribution; c and the scores' sizes do not change
/// with them. So the sum's distribution is that over all 2ⁿ choices of signs (Fisher, 'The Design of
/// Experiments', 1935, §21). It is counted out for up to 16 pairs. Beyond, the sum divided by the
/// root of the scores' squares is taken for normal, whose tails are the heavier ones (Efron, JASA
/// 64, 1969). The interval holds the centres that this does not reject.
pub fn location(differences: &Sorted, level: f64) -> Location {
    let quantile = Normal::standard().inverse_cdf(f64::midpoint(1.0, level));
    let values = differences.values();
    let kept = |centre: f64| scaled(&scores(values, centre)).abs() <= quantile;
    let median = differences.median();
    let (mut low, mut high) = (median, median);
    let candidates = candidates(values);
    if let Some(first) = candidates.iter().position(|&c| kept(c)) {
        let last = candidates.iter().rposition(|&c| kept(c)).unwrap_or(first);
        let next = |index: Option<usize>| index.and_then(|i| candidates.get(i)).copied();
        low = edge(candidates[first], next(first.checked_sub(1)), kept);
        high = edge(candidates[last], next(Some(last + 1)), kept);
    }
    Location {
        estimate: root(values, low, high),
        interval: Interval { low, high, coverage: level },
        p_value: p_value(&scores(values, 0.0)),
    }
}

/// The differences and the middles between neighbours, ascending.
fn candidates(values: &[f64]) -> Vec<f64> {
    let middles = values.windows(2).map(|pair| f64::midpoint(pair[0], pair[1]));
    let mut all: Vec<f64> = values.iter().copied().chain(middles).collect();
    all.sort_unstable_by(f64::total_cmp);
    all
}

/// The last centre that is `kept` on the way from one that is to one that is not.
fn edge(mut inside: f64, outside: Option<f64>, kept: impl Fn(f64) -> bool) -> f64 {
    let Some(mut outside) = outside else { return inside };
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(inside, outside);
        match kept(middle) {
            true => inside = middle,
            false => outside = middle,
        }
    }
    inside
}

/// A centre between `low` and `high` at which the scores change from above to below zero.
fn root(values: &[f64], mut low: f64, mut high: f64) -> f64 {
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        match scaled(&scores(values, middle)) {
            z if z > 0.0 => low = middle,
            z if z < 0.0 => high = middle,
            _ => return middle,
        }
    }
    f64::midpoint(low, high)
}

/// The differences' scores for a supposed `centre`. All zero where more than half of them are
/// exactly there.
fn scores(values: &[f64], centre: f64) -> Vec<f64> {
    let mut scores: Vec<f64> = values.iter().map(|value| value - centre).collect();
    let mut distances: Vec<f64> = scores.iter().map(|e| e.abs()).collect();
    let (_, middle, _) = distances.select_nth_unstable_by(values.len() / 2, f64::total_cmp);
    let reach = REACH * *middle;
    for e in &mut scores {
        let part = if reach > 0.0 { (*e / reach).abs() } else { 1.0 };
        *e *= (1.0 - part * part).max(0.0).powi(2);
    }
    scores
}

/// The sum divided by the root of the squares; 0 where there are none.
fn scaled(scores: &[f64]) -> f64 {
    let squares: f64 = scores.iter().map(|score| score * score).sum();
    if squares > 0.0 { scores.iter().sum::<f64>() / squares.sqrt() } else { 0.0 }
}

fn p_value(scores: &[f64]) -> f64 {
    let scores: Vec<f64> = scores.iter().copied().filter(|score| *score != 0.0).collect();
    match scores.len() {
        0 => 1.0,
        1..=MOST_COUNTED => counted(&scores),
        _ => 2.0 * Normal::standard().cdf(-scaled(&scores).abs()),
    }
}

/// The share of all choices of signs whose sum is at least as far from zero.
fn counted(scores: &[f64]) -> f64 {
    let sum: f64 = scores.iter().sum();
    // Sums that differ by rounding alone are the same.
    let least = sum.abs() * (1.0 - 1e-12);
    let swapped = |signs: u32| {
        let signed =
            scores.iter().enumerate().map(|(i, s)| if signs >> i & 1 == 1 { -s } else { *s });
        signed.sum::<f64>().abs() >= least
    };
    let all = 1u32 << scores.len();
    f64::from((0..all).filter(|&signs| swapped(signs)).count() as u32) / f64::from(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Rng, close, least_share, sorted};

    #[test]
    fn three_differences_by_hand() {
        // From 0 the median of |e| is 2, so c = 5: 1·(1 − 0.04)², 2·(1 − 0.16)², 4·(1 − 0.64)².
        let found = scores(&[1.0, 2.0, 4.0], 0.0);
        for (got, want) in found.iter().zip([0.9216, 1.4112, 0.5184]) {
            close(*got, want, 1e-12);
        }
        // The sum is its own greatest; only all signs turned around go as far: 2 of 8.
        close(location(&sorted(&[1.0, 2.0, 4.0]), 0.95).p_value, 0.25, 1e-12);
    }

    #[test]
    fn what_is_far_off_counts_nothing_and_one_sign_is_as_rare_as_can_be() {
        let near: Vec<f64> = (0..12).map(|i| 0.18 + 0.001 * f64::from(i)).collect();
        let found = location(&sorted(&near), 0.95);
        close(found.p_value, 2.0 / 4096.0, 1e-15);
        close(found.estimate, 0.1855, 1e-6);
        let with_far = [&near[..], &[-0.9, 0.9, 1.1, -0.8]].concat();
        let far = location(&sorted(&with_far), 0.95);
        close(far.estimate, found.estimate, 1e-6);
        close(far.p_value, found.p_value, 1e-15);
        assert!(far.interval.low > 0.18 && far.interval.high < 0.19, "{far:?}");
    }

    #[test]
    fn equal_differences_have_zero_width_and_no_difference_is_certain_of_nothing() {
        let same = location(&sorted(&[0.5; 20]), 0.95);
        assert_eq!((same.estimate, same.interval.low, same.interval.high), (0.5, 0.5, 0.5));
        assert!(same.p_value < 1e-4);
        let none = location(&sorted(&[0.0; 20]), 0.95);
        assert_eq!((none.estimate, none.p_value), (0.0, 1.0));
        assert_eq!(location(&sorted(&[3.0]), 0.95).p_value, 1.0, "one sign of two");
    }

    /// A draw that is as likely above zero as below.
    type Symmetric = fn(&mut Rng) -> f64;

    const SYMMETRIC: [(&str, Symmetric); 4] = [
        ("normal", |r| r.normal()),
        ("two modes", |r| (r.uniform() - 0.5).signum() + 0.05 * r.normal()),
        ("Cauchy", |r| (std::f64::consts::PI * (r.uniform() - 0.5)).tan()),
        ("disturbed", |r| if r.uniform() < 0.4 { 0.8 } else { 0.02 } * r.normal()),
    ];

    #[test]
    fn it_rejects_and_covers_as_often_as_it_claims() {
        const REPETITIONS: usize = 1000;
        for n in [12, 40] {
            for (seed, (name, draw)) in (n..).zip(SYMMETRIC) {
                let mut rng = Rng::new(seed);
                let (mut kept, mut covered) = (0, 0);
                for _ in 0..REPETITIONS {
                    let values: Vec<f64> = (0..n).map(|_| draw(&mut rng)).collect();
                    let found = location(&sorted(&values), 0.95);
                    kept += usize::from(found.p_value > 0.01);
                    covered += usize::from(found.interval.contains(0.0));
                }
                let share = |count| count as f64 / REPETITIONS as f64;
                let (kept, covered) = (share(kept), share(covered));
                assert!(kept >= least_share(0.99, REPETITIONS), "{name} {n}: {kept}");
                assert!(covered >= least_share(0.95, REPETITIONS), "{name} {n}: {covered}");
            }
        }
    }
}
