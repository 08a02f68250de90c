//! What the virtual machine monitor, a program of the host, adds to its hypervisor.

use serde::Serialize;

use results::{Document, PlatformRun, Quantity};

/// One operation with and without a monitor of its own, on the same hypervisor.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MonitorCost {
    /// Label of the platform with the monitor.
    pub platform: String,
    /// Label of the platform without.
    pub bare: String,
    /// The benchmark's name.
    pub benchmark: String,
    /// Cost of an operation with the monitor.
    pub with: Quantity,
    /// Cost of an operation without.
    pub without: Quantity,
    /// What the monitor takes: with − without.
    pub monitor: Quantity,
    /// The share of it in the whole, with its interval.
    pub share: Option<Quantity>,
}

/// Every pair of platforms of `document`, one of which is the other's hypervisor with
/// nothing else, and every benchmark that has a figure on both. `bare` names that other for a kind
/// of platform.
pub fn monitor_costs(
    document: &Document,
    bare: impl Fn(&str) -> Option<&'static str>,
) -> Vec<MonitorCost> {
    let runs = &document.platforms;
    let pairs = runs.iter().flat_map(|run| {
        let bare = bare(&run.platform);
        runs.iter()
            .filter(move |other| bare == Some(&other.platform))
            .map(move |other| (run, other))
    });
    pairs.flat_map(|(run, bare)| compare(run, bare)).collect()
}

fn compare(run: &PlatformRun, bare: &PlatformRun) -> Vec<MonitorCost> {
    let cost = |summary: &results::Summary| {
        let without = bare.find(&summary.name)?;
        let share = Quantity::ratio(without, summary).map(Quantity::complement);
        let (with, without) = (Quantity::of(summary)?, Quantity::of(without)?);
        Some(MonitorCost {
            platform: run.label.clone(),
            bare: bare.label.clone(),
            benchmark: summary.name.clone(),
            with,
            without,
            monitor: with.minus(without),
            share,
        })
    };
    run.benchmarks.iter().filter_map(cost).collect()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use results::{Status, Summary};

    /// A platform with these benchmarks, categories and exact costs.
    pub(in crate::model) fn run(name: &str, costs: &[(&str, &str, f64)]) -> PlatformRun {
        let summary = |(name, category, cost): &(&str, &str, f64)| Summary {
            value: Some(*cost),
            ..Summary::without_value(name, category, Status::Ok, String::new())
        };
        PlatformRun {
            label: name.into(),
            platform: name.into(),
            spec: name.into(),
            benchmarks: costs.iter().map(summary).collect(),
            ..PlatformRun::default()
        }
    }

    #[test]
    fn the_monitor_is_the_difference_to_the_bare_hypervisor() {
        let bare = run("bare", &[("a", "io", 30.0), ("b", "io", 1.0)]);
        let document = Document {
            platforms: vec![run("with", &[("a", "io", 40.0)]), bare, run("other", &[])],
            ..Document::default()
        };
        let costs = monitor_costs(&document, |name| (name == "with").then_some("bare"));
        assert_eq!(costs.len(), 1);
        assert_eq!(costs[0].monitor.value.to_bits(), 10.0_f64.to_bits());
        assert_eq!(costs[0].share.unwrap().value.to_bits(), 0.25_f64.to_bits());
    }
}
