//! Many tests at once: p-values that hold for all of them together.

/// Holm's adjusted p-values, in the order of `p_values` (0 to 1 each).
///
/// With the p-values in ascending order, the i-th of m (from 1) becomes the greatest of
/// `min(1, (m − j + 1)·p_j)` over j ≤ i. Where those of at most α count, the probability of even one
/// false finding among all is at most α, however the tests depend on each other. (Holm,
/// Scandinavian Journal of Statistics 6, 1979; as R's `p.adjust`.)
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let mut adjusted = vec![0.0; p_values.len()];
    let mut greatest = 0.0f64;
    for (position, &at) in order.iter().enumerate() {
        let scaled = (p_values.len() - position) as f64 * p_values[at];
        greatest = greatest.max(scaled.min(1.0));
        adjusted[at] = greatest;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::holm;
    use crate::testing::close;

    /// R: `p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm")` is 0.03 0.06 0.06 0.02.
    #[test]
    fn as_r_adjusts_them() {
        let adjusted = holm(&[0.01, 0.04, 0.03, 0.005]);
        for (got, want) in adjusted.into_iter().zip([0.03, 0.06, 0.06, 0.02]) {
            close(got, want, 1e-12);
        }
    }

    #[test]
    fn nothing_exceeds_one_and_nothing_stays_nothing() {
        assert_eq!(holm(&[0.7, 0.6]), [1.0, 1.0]);
        assert_eq!(holm(&[0.04]), [0.04]);
        assert!(holm(&[]).is_empty());
    }
}
