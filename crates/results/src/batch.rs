//! The batches of a benchmark, as the guest's counter timed them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// `plan`: what calibration decided.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Plan {
    /// Operations in a batch, at least 1.
    pub n: u64,
    /// Batches planned.
    pub batches: u64,
    /// Why `n` is what it is.
    #[serde(default)]
    pub why: String,
}

/// `sample`: one batch, in ticks of the guest's counter.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Sample {
    /// The batch's index, from 0.
    pub i: u64,
    /// Ticks of the loop with the operation, `n` times.
    pub run: u64,
    /// Ticks of the same loop with an empty instruction in its place.
    pub control: u64,
    /// Ticks of the reference directly before the batch; absent without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<u64>,
    /// Ticks of the reference directly after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<u64>,
    /// Number of the window that the run is in; absent without external timing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run_mark: Option<u64>,
    /// Number of the window that the control is in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control_mark: Option<u64>,
}

impl Sample {
    /// What a turn of the reference, which has `rounds`, took before and after the batch, in ticks.
    pub fn reference(&self, rounds: u64) -> Option<[f64; 2]> {
        let turn = |ticks: u64| ticks as f64 / rounds as f64;
        (rounds > 0).then_some([turn(self.before?), turn(self.after?)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_of_the_reference_is_its_time_by_its_rounds() {
        let sample = Sample { before: Some(30), after: Some(50), ..Sample::default() };
        assert_eq!(sample.reference(10), Some([3.0, 5.0]));
        assert_eq!(sample.reference(0), None);
        assert_eq!(Sample { after: None, ..sample }.reference(10), None);
    }
}
