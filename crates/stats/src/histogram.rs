//! Log-linear histogram of latencies: bucket layout and percentiles.
//!
//! Every power of two is cut into 64 buckets of equal width, so a bucket is at most 1/64 = 1.6 %
//! wide relative to its values, and below 128 every integer has its own. The index needs only
//! shifts, so that a freestanding kernel can compute it in a few instructions:
//!
//! ```text
//! v < 128:  index = v
//! else:     shift = msb(v) - 6                     msb(v) = 63 - clz(v)
//!           index = (shift + 1) * 64 + ((v >> shift) & 63)
//! ```
//!
//! It is the layout of `HdrHistogram` (Tene) with 128 sub-buckets and a unit of 1.

use super::median_ci::dropped_at_each_end;

/// log₂ of the buckets per power of two.
const SUB_BITS: u32 = 6;
/// Buckets per power of two.
const SUB_BUCKETS: u64 = 1 << SUB_BITS;

/// Number of buckets that take in every 64-bit value.
pub const BUCKETS: usize = (64 - SUB_BITS as usize + 1) << SUB_BITS;

/// Bucket that takes in `value`, in the unit of the latencies (cycles); below [`BUCKETS`].
pub fn index_of(value: u64) -> usize {
    if value < 2 * SUB_BUCKETS {
        return value as usize;
    }
    let shift = value.ilog2() - SUB_BITS;
    let within = (value >> shift) & (SUB_BUCKETS - 1);
    (u64::from(shift + 1) * SUB_BUCKETS + within) as usize
}

/// The values of one bucket, `low` to `high`, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bucket {
    /// Smallest value.
    pub low: u64,
    /// Largest value.
    pub high: u64,
}

impl Bucket {
    /// Bucket number `index`; `None` from [`BUCKETS`] on.
    pub fn at(index: usize) -> Option<Self> {
        if index >= BUCKETS {
            return None;
        }
        let index = index as u64;
        let shift = (index >> SUB_BITS).saturating_sub(1);
        let low = (index - (shift << SUB_BITS)) << shift;
        Some(Self { low, high: low + ((1 << shift) - 1) })
    }
}

/// Bucket that holds the `p` quantile (0 to 1, clamped) of a histogram given as (index, count)
/// pairs in ascending order of index: the first in which the cumulated count reaches the rank
/// ⌈p·n⌉, at least 1 (nearest-rank definition, Hyndman & Fan's type 1). The exact quantile lies
/// between its ends. `None` for an empty histogram or an index out of range.
pub fn quantile(counts: &[(usize, u64)], p: f64) -> Option<Bucket> {
    let total = total(counts);
    let rank = ((p.clamp(0.0, 1.0) * total as f64).ceil() as u64).max(1);
    bucket_of_rank(counts, rank)
}

/// Confidence interval of the median at `level` (0 to 1) from order statistics, as
/// [`median_ci`](super::median_ci::median_ci) has it: the buckets of its ends, and its coverage.
pub fn median_ci(counts: &[(usize, u64)], level: f64) -> Option<(Bucket, Bucket, f64)> {
    let total = total(counts);
    let (dropped, coverage) = dropped_at_each_end(usize::try_from(total).ok()?, level)?;
    let dropped = dropped as u64;
    let at = |rank| bucket_of_rank(counts, rank);
    Some((at(dropped + 1)?, at(total - dropped)?, coverage))
}

/// Number of samples, or what fits 64 bits of it.
fn total(counts: &[(usize, u64)]) -> u64 {
    counts.iter().fold(0, |sum, (_, count)| sum.saturating_add(*count))
}

/// Bucket of the sample with this `rank` from 1, in ascending order.
fn bucket_of_rank(counts: &[(usize, u64)], rank: u64) -> Option<Bucket> {
    let mut seen = 0u64;
    let (index, _) = counts.iter().find(|(_, count)| {
        seen = seen.saturating_add(*count);
        seen >= rank
    })?;
    Bucket::at(*index)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Rng;
    use std::collections::BTreeMap;

    #[test]
    fn indices_by_hand() {
        for (value, index) in [
            (0, 0),
            (127, 127),
            (128, 128),
            (129, 128),
            (130, 129),
            (255, 191),
            (256, 192),
            (1_000_000, 13 * 64 + 1_000_000 / 8192 - 64 + 64),
            (u64::MAX, BUCKETS - 1),
        ] {
            assert_eq!(index_of(value), index, "{value}");
        }
    }

    #[test]
    fn buckets_follow_each_other_without_gap_and_hold_their_values() {
        let mut next = 0;
        for index in 0..BUCKETS {
            let bucket = Bucket::at(index).unwrap();
            assert_eq!(bucket.low, next, "bucket {index}");
            assert_eq!((index_of(bucket.low), index_of(bucket.high)), (index, index));
            assert!((bucket.high - bucket.low) as f64 <= bucket.low as f64 / 64.0);
            next = bucket.high.wrapping_add(1);
        }
        assert_eq!(next, 0, "the last bucket ends at the largest value");
        assert_eq!(Bucket::at(BUCKETS), None);
    }

    #[test]
    fn quantiles_are_within_a_bucket_of_the_exact_ones() {
        let mut rng = Rng::new(6);
        let mut values: Vec<u64> = (0..10_000).map(|_| (300.0 / rng.uniform()) as u64).collect();
        let mut counts = BTreeMap::new();
        for &value in &values {
            *counts.entry(index_of(value)).or_insert(0) += 1;
        }
        let counts: Vec<(usize, u64)> = counts.into_iter().collect();
        values.sort_unstable();
        for (p, rank) in [(0.0, 1), (0.5, 5000), (0.9, 9000), (0.999, 9990), (1.0, 10_000)] {
            let (exact, found) = (values[rank - 1], quantile(&counts, p).unwrap());
            assert!((found.low..=found.high).contains(&exact), "p = {p}");
        }
    }

    #[test]
    fn empty_and_damaged_histograms() {
        assert_eq!(quantile(&[], 0.5), None);
        assert_eq!(quantile(&[(3, 0)], 0.5), None);
        assert_eq!(quantile(&[(BUCKETS, 1)], 0.5), None);
        assert_eq!(quantile(&[(7, 1)], 0.5), Some(Bucket { low: 7, high: 7 }));
        assert_eq!(quantile(&[(7, u64::MAX), (9, 5)], 1.0), Some(Bucket { low: 7, high: 7 }));
    }

    /// Of a hundred values the 40th and the 61st: 1 − 2·P(Bin(100, ½) ≤ 39) = 0.9648.
    #[test]
    fn the_interval_of_the_median_is_between_two_ranks() {
        let counts: Vec<(usize, u64)> = (1..=100).map(|value| (index_of(value), 1)).collect();
        let (low, high, coverage) = median_ci(&counts, 0.95).unwrap();
        assert_eq!((low, high), (Bucket { low: 40, high: 40 }, Bucket { low: 61, high: 61 }));
        assert!((coverage - 0.9648).abs() < 1e-4, "{coverage}");
        assert_eq!(median_ci(&counts[..5], 0.95), None);
    }
}
