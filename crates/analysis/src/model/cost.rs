//! Equations 1 to 6.

use serde::Serialize;

use super::term::{Part, Term, Terms};
use results::{PlatformRun, Quantity};

/// One operation in the model.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Cost {
    /// The benchmark's name.
    pub benchmark: String,
    /// Its category.
    pub category: String,
    /// The term that it measures; absent where the equations have none for it.
    pub term: Option<Term>,
    /// `T_guest`: what an operation costs on the platform.
    pub guest: Quantity,
    /// `T_native`, taken for `T_direct`: what it costs on the baseline.
    pub native: Quantity,
    /// GNR = `T_guest` / `T_native` (equation 1); absent without a positive baseline.
    pub gnr: Option<Quantity>,
    /// `T_virt` = `T_guest` − `T_direct` (equation 2); negative where the platform is faster.
    pub virt: Quantity,
}

/// A term, for one of each of its operations.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Sum {
    /// Which.
    pub term: Term,
    /// The sum of its operations' `T_virt`, in the platform's unit.
    pub total: f64,
    /// Operations that went in.
    pub operations: usize,
}

/// One summand of `T_virt`, for one of each operation that has a term of it.
#[derive(Debug, Clone, PartialEq, Serialize)]
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
    /// Its terms, as far as operations of theirs were measured.
    pub terms: Vec<Sum>,
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
    /// Sets `run` against `native`, with the terms that operations measure.
    pub fn new(run: &PlatformRun, native: &PlatformRun, terms: &Terms) -> Self {
        let cost = |summary: &results::Summary| {
            let native = native.find(&summary.name)?;
            let gnr = Quantity::ratio(summary, native);
            let (guest, native) = (Quantity::of(summary)?, Quantity::of(native)?);
            Some(Cost {
                benchmark: summary.name.clone(),
                category: summary.category.clone(),
                term: terms.get(&(run.guest, summary.name.clone())).copied(),
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
    let of = |part: Part| {
        costs.iter().filter(move |cost| cost.term.is_some_and(|term| term.part() == part))
    };
    let added = |part| -> f64 { of(part).fold(0.0, |sum, cost| sum + cost.virt.value.max(0.0)) };
    let all: f64 = Part::ALL.into_iter().map(added).sum();
    let share = |part| {
        let terms: Vec<Sum> =
            Term::ALL.into_iter().filter_map(|term| sum(of(part), term)).collect();
        Share {
            part,
            total: terms.iter().fold(0.0, |sum, term| sum + term.total),
            share: if all > 0.0 { added(part) / all } else { 0.0 },
            operations: terms.iter().map(|term| term.operations).sum(),
            terms,
        }
    };
    Part::ALL.into_iter().map(share).collect()
}

/// The sum of those of `costs` that are of a term; `None` without one.
fn sum<'a>(costs: impl Iterator<Item = &'a Cost>, term: Term) -> Option<Sum> {
    let its = costs.filter(|cost| cost.term == Some(term));
    let none = Sum { term, total: 0.0, operations: 0 };
    let sum = its.fold(none, |sum, cost| Sum {
        total: sum.total + cost.virt.value,
        operations: sum.operations + 1,
        ..sum
    });
    (sum.operations > 0).then_some(sum)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::monitor::tests::run;
    use ground::GuestKind;

    fn terms() -> Terms {
        let operations = [
            ("sgdt", Term::Sen),
            ("lgdt", Term::Sen),
            ("ipi", Term::Ext),
            ("hot-access", Term::Two),
            ("out", Term::Out),
        ];
        let bare = |(name, term): (&str, _)| ((GuestKind::Bare, name.to_owned()), term);
        operations.map(bare).into()
    }

    #[test]
    fn each_equation_has_its_figures() {
        let native =
            run("metal", &[("lgdt", "a", 10.0), ("ipi", "b", 5.0), ("hot-access", "c", 50.0)]);
        let costs = [("lgdt", "a", 30.0), ("ipi", "b", 15.0), ("hot-access", "c", 60.0)];
        let guest = run("vm", &[&costs[..], &[("in", "d", 9.0)]].concat());
        let model = Model::new(&guest, &native, &terms());
        assert_eq!((model.costs.len(), &model.left_out[..]), (3, &["in".to_owned()][..]));
        assert_eq!(model.costs[0].gnr.unwrap().value.to_bits(), 3.0_f64.to_bits());
        assert_eq!(model.costs[0].virt.value.to_bits(), 20.0_f64.to_bits());
        let shares: Vec<_> = model.shares.iter().map(|s| (s.part, s.total, s.operations)).collect();
        assert_eq!(shares, [(Part::Cpu, 30.0, 2), (Part::Memory, 10.0, 1), (Part::Io, 0.0, 0)]);
        let terms: Vec<_> = model.shares[0].terms.iter().map(|sum| (sum.term, sum.total)).collect();
        assert_eq!(terms, [(Term::Sen, 20.0), (Term::Ext, 10.0)]);
        assert_eq!(model.shares[0].share.to_bits(), 0.75_f64.to_bits());
    }

    #[test]
    fn what_is_faster_than_the_baseline_takes_no_share() {
        let native =
            run("metal", &[("sgdt", "a", 10.0), ("out", "b", 50.0), ("port-write-8", "b", 1.0)]);
        let costs = [("sgdt", "a", 30.0), ("out", "b", 20.0), ("port-write-8", "b", 2.0)];
        let guest = run("vm", &costs);
        let model = Model::new(&guest, &native, &terms());
        assert_eq!(model.shares[2].total.to_bits(), (-30.0_f64).to_bits());
        let shares: Vec<_> = model.shares.iter().map(|share| share.share).collect();
        assert_eq!(shares, [1.0, 0.0, 0.0]);
        assert_eq!(model.costs[2].term, None);
        let nothing = Model::new(&native, &native, &terms());
        assert!(nothing.shares.iter().all(|share| share.share.to_bits() == 0), "{nothing:?}");
    }
}
