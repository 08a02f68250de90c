//! What the batches of a benchmark say together, as the results file keeps it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use stats::interval::Interval;
use stats::lilliefors::lilliefors;
use stats::median_ci::median_ci;
use stats::outliers::Outliers;
use stats::sorted::Sorted;

/// Confidence of every interval.
pub const LEVEL: f64 = 0.95;

/// Share of the batches that the trimmed mean drops at each end.
const TRIM: f64 = 0.05;

/// Statistics of the cost of one operation over batches; `docs/measuring.md` has the formulas.
/// All but the counts and the normality test are in the platform's unit an operation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Estimate {
    /// Batches that went in, at least 1.
    pub batches: usize,
    /// The cheapest batch; negative where the control was slower.
    pub min: f64,
    /// The median batch.
    pub median: f64,
    /// The dearest batch.
    pub max: f64,
    /// Mean without the 5 % cheapest and the 5 % dearest batches.
    pub trimmed_mean: f64,
    /// Median absolute deviation from the median, not scaled.
    pub mad: f64,
    /// 95 % confidence interval; absent below six batches of a single boot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ci95: Option<ConfidenceInterval>,
    /// Batches far from the others. They are counted and kept.
    pub outliers: OutlierCounts,
    /// Lilliefors' test; absent for fewer than five batches and where all are equal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub normality: Option<Normality>,
}

/// A confidence interval and how it was found.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ConfidenceInterval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// Probability, 0 to 1, with which it covers the truth.
    pub coverage: f64,
    /// How it was found.
    pub method: Method,
}

/// How an interval was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// Order statistics of the batches around their median; the coverage is exact.
    OrderStatistics,
    /// Trimmed means of the logarithms of the boots' medians; the coverage is nominal. Until 0.1
    /// it was Student's t of them all.
    BootMeans,
    /// The same of what quiet batches of quiet boots cost.
    QuietBoots,
    /// The same of all batches, each scaled by the machine's speed beside it.
    ScaledBoots,
}

/// Outliers by Tukey's fences.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OutlierCounts {
    /// Beyond 1.5 interquartile ranges from the quartiles, up to 3.
    pub mild: usize,
    /// Beyond 3 interquartile ranges.
    pub severe: usize,
    /// The severe one that is farthest from the median.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub farthest: Option<f64>,
}

/// Lilliefors' test of normality.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Normality {
    /// Largest distance between the distribution functions, 0 to 1.
    pub d: f64,
    /// Probability of such a distance for normal data; small speaks against normality.
    pub p: f64,
}

impl Estimate {
    /// The statistics of `costs`; `None` without any.
    pub fn of(costs: Vec<f64>) -> Option<Self> {
        let sorted = Sorted::new(costs)?;
        Some(Self {
            batches: sorted.count(),
            min: sorted.min(),
            median: sorted.median(),
            max: sorted.max(),
            trimmed_mean: sorted.trimmed_mean(TRIM),
            mad: sorted.mad(),
            ci95: median_ci(&sorted, LEVEL)
                .map(|interval| ConfidenceInterval::new(interval, Method::OrderStatistics)),
            outliers: OutlierCounts::of(&sorted),
            normality: lilliefors(&sorted)
                .map(|test| Normality { d: test.statistic, p: test.p_value }),
        })
    }

    /// The same for the batches of several boots together, whose interval is that of the boots':
    /// batches of one boot are not independent, so none follows from them all.
    pub fn pooled(costs: Vec<f64>, ci95: Option<ConfidenceInterval>) -> Option<Self> {
        Self::of(costs).map(|pooled| Self { ci95, ..pooled })
    }

    /// Its interval as the statistics know it.
    pub fn interval(&self) -> Option<Interval> {
        self.ci95.map(|ci| Interval { low: ci.low, high: ci.high, coverage: ci.coverage })
    }

    /// Spread of the batches as a share of their median, robust against outliers: 1.4826·MAD,
    /// which estimates the standard deviation of normal data. `None` for a median of zero or less.
    pub fn relative_spread(&self) -> Option<f64> {
        (self.median > 0.0).then(|| 1.4826 * self.mad / self.median)
    }
}

impl ConfidenceInterval {
    /// `interval`, found by `method`.
    pub fn new(interval: Interval, method: Method) -> Self {
        Self { low: interval.low, high: interval.high, coverage: interval.coverage, method }
    }
}

impl OutlierCounts {
    fn of(sorted: &Sorted) -> Self {
        let found = Outliers::of(sorted);
        let median = sorted.median();
        let ends = [sorted.min(), sorted.max()];
        let farthest =
            ends.into_iter().max_by(|a, b| (a - median).abs().total_cmp(&(b - median).abs()));
        Self {
            mild: found.mild(),
            severe: found.severe(),
            farthest: farthest.filter(|_| found.severe() > 0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disturbed_batch_is_counted_and_moves_the_median_within_its_interval() {
        let clean: Vec<f64> = (0..30).map(|i| 100.0 + f64::from(i % 7)).collect();
        let mut disturbed = clean.clone();
        disturbed[12] = 5e6; // 200 ms in a batch of a hundred operations
        let (before, after) = (Estimate::of(clean).unwrap(), Estimate::of(disturbed).unwrap());
        assert!(before.interval().unwrap().contains(after.median));
        assert!(after.interval().unwrap().contains(before.median));
        assert_eq!((before.outliers.severe, before.outliers.farthest), (0, None));
        assert_eq!((after.outliers.severe, after.outliers.farthest), (1, Some(5e6)));
    }

    #[test]
    fn equal_batches_have_a_point_for_an_interval() {
        let estimate = Estimate::of(vec![2.0; 30]).unwrap();
        let ci = estimate.ci95.unwrap();
        assert_eq!((ci.low, ci.high, ci.method), (2.0, 2.0, Method::OrderStatistics));
        assert_eq!((estimate.mad, estimate.normality), (0.0, None));
    }

    #[test]
    fn it_is_read_back_from_json_as_it_was_written() {
        for costs in [vec![1.5], (0..40).map(|i| f64::from(i * i)).collect()] {
            let estimate = Estimate::of(costs).unwrap();
            let text = serde_json::to_string(&estimate).unwrap();
            assert_eq!(serde_json::from_str::<Estimate>(&text).unwrap(), estimate);
        }
        assert_eq!(Estimate::of(Vec::new()), None);
    }

    #[test]
    fn the_spread_is_a_share_of_the_median() {
        // Distances from the median of 20: 10, 0, 10, of which the middle is 10.
        let spread = |costs: [f64; 3]| Estimate::of(costs.to_vec()).unwrap().relative_spread();
        assert!((spread([10.0, 20.0, 30.0]).unwrap() - 1.4826 * 10.0 / 20.0).abs() < 1e-12);
        assert_eq!(spread([-1.0, 0.0, 1.0]), None);
    }

    #[test]
    fn the_farthest_batch_is_the_one_at_the_greater_distance() {
        let farthest = |low: f64, high: f64| {
            let mut costs: Vec<f64> = (0..30).map(|i| 100.0 + f64::from(i % 7)).collect();
            costs.extend([low, high]);
            Estimate::of(costs).unwrap().outliers.farthest
        };
        assert_eq!(farthest(-500.0, 600.0), Some(-500.0));
        assert_eq!(farthest(-300.0, 600.0), Some(600.0));
    }
}
