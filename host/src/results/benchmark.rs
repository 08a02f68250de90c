//! A benchmark's part of the results: raw in a boot, summed up for a platform.

use serde::{Deserialize, Serialize};

use super::status::Status;
use crate::protocol::{Plan, Sample};
use crate::stats;

/// What one boot brought of one benchmark.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// The benchmark's name.
    pub name: String,
    /// Its category.
    pub category: String,
    /// How it ended.
    pub status: Status,
    /// Why; absent only when it is `ok` and there is nothing to say.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reason: String,
    /// What calibration decided; absent when its record did not arrive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<Plan>,
    /// Why no more batches were taken, in the protocol's words; absent when that is unknown.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub stopped: String,
    /// Every batch that arrived undamaged.
    pub samples: Vec<Sample>,
    /// Indices of the batches known to be missing, as inclusive ranges.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<(u64, u64)>,
    /// The exception, when one ended it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
}

/// The exception that ended a benchmark.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// Exception vector.
    pub vector: Option<u64>,
    /// Error code.
    pub error: Option<u64>,
    /// Address of the instruction.
    pub ip: Option<u64>,
    /// Address that could not be accessed.
    pub address: Option<u64>,
}

/// A benchmark's result on a platform.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// The benchmark's name.
    pub name: String,
    /// Its category.
    pub category: String,
    /// How it ended.
    pub status: Status,
    /// Why; empty only when it is `ok` and there is nothing to say.
    pub reason: String,
    /// Cost of one operation; absent unless it was measured.
    pub value: Option<f64>,
    /// Lower end of the interval of `value`; absent until one is estimated.
    pub low: Option<f64>,
    /// Upper end of the interval of `value`; absent until one is estimated.
    pub high: Option<f64>,
}

impl Measured {
    /// Cost of one operation in each batch, in the order of the batches.
    pub fn costs(&self) -> Vec<f64> {
        let n = self.plan.as_ref().map_or(0, |plan| plan.n);
        self.samples.iter().filter_map(|s| stats::cost(s.run, s.control, n)).collect()
    }

    /// How many batches are known to be missing.
    pub fn missing_batches(&self) -> u64 {
        let length = |&(first, last): &(u64, u64)| last.saturating_sub(first).saturating_add(1);
        self.missing.iter().map(length).fold(0, u64::saturating_add)
    }

    /// The benchmark's result; its value is the median over the batches.
    pub fn summary(&self) -> Summary {
        let measured = self.status == Status::Ok;
        Summary {
            name: self.name.clone(),
            category: self.category.clone(),
            status: self.status,
            reason: self.reason.clone(),
            value: if measured { stats::median(&self.costs()) } else { None },
            low: None,
            high: None,
        }
    }
}

impl Summary {
    /// A benchmark that brought no figures.
    pub fn without_value(name: &str, category: &str, status: Status, reason: String) -> Self {
        let (name, category) = (name.to_owned(), category.to_owned());
        Self { name, category, status, reason, value: None, low: None, high: None }
    }
}
