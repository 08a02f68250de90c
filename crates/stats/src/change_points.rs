//! Where a series of figures steps up or down.
//!
//! Matteson & James, 'A Nonparametric Approach for Multiple Change Point Analysis of Multivariate
//! Data', JASA 109 (2014): E-divisive. Daly et al., 'The Use of Change Point Detection to Identify
//! Software Performance Regressions in a Continuous Integration System', ICPE 2020, use it for what
//! it is used for here.

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;

use super::sorted::Sorted;

/// The fewest figures on either side of a step.
const SIDE: usize = 3;

/// Probability of a step where there is none.
pub const LEVEL: f64 = 0.002;

/// Random orders of the series that a step is compared with, at most …
const ORDERS: usize = 1999;

/// … and how many of them, having as great a step, are enough to know that it is none (Besag &
/// Clifford, Biometrika 78, 1991).
const ENOUGH: usize = 20;

/// A step in a series.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ChangePoint {
    /// Index of the first value after it.
    pub at: usize,
    /// Median of the values since the step before.
    pub before: f64,
    /// Median of the values until the next step.
    pub after: f64,
    /// Probability of so clear a step in the same values in random order.
    pub p_value: f64,
}

/// The steps of `series`, in its order. None in a series with a value that is not finite.
///
/// The clearest split of the series is the one with the greatest energy distance between its sides.
/// It is a step where hardly any random order of the same values has a split as clear; then the same
/// is asked of both sides.
pub fn change_points(series: &[f64]) -> Vec<ChangePoint> {
    if series.iter().any(|value| !value.is_finite()) {
        return Vec::new();
    }
    let mut found = Vec::new();
    divide(series, 0, &mut found);
    found.sort_by_key(|(at, _)| *at);
    let mut edges: Vec<usize> = vec![0];
    edges.extend(found.iter().map(|(at, _)| *at));
    edges.push(series.len());
    let median = |from: usize, to: usize| {
        Sorted::new(series[from..to].to_vec()).map_or(0.0, |sorted| sorted.median())
    };
    let point = |(index, (at, p_value)): (usize, &(usize, f64))| ChangePoint {
        at: *at,
        before: median(edges[index], *at),
        after: median(*at, edges[index + 2]),
        p_value: *p_value,
    };
    found.iter().enumerate().map(point).collect()
}

/// Adds the steps of `part`, which begins at `offset` of the series, each with its p-value.
fn divide(part: &[f64], offset: usize, found: &mut Vec<(usize, f64)>) {
    let Some((at, _)) = clearest_split(part) else { return };
    let p_value = p_value(part);
    if p_value <= LEVEL {
        found.push((offset + at, p_value));
        divide(&part[..at], offset, found);
        divide(&part[at..], offset + at, found);
    }
}

/// Where the two sides differ most, and by how much: the statistic Q of Matteson & James, §2.2, with
/// α = 1. `None` of too few values, or of equal ones.
fn clearest_split(part: &[f64]) -> Option<(usize, f64)> {
    let count = part.len();
    let distances = |value: f64, others: &[f64]| -> f64 {
        others.iter().map(|other| (value - other).abs()).sum()
    };
    let (mut left, mut between) = (0.0, 0.0);
    let mut right: f64 = (0..count).map(|index| distances(part[index], &part[index + 1..])).sum();
    let mut best: Option<(usize, f64)> = None;
    for at in 1..count {
        // The value before `at` goes from the right side to the left one.
        let value = part[at - 1];
        let (to_left, to_right) =
            (distances(value, &part[..at - 1]), distances(value, &part[at..]));
        left += to_left;
        right -= to_right;
        between += to_right - to_left;
        if at < SIDE || count - at < SIDE {
            continue;
        }
        let (n, m) = (at as f64, (count - at) as f64);
        let apart = 2.0 / (n * m) * between;
        let within = 2.0 / (n * (n - 1.0)) * left + 2.0 / (m * (m - 1.0)) * right;
        let energy = n * m / (n + m) * (apart - within);
        if energy > best.map_or(0.0, |(_, most)| most) {
            best = Some((at, energy));
        }
    }
    best
}

/// Share of random orders of `part` whose clearest split is as clear as its own. The orders are the
/// same for the same values.
fn p_value(part: &[f64]) -> f64 {
    let own = clearest_split(part).map_or(0.0, |(_, energy)| energy);
    let mut random = ChaCha8Rng::seed_from_u64(part.len() as u64);
    let mut order = part.to_vec();
    let mut as_clear = 0;
    for tried in 1..=ORDERS {
        order.shuffle(&mut random);
        as_clear += usize::from(clearest_split(&order).is_some_and(|(_, energy)| energy >= own));
        if as_clear == ENOUGH {
            return as_clear as f64 / tried as f64;
        }
    }
    (as_clear + 1) as f64 / (ORDERS + 1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Rng;

    /// Logarithms of figures that scatter by `spread`, where one in twelve is far off as by a
    /// neighbour, and step by `steps`, each at its index.
    fn series(seed: u64, count: usize, spread: f64, steps: &[(usize, f64)]) -> Vec<f64> {
        let mut rng = Rng::new(seed);
        let mut value = |index: usize| {
            let level: f64 =
                steps.iter().filter(|(at, _)| index >= *at).map(|(_, step)| step).sum();
            let far = if rng.uniform() < 1.0 / 12.0 { 3.0 * spread } else { 0.0 };
            level + far + spread * rng.normal()
        };
        (0..count).map(&mut value).collect()
    }

    #[test]
    fn steps_of_five_and_two_per_cent_are_found_where_they_are() {
        for seed in 0..10 {
            let values = series(seed, 200, 0.012, &[(70, 0.05), (140, -0.02)]);
            let found = change_points(&values);
            assert_eq!(found.len(), 2, "{seed}: {found:?}");
            assert!(found[0].at.abs_diff(70) <= 2, "{seed}: {found:?}");
            assert!(found[1].at.abs_diff(140) <= 12, "{seed}: {found:?}");
            assert!((found[0].after - found[0].before - 0.05).abs() < 0.01, "{seed}: {found:?}");
            assert!((found[1].after - found[1].before + 0.02).abs() < 0.01, "{seed}: {found:?}");
        }
    }

    #[test]
    fn hardly_any_series_without_a_step_has_one() {
        let found =
            (0..100).filter(|seed| !change_points(&series(*seed, 60, 0.02, &[])).is_empty());
        assert!(found.count() <= 2);
    }

    #[test]
    fn the_statistic_is_that_of_the_paper() {
        // By hand: between 3·3 pairs with distance 1, none within; 9/6·(2·9/9 − 0 − 0).
        assert_eq!(clearest_split(&[0.0, 0.0, 0.0, 1.0, 1.0, 1.0]), Some((3, 3.0)));
    }

    /// Behind the third value 12 pairs have the distance 65, the 3 before it 2 and the 6 behind it 7:
    /// 12/7·(2·65/12 − 2/3 − 7/6). Behind the fourth it would be 12/7·(2·54/12 − 16/6 − 4/3).
    #[test]
    fn sides_of_different_size_that_scatter_by_hand() {
        let (at, energy) = clearest_split(&[0.0, 1.0, 0.0, 5.0, 7.0, 5.0, 6.0]).unwrap();
        assert_eq!(at, 3);
        assert!((energy - 108.0 / 7.0).abs() < 1e-12, "{energy}");
    }

    #[test]
    fn exact_figures_step_and_few_or_absurd_ones_do_not() {
        let exact: Vec<f64> = (0..20).map(|index| if index < 12 { 5.0 } else { 6.0 }).collect();
        let found = change_points(&exact);
        assert_eq!((found.len(), found[0].at, found[0].before, found[0].after), (1, 12, 5.0, 6.0));
        assert_eq!(found[0].p_value, 1.0 / 2000.0, "no other order is as clear");
        let restless: Vec<f64> = (0..20).map(|index| f64::from(index % 2)).collect();
        assert!((0.1..=1.0).contains(&p_value(&restless)), "nearly all orders are");
        assert_eq!(change_points(&[4.0; 50]), []);
        assert_eq!(change_points(&[1.0, 2.0, 9.0, 9.0]), []);
        assert_eq!(change_points(&[]), []);
        assert_eq!(change_points(&[f64::NAN; 9]), []);
    }

    #[test]
    fn of_two_splits_as_clear_the_first_counts() {
        let there_and_back = [1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0];
        assert_eq!(clearest_split(&there_and_back).map(|(at, _)| at), Some(3));
    }
}
