//! Which functions make a step: a short list, whose sum is the step.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use results::Profile;

/// Functions that are named; the others are summed up.
pub const NAMED: usize = 12;

/// What compilers add to the name of a function that they have changed, and Linux to one that runs early.
const ADDED: [&str; 4] = [".isra.", ".constprop.", ".part.", ".cold"];
const EARLY: &str = "__pi_";

/// The functions that make the step of a benchmark between two builds.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Explained {
    /// The platform, as its column has it.
    pub platform: String,
    /// The benchmark.
    pub benchmark: String,
    /// The build before.
    pub from: String,
    /// The build after.
    pub to: String,
    /// Instructions that the profile counted before.
    pub before: f64,
    /// The same after.
    pub after: f64,
    /// The greatest changes.
    pub functions: Vec<FunctionChange>,
    /// How many others there are.
    pub others: usize,
    /// Their sum, and that of waiting: with `functions` it is `after − before`.
    pub others_difference: f64,
}

/// How many instructions more or less a function has in one operation.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FunctionChange {
    /// Its name, without what a compiler added.
    pub name: String,
    /// Instructions before; absent where it was not there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<f64>,
    /// Instructions after; absent where it is not there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<f64>,
    /// How many more.
    pub difference: f64,
}

impl Explained {
    /// What `before` and `after`, profiles of both builds, make of a step; whose it is stays open.
    pub(super) fn of(before: &Profile, after: &Profile) -> Self {
        let mut functions = BTreeMap::<String, [Option<f64>; 2]>::new();
        for (index, profile) in [before, after].into_iter().enumerate() {
            for one in &profile.functions {
                let own = &mut functions.entry(plain(&one.name).to_owned()).or_default()[index];
                *own = Some(own.unwrap_or_default() + profile.per_operation(one.own));
            }
        }
        let change = |(name, [before, after]): (String, [Option<f64>; 2])| FunctionChange {
            name,
            before,
            after,
            difference: after.unwrap_or_default() - before.unwrap_or_default(),
        };
        let mut changes: Vec<_> = functions.into_iter().map(change).collect();
        changes.retain(|change| change.difference != 0.0);
        changes.sort_by(|a, b| b.difference.abs().total_cmp(&a.difference.abs()));
        let others = changes.split_off(changes.len().min(NAMED));
        let totals = [before, after].map(|profile| profile.per_operation(profile.total));
        let named: f64 = changes.iter().map(|change| change.difference).sum();
        Self {
            before: totals[0],
            after: totals[1],
            functions: changes,
            others: others.len(),
            others_difference: totals[1] - totals[0] - named,
            ..Self::default()
        }
    }
}

/// `name` as the source has it.
fn plain(name: &str) -> &str {
    let name = name.strip_prefix(EARLY).unwrap_or(name);
    let end = ADDED.iter().filter_map(|added| name.find(added)).min();
    &name[..end.unwrap_or(name.len())]
}
