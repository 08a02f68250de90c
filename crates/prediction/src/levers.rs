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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{operation, platform, predict, workload};

    /// Shares of the predicted time, by hand: of w's 2000 the port has 600 and the page 400, of v's 1000
    /// the port has 200; 800 and 1000 are native.
    #[test]
    fn the_operation_that_takes_the_greatest_share_of_all_workloads_is_first() {
        let costs = platform(vec![operation("page", 0.0, 100.0), operation("port", 0.0, 200.0)]);
        let of = |name: &str, native: f64, counts: &[(&str, f64)]| {
            predict("operations", &workload(name, native, counts), &costs).unwrap()
        };
        let v = of("v", 800.0, &[("port", 1.0)]);
        let w = of("w", 1000.0, &[("port", 3.0), ("page", 4.0)]);
        let elsewhere = Prediction { platform: "a".to_owned(), ..of("v", 600.0, &[("page", 4.0)]) };
        let lever = |platform: &str, event: &str, share: f64, most: &str, most_share: f64| {
            let (operation, event) = (event.to_owned(), event.to_owned());
            let (platform, most) = (platform.to_owned(), most.to_owned());
            Lever { platform, event, operation, share, most, most_share }
        };
        let expected = [
            lever("a", "page", 0.4, "v", 0.4),
            lever("vm", "port", 0.25, "w", 0.3),
            lever("vm", "page", 0.2 / 2.0, "w", 0.2),
        ];
        assert_eq!(levers(&[v.clone(), w.clone(), elsewhere.clone()]), expected);
        assert_eq!(levers(&[elsewhere, w, v]), expected, "in whatever order they come");
    }

    #[test]
    fn of_two_workloads_that_gain_the_same_the_first_is_named() {
        let costs = platform(vec![operation("port", 0.0, 200.0)]);
        let of = |name: &str| {
            predict("operations", &workload(name, 800.0, &[("port", 1.0)]), &costs).unwrap()
        };
        assert_eq!(levers(&[of("z"), of("b")])[0].most, "z");
    }
}
