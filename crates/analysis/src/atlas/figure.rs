//! A figure of the atlas, and whether it is a path at all.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use results::{Boot, EXITS, Stages, Summary};

/// Ticks in which nobody executes anything are waiting from this share of a figure on.
const WAITING: f64 = 0.02;

/// A guest that leaves itself and has yet so much of the figure waits for a clock in a loop.
const OWN: f64 = 0.8;

/// What figures of how a guest starts are called: all of it, and its stages.
pub(super) const STARTS: [&str; 4] = ["boot", "boot-loader", "boot-kernel", "boot-process"];

/// What an operation costs.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Figure {
    /// Instructions of one operation.
    pub value: f64,
    /// Whether much of it passes in waiting for a clock: no path, so none of its steps is one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub waits: bool,
}

impl Figure {
    /// That of `summary`, in a `bare` guest or in one with a Linux, which has work of its own; `None` without a
    /// cost that can be told from zero.
    pub(super) fn of(summary: &Summary, bare: bool) -> Option<Self> {
        let value = summary.value.filter(|value| *value > 0.0 && value.is_finite())?;
        let parts = summary.worlds.as_ref().map(results::Worlds::per_operation);
        let exits = summary.events.as_ref().and_then(|events| events.counters.get(EXITS));
        let waits = parts.is_some_and(|[user, kernel, .., other]| {
            let leaves = exits.is_some_and(|exits| exits.per_operation >= 1.0);
            other >= WAITING * value || (bare && leaves && user + kernel >= OWN * value)
        });
        Some(Self { value, waits })
    }

    /// Those of how the guest started in `boot`, by their names: each stage, and all of them together. A Linux with a
    /// clock waits for it, by what else the guest is told: no path but until then.
    pub(super) fn of_start(boot: &Boot) -> Vec<(String, Self)> {
        let Stages { loader, kernel, process, .. } = boot.stages;
        let all = [loader, kernel, process].into_iter().sum::<Option<u64>>();
        let stages = [(all, true), (loader, false), (kernel, true), (process, true)];
        let figure = |(name, (value, waits)): (&str, (Option<u64>, bool))| {
            Some((name.to_owned(), Self { value: value? as f64, waits }))
        };
        STARTS.into_iter().zip(stages).filter_map(figure).collect()
    }
}
