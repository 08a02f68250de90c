//! Does an operation have two levels of its own?

use super::sorted::Sorted;

/// Fewest values that show levels.
const FEWEST: usize = 20;

/// Share of the values that must lie on each of the two.
const LEAST_SHARE: f64 = 0.15;

/// Least ratio of the two.
const LEAST_RATIO: f64 = 1.25;

/// A level that values lie on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// The median of the values there, in their unit.
    pub middle: f64,
    /// The share of the values there, 0 to 1.
    pub share: f64,
}

/// The two levels on which the positive ones of `values` lie, the lower first; `None` where they lie
/// on one, or spread out.
///
/// They are parted at the widest gap of their logarithms that leaves 15 % on either side. Those are
/// levels if their medians are a quarter apart and nothing but a tenth of either lies between them
/// on a way as wide as each of them is itself, from its 10th to its 90th percentile.
pub fn levels(values: &[f64]) -> Option<[Level; 2]> {
    let logarithms = values.iter().filter(|value| **value > 0.0).map(|value| value.ln()).collect();
    let sorted = Sorted::new(logarithms)?;
    let all = sorted.values();
    let fewest = (all.len() as f64 * LEAST_SHARE).ceil() as usize;
    if all.len() < FEWEST {
        return None;
    }
    let gap = |upper: &usize| all[*upper] - all[*upper - 1];
    let parted = (fewest..=all.len() - fewest).max_by(|a, b| gap(a).total_cmp(&gap(b)))?;
    let (lower, upper) = all.split_at(parted);
    let (lower, upper) = (Sorted::new(lower.to_vec())?, Sorted::new(upper.to_vec())?);
    let apart = upper.median() - lower.median();
    let empty = upper.quantile(0.1) - lower.quantile(0.9);
    let width = |part: &Sorted| part.quantile(0.9) - part.quantile(0.1);
    let level = |part: &Sorted| Level {
        middle: part.median().exp(),
        share: part.count() as f64 / all.len() as f64,
    };
    let are_levels = apart >= LEAST_RATIO.ln() && empty >= width(&lower).max(width(&upper));
    are_levels.then(|| [level(&lower), level(&upper)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Rng, SHAPES, close};

    fn drawn(seed: u64, draw: impl Fn(&mut Rng) -> f64) -> Vec<f64> {
        let mut rng = Rng::new(seed);
        (0..200).map(|_| draw(&mut rng)).collect()
    }

    #[test]
    fn two_levels_are_found_with_some_values_in_between() {
        let values = drawn(3, |r| match r.uniform() {
            few if few < 0.03 => 100.0 + 80.0 * r.uniform(),
            low if low < 0.4 => 100.0 * (0.02 * r.normal()).exp(),
            _ => 180.0 * (0.02 * r.normal()).exp(),
        });
        let [lower, upper] = levels(&values).unwrap();
        close(lower.middle, 100.0, 2.0);
        close(upper.middle, 180.0, 2.0);
        close(lower.share, 0.4, 0.1);
        close(lower.share + upper.share, 1.0, 1e-12);
    }

    #[test]
    fn what_is_spread_out_or_hardly_apart_has_none() {
        for seed in 0..50 {
            for (name, _, draw) in SHAPES {
                assert_eq!(levels(&drawn(seed, draw)), None, "{name}");
            }
            assert_eq!(levels(&drawn(seed, |r| 1.0 + r.uniform())), None, "uniform");
        }
        assert_eq!(levels(&[2.0; 50]), None);
        assert_eq!(levels(&[1.0, 2.0]), None);
        assert_eq!(levels(&[-1.0; 50]), None);
    }

    /// So many values on either of two levels, the upper of which is so many times the lower.
    fn on_two(lower: usize, upper: usize, ratio: f64) -> Vec<f64> {
        [vec![100.0; lower], vec![100.0 * ratio; upper]].concat()
    }

    #[test]
    fn twenty_values_a_sixth_on_each_level_and_a_quarter_apart_are_enough() {
        let found = levels(&on_two(10, 10, 1.8)).unwrap().map(|level| level.share);
        assert_eq!(found, [0.5, 0.5]);
        assert_eq!(levels(&on_two(10, 9, 1.8)), None);
        assert_eq!(levels(&on_two(10, 10, 1.1)), None);
        assert!(levels(&on_two(17, 3, 1.8)).is_some() && levels(&on_two(18, 2, 1.8)).is_none());
        let with_nothing = [on_two(10, 10, 1.8), vec![0.0]].concat();
        assert!(levels(&with_nothing).is_some(), "what cost nothing takes no part");
        let below_one = on_two(10, 10, 1.8).iter().map(|value| value / 200.0).collect::<Vec<_>>();
        assert!(levels(&below_one).is_some());
    }

    /// From 100 to 235 and from 300 to 570: the gap between is narrower than either is wide.
    #[test]
    fn two_heaps_as_wide_as_they_are_apart_are_no_levels() {
        let heap = |from: f64, step: f64| (0..10).map(move |i| from + step * f64::from(i));
        let values: Vec<f64> = heap(100.0, 15.0).chain(heap(300.0, 30.0)).collect();
        assert_eq!(levels(&values), None);
        let narrow: Vec<f64> = heap(100.0, 1.0).chain(heap(300.0, 2.0)).collect();
        assert!(levels(&narrow).is_some());
    }
}
