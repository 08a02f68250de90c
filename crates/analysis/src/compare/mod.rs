//! Two results set against each other: by how much each benchmark changed, how sure that is, and
//! whether the two can be compared at all. `docs/comparing.md` explains the verdicts.

mod allowance;
mod change;
mod environment;
mod gate;
mod mode;
mod more_boots;
mod reliability;
mod rows;
mod side;
mod verdict;

#[cfg(test)]
mod edges_tests;
#[cfg(test)]
mod tests;

use schemars::JsonSchema;
use serde::Serialize;

pub use change::{Basis, Change};
pub use environment::Difference;
pub(crate) use environment::{differences, fields};
pub use gate::{Gate, Rule, threshold};
pub use mode::Mode;
pub use reliability::Reliability;
pub use rows::Row;
pub use side::Side;
pub use stats::looks::Looks;
pub use verdict::Verdict;

use allowance::Allowance;
use results::Unit;

/// The change that matters where nothing else is said: 5 %.
pub const THRESHOLD: f64 = 0.05;

/// Two results set against each other.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Comparison {
    /// What is compared with: the old, or the reference.
    pub a: Source,
    /// What is compared: the new, or the candidate.
    pub b: Source,
    /// What both count; where machines are compared, costs are in nanoseconds all the same.
    pub unit: Unit,
    /// How many of what costs count make a second; absent where that is no time, or not known.
    pub hz: Option<u64>,
    /// What is compared with what.
    pub mode: Mode,
    /// The change that matters, as a share: 0.05 is 5 %.
    pub threshold: f64,
    /// Boots of each side at most, where measuring ended as soon as all was decided; absent where
    /// their number did not depend on what they brought.
    pub until_decided: Option<u32>,
    /// How the two environments differ.
    pub environment: Vec<Difference>,
    /// Whether a change can be the software's alone: one machine, or one with two kernels.
    pub comparable: bool,
    /// The benchmarks, in A's order, then those that only B has.
    pub rows: Vec<Row>,
    /// How sure it is over all benchmarks which of the two is better; absent where none was
    /// measured on both.
    pub reliability: Option<Reliability>,
}

/// Where one side comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Source {
    /// What it was called on the command line.
    pub name: String,
    /// The platform's label.
    pub platform: String,
    /// The program that ran its guests, with its version.
    pub version: String,
    /// When its run began.
    pub started: String,
    /// Whole boots that it brought.
    pub boots: u32,
}

impl Comparison {
    /// Compares `b` with `a`; `threshold` is the change that matters, as a share. `None` where
    /// one counts cycles and the other instructions.
    pub fn new(a: &Side, b: &Side, threshold: f64) -> Option<Self> {
        if a.run.unit != b.run.unit {
            return None;
        }
        let environment = environment::differences(a, b);
        let mode = Mode::of(a, b, &environment);
        let allowance = Allowance::of(a, b);
        let times = a.in_time().zip(b.in_time()).filter(|_| mode == Mode::Machines);
        let (x, y) = times.as_ref().map_or((a, b), |(x, y)| (x, y));
        let rows = rows::rows(x, y, threshold, allowance);
        Some(Self {
            a: a.source(),
            b: b.source(),
            unit: a.run.unit,
            hz: match times {
                Some(_) => Some(1_000_000_000),
                None => a.run.hz().zip(b.run.hz()).map(|(hz, _)| hz),
            },
            mode,
            threshold,
            until_decided: allowance.looks.map(|looks| looks.most),
            comparable: matches!(mode, Mode::Alike | Mode::Kernels),
            environment,
            rows,
            reliability: reliability::reliability(x, y),
        })
    }

    /// Whether further boots, as many as are planned, would change no verdict: each is known, or
    /// would probably take more.
    pub fn is_settled(&self) -> bool {
        self.rows.iter().all(|row| row.verdict != Verdict::Undecided || row.is_hopeless)
    }

    /// How many benchmarks have this verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.rows.iter().filter(|row| row.verdict == verdict).count()
    }
}
