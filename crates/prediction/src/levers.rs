//! Which operation's cost matters most.

use std::collections::BTreeMap;

use crate::prediction::Prediction;

/// What an event's price means for some workloads on a platform.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Lever {
    /// The platform's label.
    pub platform: String,
    /// The event.
    pub event: String,
    /// The operation that its price was measured by.
    pub operation: String,
    /// The share of the predicted time that would be saved if it cost nothing above native, 0 to 1:
    /// the mean over the workloads.
    pub share: f64,
    /// The workload that would gain most.
    pub most: String,
    /// The share there.
    pub most_share: f64,
}

/// The levers on each platform over `predictions`, the one that matters most first. Each workload
/// counts the same.
pub fn levers(predictions: &[Prediction]) -> Vec<Lever> {
    let mut found: BTreeMap<(&str, &str), Lever> = BTreeMap::new();
    let mut counts: BTreeMap<&str, f64> = BTreeMap::new();
    for one in predictions {
        *counts.entry(&one.platform).or_default() += 1.0;
    }
    for one in predictions {
        let workloads = counts[one.platform.as_str()];
        for term in &one.terms {
            let share = term.adds.value / one.predicted.value;
            let lever = found.entry((&one.platform, &term.event)).or_insert_with(|| Lever {
                platform: one.platform.clone(),
                event: term.event.clone(),
                operation: term.operation.clone(),
                share: 0.0,
                most: one.workload.clone(),
                most_share: share,
            });
            lever.share += share / workloads;
            if share > lever.most_share {
                (lever.most, lever.most_share) = (one.workload.clone(), share);
            }
        }
    }
    let mut levers: Vec<Lever> = found.into_values().collect();
    levers.sort_by(|a, b| a.platform.cmp(&b.platform).then(b.share.total_cmp(&a.share)));
    levers
}
