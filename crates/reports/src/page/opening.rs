//! What differs most, in words: how the page begins.

use crate::digits::counted;
use crate::tables::answers::{Counted, cost};
use crate::{count_text, ratio_text};
use analysis::platform_set::{LabelledRun, PlatformSet};
use results::{PlatformRun, Quantity, Summary};

/// What a page finds.
pub(super) struct Opening {
    /// The finding, with its unit.
    pub(super) heading: String,
    /// What stands behind it, in a sentence or two.
    pub(super) words: String,
}

/// What `set` shows; `None` where there is nothing to say.
pub(super) fn opening(set: &PlatformSet) -> Option<Opening> {
    let baseline = set.baseline()?;
    if set.runs().len() == 1 { of_one(baseline) } else { of_several(set, baseline) }
}

/// Which cost is farthest from the baseline's, and how many are above it and below.
fn of_several(set: &PlatformSet, baseline: LabelledRun) -> Option<Opening> {
    let mut known = Vec::new();
    for other in set.others() {
        let ratio = |summary| Some((other, summary, set.ratio(other, summary)?));
        known.extend(other.run.benchmarks.iter().filter_map(ratio));
    }
    known.retain(|(.., ratio)| ratio.has_interval);
    let (other, summary, ratio) =
        known.iter().max_by(|(.., a), (.., b)| a.distance().total_cmp(&b.distance()))?;
    let native = baseline.run.find(&summary.name)?;
    let count = |is: fn(&Quantity) -> bool| known.iter().filter(|(.., ratio)| is(ratio)).count();
    let (higher, lower) = (count(|ratio| ratio.low > 1.0), count(|ratio| ratio.high < 1.0));
    let [all, above, below, unknown] =
        [known.len(), higher, lower, known.len() - higher - lower].map(|it| count_text(it as u64));
    let (on, unit) = (baseline.label, unit(baseline.run));
    let what = if unit.is_empty() { " time" } else { &unit };
    if higher + lower == 0 {
        let heading = format!("No measurable difference from {on}");
        return Some(Opening {
            heading,
            words: format!("Of {} none differs.", counted(known.len() as u64, "costs")),
        });
    }
    let (name, times) = (&summary.name, ratio_text(*ratio));
    Some(Opening {
        heading: format!("{name} on {} takes {times} the{what} of {on}", other.label),
        words: format!(
            "No operation differs more{}: {} instead of {}{unit}. Higher than on {on}: {above} of \
             {all} costs; lower: {below}; no measurable difference: {unknown}.",
            interval(*ratio),
            cost(other.run, summary),
            cost(baseline.run, native),
        ),
    })
}

/// The dearest operation, and how much dearer than the cheapest it is.
fn of_one(only: LabelledRun) -> Option<Opening> {
    let value = |summary: &Summary| summary.value.unwrap_or_default();
    let measured = only.run.benchmarks.iter().filter(|summary| summary.value.is_some());
    let mut measured: Vec<&Summary> = measured.collect();
    measured.sort_by(|a, b| value(a).total_cmp(&value(b)));
    let (cheapest, dearest) = (measured.first()?, measured.last()?);
    let ratio = Quantity::ratio(dearest, cheapest).filter(|_| measured.len() > 1);
    let words = ratio.map_or_else(String::new, |ratio| {
        let (times, interval) = (ratio_text(ratio), interval(ratio));
        let (name, cost) = (&cheapest.name, cost(only.run, cheapest));
        format!("That is {times} the cost of the cheapest{interval}, {name} ({cost}).")
    });
    let (name, cost, unit) = (&dearest.name, cost(only.run, dearest), unit(only.run));
    Some(Opening { heading: format!("The dearest operation is {name}: {cost}{unit}"), words })
}

/// What stands behind the costs of `run`, with a blank before it: times say it themselves.
fn unit(run: &PlatformRun) -> String {
    match Counted::of(run, None) {
        Some(Counted::Ns) => String::new(),
        _ => format!(" {}", run.unit),
    }
}

/// The interval of `ratio`, where its digits show one.
fn interval(ratio: Quantity) -> String {
    let end = |value| ratio_text(Quantity { value, low: value, high: value, ..ratio });
    let (low, high) = (end(ratio.low), end(ratio.high));
    if !ratio.has_interval || low == high {
        return String::new();
    }
    format!(" (95 % interval {low} to {high})")
}

#[cfg(test)]
mod tests {
    use super::*;
    use analysis::SideBySide;
    use results::{Document, Status};

    fn run(label: &str, costs: &[(&str, f64, f64, f64)]) -> PlatformRun {
        let summary = |&(name, low, value, high): &(&str, f64, f64, f64)| Summary {
            value: Some(value),
            low: Some(low),
            high: Some(high),
            ..Summary::without_value(name, "test", Status::Ok, String::new())
        };
        let benchmarks = costs.iter().map(summary).collect();
        PlatformRun { label: label.into(), benchmarks, ..PlatformRun::default() }
    }

    fn said(platforms: Vec<PlatformRun>) -> Option<String> {
        let document = Document { baseline: "metal".into(), platforms, ..Document::default() };
        let set = PlatformSet::new(SideBySide::new(vec![("a.json".into(), document)]));
        opening(&set).map(|it| format!("{} | {}", it.heading, it.words))
    }

    #[test]
    fn what_is_farthest_for_certain_is_named() {
        let metal = run("metal", &[("in", 9.9, 10.0, 10.1), ("out", 10.0, 10.0, 10.0)]);
        let slow = run("slow", &[("in", 1.0, 500.0, 250_000.0), ("out", 20.0, 20.0, 20.0)]);
        let fast = run("fast", &[("in", 1.9, 2.0, 2.1), ("out", 9.0, 10.0, 11.0)]);
        assert_eq!(
            said(vec![metal.clone(), slow.clone(), fast]).unwrap(),
            "in on fast takes 0.20× the cycles of metal | No operation differs more (95 % interval \
             0.19× to 0.21×): 2.00 ± 0.10 instead of 10.00 ± 0.10 cycles. Higher than on metal: 1 of \
             4 costs; lower: 1; no measurable difference: 2."
        );
        let text = said(vec![metal.clone(), slow]).unwrap();
        assert!(text.starts_with("out on slow takes 2.00× the cycles of metal |"), "{text}");
        let again = PlatformRun { label: "again".into(), ..metal.clone() };
        let text = said(vec![metal, again]).unwrap();
        assert_eq!(text, "No measurable difference from metal | Of 2 costs none differs.");
    }

    #[test]
    fn a_platform_alone_is_measured_by_its_own_operations() {
        let metal = run("metal", &[("out", 40.0, 40.0, 40.0), ("in", 10.0, 10.0, 10.0)]);
        assert_eq!(
            said(vec![metal]).unwrap(),
            "The dearest operation is out: 40.00 cycles | That is 4.00× the cost of the cheapest, in \
             (10.00)."
        );
        assert_eq!(said(vec![run("metal", &[])]), None);
    }
}
