//! What one boot says of a benchmark's cost.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::estimate::LEVEL;
use super::status::Stop;
use stats::interval::Interval;

/// A benchmark's figure in one boot.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BootFigure {
    /// Which whole boot of the platform, from 1.
    pub round: u32,
    /// Operations in a batch.
    pub n: u64,
    /// Batches taken, or single operations timed.
    pub batches: usize,
    /// Cost of one operation where nobody disturbs the machine: what the benchmark's value is made
    /// of. Absent where no reference was timed, which leaves the median, and of a boot that was left
    /// out because too few of its batches were quiet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
    /// Median cost of one operation, over all batches.
    pub median: f64,
    /// Lower end of its 95 % interval; absent below six batches.
    pub low: Option<f64>,
    /// Upper end of its 95 % interval.
    pub high: Option<f64>,
    /// Why sampling ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stop>,
}

impl BootFigure {
    /// The interval of its median.
    pub fn interval(&self) -> Option<Interval> {
        Some(Interval { low: self.low?, high: self.high?, coverage: LEVEL })
    }

    /// Half-width of its interval as a share of its median.
    pub fn relative_margin(&self) -> Option<f64> {
        self.interval().map(|interval| interval.relative_margin(self.median))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn its_margin_is_half_of_its_interval() {
        let (cost, stopped) = (None, None);
        let (low, high) = (Some(8.0), Some(12.0));
        let known =
            BootFigure { round: 1, cost, n: 1, batches: 9, median: 10.0, low, high, stopped };
        assert_eq!(known.relative_margin(), Some(0.2));
        assert_eq!(BootFigure { low: None, ..known }.relative_margin(), None);
    }
}
