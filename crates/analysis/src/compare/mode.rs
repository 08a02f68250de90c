//! What is compared with what: variants on one machine, kernels of one, or machines.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Difference, Side};
use results::Unit;

/// What of a host another kernel brings with it.
const OF_KERNELS: [&str; 2] = ["host.kernel", "host.kernel_version"];

/// The difference that no clock makes up for.
const GUEST: &str = "guest";

/// What is compared with what.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Two results of one machine as it was.
    Alike,
    /// Two kernels of one machine: the change is theirs.
    Kernels,
    /// Two machines whose clocks are known: costs are in nanoseconds.
    Machines,
    /// Two machines, or two kinds of guests, of which no figure says anything about the other.
    Apart,
}

impl Mode {
    /// Of two sides that differ so.
    pub(super) fn of(a: &Side, b: &Side, environment: &[Difference]) -> Self {
        let mut decisive = environment.iter().filter(|d| d.decisive).map(|d| d.field.as_str());
        let has_time = |side: &Side| side.run.unit == Unit::Cycles && side.run.hz().is_some();
        if decisive.clone().next().is_none() {
            Self::Alike
        } else if decisive.clone().all(|field| OF_KERNELS.contains(&field)) {
            Self::Kernels
        } else if !decisive.any(|field| field == GUEST) && has_time(a) && has_time(b) {
            Self::Machines
        } else {
            Self::Apart
        }
    }
}

impl Side {
    /// The same with its costs in nanoseconds instead of cycles, where the clock's rate is known.
    pub(super) fn in_time(&self) -> Option<Self> {
        let factor = 1e9 / self.run.hz()? as f64;
        let mut side = self.clone();
        for summary in &mut side.run.benchmarks {
            let costs =
                [&mut summary.value, &mut summary.low, &mut summary.high, &mut summary.typical];
            costs.into_iter().flatten().for_each(|cost| *cost *= factor);
            for boot in &mut summary.boots {
                boot.median *= factor;
                let costs = [&mut boot.cost, &mut boot.low, &mut boot.high];
                costs.into_iter().flatten().for_each(|cost| *cost *= factor);
            }
        }
        Some(side)
    }
}
