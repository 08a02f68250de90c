//! Many tests of which some should find something: how many findings are false.

/// Benjamini and Hochberg's adjusted p-values, in the order of `p_values` (0 to 1 each).
///
/// With the p-values in ascending order, the i-th of m (from 1) becomes the least of
/// `min(1, m/j·p_j)` over j ≥ i. Where those of at most α count, at most a share α of what is found is
/// false on average, if the tests are independent or depend on each other positively. (Benjamini &
/// Hochberg, Journal of the Royal Statistical Society B 57, 1995; as R's `p.adjust`.)
pub fn benjamini_hochberg(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let mut adjusted = vec![0.0; p_values.len()];
    let mut least = 1.0f64;
    for (position, &at) in order.iter().enumerate().rev() {
        least = least.min(p_values.len() as f64 / (position + 1) as f64 * p_values[at]);
        adjusted[at] = least;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::benjamini_hochberg;
    use crate::testing::close;

    /// R: `p.adjust(c(0.01, 0.04, 0.03, 0.005), "BH")` is 0.02 0.04 0.04 0.02.
    #[test]
    fn as_r_adjusts_them() {
        let adjusted = benjamini_hochberg(&[0.01, 0.04, 0.03, 0.005]);
        for (got, want) in adjusted.into_iter().zip([0.02, 0.04, 0.04, 0.02]) {
            close(got, want, 1e-12);
        }
    }

    #[test]
    fn nothing_exceeds_one_and_nothing_stays_nothing() {
        assert_eq!(benjamini_hochberg(&[0.9, 1.0]), [1.0, 1.0]);
        assert_eq!(benjamini_hochberg(&[0.04]), [0.04]);
        assert!(benjamini_hochberg(&[]).is_empty());
    }
}
