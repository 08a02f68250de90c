//! Equations 1 to 6.

use serde::Serialize;

use results::{PlatformRun, Quantity};

/// A summand of `T_virt` (equation 3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// `T_cpu`: sensitive instructions and virtualization extensions (equation 4).
    Cpu,
    /// `T_memory`: page-table roots, entries and walks (equation 5).
    Memory,
    /// `T_io`: notifications to and from devices (equation 6).
    Io,
}

impl Part {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Cpu, Self::Memory, Self::Io];

    /// The part that a benchmark of `category` feeds; `None` where it measures something else.
    fn of(category: &str) -> Option<Self> {
        match category {
            "unprivileged" | "privileged" | "exception" => Some(Self::Cpu),
            "memory" => Some(Self::Memory),
            "io" => Some(Self::Io),
            _ => None,
        }
    }
}

/// One operation in the model.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Cost {
    /// The benchmark's name.
    pub benchmark: String,
    /// Its category.
    pub category: String,
    /// The summand of `T_virt` that it feeds; absent where it feeds none.
    pub part: Option<Part>,
    /// `T_guest`: what an operation costs on the platform.
    pub guest: Quantity,
    /// `T_native`, taken for `T_direct`: what it costs on the baseline.
    pub native: Quantity,
    /// GNR = `T_guest` / `T_native` (equation 1); absent without a positive baseline.
    pub gnr: Option<Quantity>,
    /// `T_virt` = `T_guest` − `T_direct` (equation 2); negative where the platform is faster.
    pub virt: Quantity,
}

/// One summand of `T_virt`, for one operation of each benchmark that feeds it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Share {
    /// Which.
    pub part: Part,
    /// The sum of its operations' `T_virt`, in the platform's unit.
    pub total: f64,
    /// Its share in all that virtualization adds, 0 to 1. What is faster than on the baseline
    /// adds nothing.
    pub share: f64,
    /// Operations that went in.
    pub operations: usize,
}

/// A platform in the model.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Model {
    /// The platform's label.
    pub platform: String,
    /// What the figures count.
    pub unit: results::Unit,
    /// Every benchmark that has a figure on both platforms.
    pub costs: Vec<Cost>,
    /// The three summands.
    pub shares: Vec<Share>,
    /// Benchmarks of the platform that have no figure there or none on the baseline.
    pub left_out: Vec<String>,
}

impl Model {
    /// Sets `run` against `native`.
    pub fn new(run: &PlatformRun, native: &PlatformRun) -> Self {
        let cost = |summary: &results::Summary| {
            let native = native.find(&summary.name)?;
            let gnr = Quantity::ratio(summary, native);
            let (guest, native) = (Quantity::of(summary)?, Quantity::of(native)?);
            Some(Cost {
                benchmark: summary.name.clone(),
                category: summary.category.clone(),
                part: Part::of(&summary.category),
                guest,
                native,
                gnr,
                virt: guest.minus(native),
            })
        };
        let costs: Vec<Cost> = run.benchmarks.iter().filter_map(cost).collect();
        let shares = shares(&costs);
        let is_in = |name: &String| costs.iter().any(|cost| cost.benchmark == *name);
        let names = run.benchmarks.iter().map(|summary| &summary.name);
        let left_out = names.filter(|name| !is_in(name)).cloned().collect();
        Self { platform: run.label.clone(), unit: run.unit, costs, shares, left_out }
    }
}

fn shares(costs: &[Cost]) -> Vec<Share> {
    let added =
        |part| -> f64 { of(costs, part).fold(0.0, |sum, cost| sum + cost.virt.value.max(0.0)) };
    let all: f64 = Part::ALL.into_iter().map(added).sum();
    let share = |part| Share {
        part,
        total: of(costs, part).fold(0.0, |sum, cost| sum + cost.virt.value),
        share: if all > 0.0 { added(part) / all } else { 0.0 },
        operations: of(costs, part).count(),
    };
    Part::ALL.into_iter().map(share).collect()
}

fn of(costs: &[Cost], part: Part) -> impl Iterator<Item = &Cost> {
    costs.iter().filter(move |cost| cost.part == Some(part))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::monitor::tests::run;

    #[test]
    fn each_equation_has_its_figures() {
        let native = run("metal", &[("a", "privileged", 10.0), ("b", "memory", 50.0)]);
        let guest =
            run("vm", &[("a", "privileged", 40.0), ("b", "memory", 60.0), ("c", "io", 9.0)]);
        let model = Model::new(&guest, &native);
        assert_eq!((model.costs.len(), &model.left_out[..]), (2, &["c".to_owned()][..]));
        assert_eq!(model.costs[0].gnr.unwrap().value.to_bits(), 4.0_f64.to_bits());
        assert_eq!(model.costs[0].virt.value.to_bits(), 30.0_f64.to_bits());
        let shares: Vec<_> = model.shares.iter().map(|s| (s.part, s.total, s.operations)).collect();
        assert_eq!(shares, [(Part::Cpu, 30.0, 1), (Part::Memory, 10.0, 1), (Part::Io, 0.0, 0)]);
        assert_eq!(model.shares[0].share.to_bits(), 0.75_f64.to_bits());
    }

    #[test]
    fn what_is_faster_than_the_baseline_takes_no_share() {
        let native =
            run("metal", &[("a", "privileged", 10.0), ("b", "io", 50.0), ("i", "idle", 1.0)]);
        let guest = run("vm", &[("a", "privileged", 30.0), ("b", "io", 20.0), ("i", "idle", 2.0)]);
        let model = Model::new(&guest, &native);
        assert_eq!(model.shares[2].total.to_bits(), (-30.0_f64).to_bits());
        let shares: Vec<_> = model.shares.iter().map(|share| share.share).collect();
        assert_eq!(shares, [1.0, 0.0, 0.0]);
        assert_eq!(model.costs[2].part, None);
        let nothing = Model::new(&native, &native);
        assert!(nothing.shares.iter().all(|share| share.share.to_bits() == 0), "{nothing:?}");
    }
}
