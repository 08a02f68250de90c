//! Latency samples of a benchmark.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::estimate::LEVEL;
use stats::histogram::{BUCKETS, median_ci, quantile};
use stats::interval::Interval;

/// What single operations took, in ticks of the guest's counter. The cost of timing nothing is
/// subtracted; interrupts and preemption are not.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Latency {
    /// Operations timed.
    pub count: u64,
    /// The shortest.
    pub min: u64,
    /// The longest.
    pub max: u64,
    /// Ticks of timing nothing, of several boots the most.
    pub overhead: u64,
    /// Half of the operations took at most this long.
    pub p50: u64,
    /// 90 % took at most this long.
    pub p90: u64,
    /// 99 % took at most this long.
    pub p99: u64,
    /// 99.9 % took at most this long.
    pub p99_9: u64,
    /// The histogram: indices of buckets, ascending, with how many operations fell into each;
    /// `docs/protocol.md` says which latencies a bucket takes in.
    pub buckets: Vec<(usize, u64)>,
}

impl Latency {
    /// So many samples, whose histogram follows.
    pub fn announced(count: u64, [min, max]: [u64; 2], overhead: u64) -> Self {
        let (p50, p90, p99, p99_9) = (max, max, max, max);
        Self { count, min, max, overhead, p50, p90, p99, p99_9, buckets: Vec::new() }
    }

    /// Adds a part of the histogram; `false`, and nothing is added, if it does not continue it.
    #[must_use]
    pub fn extend(&mut self, part: &[(usize, u64)]) -> bool {
        let last = self.buckets.last();
        let indices: Vec<usize> = last.into_iter().chain(part).map(|(index, _)| *index).collect();
        let fits = indices.is_sorted_by(|a, b| a < b) && indices.iter().all(|i| *i < BUCKETS);
        if fits {
            self.buckets.extend_from_slice(part);
            self.set_percentiles();
        }
        fits
    }

    /// The samples of several boots together; `None` of none.
    pub fn merged<'a>(mut parts: impl Iterator<Item = &'a Self>) -> Option<Self> {
        let mut all = parts.next()?.clone();
        for part in parts {
            all.count = all.count.saturating_add(part.count);
            all.min = all.min.min(part.min);
            all.max = all.max.max(part.max);
            all.overhead = all.overhead.max(part.overhead);
            for &(index, count) in &part.buckets {
                match all.buckets.binary_search_by_key(&index, |bucket| bucket.0) {
                    Ok(at) => all.buckets[at].1 = all.buckets[at].1.saturating_add(count),
                    Err(at) => all.buckets.insert(at, (index, count)),
                }
            }
        }
        all.set_percentiles();
        Some(all)
    }

    /// Operations of which no bucket arrived.
    pub fn missing(&self) -> u64 {
        let found = self.buckets.iter().fold(0u64, |sum, bucket| sum.saturating_add(bucket.1));
        self.count.saturating_sub(found)
    }

    /// Interval of the median.
    pub fn interval(&self) -> Option<Interval> {
        let (low, high, coverage) = median_ci(&self.buckets, LEVEL)?;
        let low = low.low.max(self.min) as f64;
        Some(Interval { low, high: high.high.min(self.max) as f64, coverage })
    }

    /// The greatest latency of a percentile's bucket stands for it, as in `HdrHistogram`, but never
    /// more than the longest.
    fn set_percentiles(&mut self) {
        let of = |p: f64| quantile(&self.buckets, p).map_or(self.max, |b| b.high.min(self.max));
        (self.p50, self.p90, self.p99, self.p99_9) = (of(0.5), of(0.9), of(0.99), of(0.999));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stats::histogram::index_of;

    /// The samples 1 to `n`.
    fn samples(n: u64) -> Latency {
        let mut latency = Latency::announced(n, [1, n], 30);
        let mut buckets: Vec<(usize, u64)> = Vec::new();
        for index in (1..=n).map(index_of) {
            match buckets.last_mut() {
                Some(last) if last.0 == index => last.1 += 1,
                _ => buckets.push((index, 1)),
            }
        }
        let (first, second) = buckets.split_at(buckets.len() / 2);
        assert!(latency.extend(first) && latency.extend(second));
        latency
    }

    #[test]
    fn percentiles_are_exact_to_a_bucket_and_never_above_the_longest() {
        let exact = samples(100);
        assert_eq!((exact.p50, exact.p90, exact.p99, exact.p99_9), (50, 90, 99, 100));
        let coarse = samples(10_000);
        assert!((9_000..=9_140).contains(&coarse.p90), "{}", coarse.p90);
        assert_eq!((coarse.p99_9, coarse.missing()), (10_000, 0));
        let mut part = Latency::announced(100, [1, 9], 0);
        assert!(part.extend(&[(1, 20), (2, 10)]));
        assert_eq!(part.missing(), 70);
    }

    #[test]
    fn the_interval_of_the_median_holds_it() {
        let latency = samples(100);
        let interval = latency.interval().unwrap();
        // Ranks 40 and 61 of 100: 1 - 2 P(Bin(100, 1/2) <= 39) = 0.965.
        assert_eq!((interval.low, interval.high), (40.0, 61.0));
        assert!((interval.coverage - 0.9648).abs() < 1e-4);
        assert_eq!(samples(5).interval(), None);
    }

    #[test]
    fn boots_are_merged_bucket_by_bucket() {
        let (one, two) = (samples(100), samples(300));
        let both = Latency::merged([&one, &two].into_iter()).unwrap();
        assert_eq!((both.count, both.min, both.max, both.missing()), (400, 1, 300, 0));
        assert_eq!(both.p50, 100);
        assert_eq!(Latency::merged(std::iter::empty()), None);
    }

    #[test]
    fn parts_out_of_order_or_range_are_refused() {
        let mut latency = samples(10);
        for part in [&[(10, 1)][..], &[(12, 1), (11, 1)], &[(BUCKETS, 1)]] {
            assert!(!latency.extend(part), "{part:?}");
        }
        assert!(latency.extend(&[(11, u64::MAX), (12, u64::MAX)]), "absurd counts are no trouble");
        assert!(latency.extend(&[(20, 1)]));
    }
}
