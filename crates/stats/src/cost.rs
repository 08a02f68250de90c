//! From a batch's two times to the cost of one operation.

use super::sorted::Sorted;

/// Cost of one operation in a batch of `n`: what the run took beyond the control.
///
/// In ticks of the counter; negative when the control was slower. `None` when `n` is 0.
pub fn cost(run: u64, control: u64, n: u64) -> Option<f64> {
    let difference = i128::from(run) - i128::from(control);
    (n > 0).then(|| difference as f64 / n as f64)
}

/// The median: the middle value, or the mean of the two in the middle. `None` of nothing, or with
/// a value that is not finite.
pub fn median(values: &[f64]) -> Option<f64> {
    Sorted::new(values.to_vec()).map(|sorted| sorted.median())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_cost_is_the_difference_per_operation() {
        assert_eq!(cost(1000, 400, 100), Some(6.0));
        assert_eq!(cost(400, 1000, 100), Some(-6.0));
        assert_eq!(cost(1, 0, 0), None);
        assert!(cost(0, u64::MAX, 1).unwrap() < -1.8e19);
    }

    #[test]
    fn the_median_of_few_values() {
        assert_eq!(median(&[]), None);
        assert_eq!(median(&[3.0]), Some(3.0));
        assert_eq!(median(&[4.0, 1.0]), Some(2.5));
        assert_eq!(median(&[9.0, 1.0, 5.0]), Some(5.0));
    }

    proptest! {
        #[test]
        fn half_of_the_values_lie_on_each_side(values in prop::collection::vec(-1e9f64..1e9, 1..50)) {
            let middle = median(&values).unwrap();
            let below = values.iter().filter(|v| **v < middle).count();
            let above = values.iter().filter(|v| **v > middle).count();
            prop_assert!(below <= values.len() / 2 && above <= values.len() / 2);
        }
    }
}
