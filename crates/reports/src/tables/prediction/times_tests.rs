//! Predicted times for people.

use super::*;
use prediction::{Origin, Term};
use results::{Quantity, Unit};

/// A workload of 1,000 that pays 300 for faults and 100 for exits.
fn one(platform: &str, measured: Option<Quantity>) -> Prediction {
    let exact = Quantity::exact;
    let term = |event, adds| Term::new(event, "operation", exact(1.0), exact(adds));
    Prediction {
        platform: platform.to_owned(),
        workload: "pack".to_owned(),
        model: "tick",
        native: exact(1000.0),
        predicted: exact(1400.0),
        measured,
        model_error: None,
        terms: vec![term("fault", 300.0), term("exit", 100.0)],
        unpriced: Vec::new(),
        beyond: Vec::new(),
    }
}

fn origin(version: &str) -> Origin {
    let platforms = [("lab-native".to_owned(), version.to_owned())].into();
    let [tool, date, machine] = ["tool 1", "2026-11-25", "CPU"].map(str::to_owned);
    Origin { tool, date, machine, platforms }
}

fn shown(predictions: Vec<Prediction>, origins: Vec<(String, Origin)>) -> String {
    let report = PredictionReport {
        unit: Unit::Instructions,
        predictions,
        ranking: None,
        levers: None,
        has_shipped_costs: true,
        origins,
    };
    let text = text(&report);
    assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{text}");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_workload_has_a_table_with_what_is_above_native() {
    let text = shown(vec![one("here", None)], Vec::new());
    assert!(text.starts_with("pack: 1,000 instructions natively; predicted by the model tick:"));
    assert!(
        text.contains("here 1,400 +40 %") && text.contains("here fault 75 %, exit 25 %"),
        "{text}"
    );
    assert!(!text.contains("measured error") && !text.contains("explained"), "{text}");
}

#[test]
fn another_machine_s_native_time_is_told_beside_the_first_one_s() {
    let there = Prediction { native: Quantity::exact(900.0), ..one("there", None) };
    let text = shown(vec![one("here", None), there], Vec::new());
    assert!(text.contains("Natively on the machine of there: 900.00. platform"), "{text}");
    assert!(!text.contains("machine of here") && text.contains("there 1,400 +56 %"), "{text}");
}

#[test]
fn what_was_measured_is_held_against_it() {
    let nothing = Quantity { low: 900.0, high: 1200.0, ..Quantity::exact(1010.0) };
    let both = vec![one("here", Some(Quantity::exact(1800.0))), one("there", Some(nothing))];
    let text = shown(both, Vec::new());
    assert!(
        text.contains("here 1,400 +40 % 1,800 −22 %") && text.contains("here 50 % fault"),
        "{text}"
    );
    assert!(
        text.contains("there ? fault") && text.contains("nothing: −10 % to +20 % of native"),
        "{text}"
    );
}

#[test]
fn what_has_no_cost_is_named_for_each_platform() {
    let least = Prediction { unpriced: vec!["io_out".to_owned()], ..one("here", None) };
    let text = shown(vec![least, one("there", None)], Vec::new());
    assert!(text.contains("here ≥ 1,400") && text.contains("there 1,400"), "{text}");
    assert!(text.contains("may cost anything: here: io_out"), "{text}");
}

#[test]
fn what_is_outside_of_what_was_learned_from_says_so() {
    let far =
        Prediction { beyond: vec!["fork".to_owned(), "exec".to_owned()], ..one("here", None) };
    let text = shown(vec![far, one("there", None)], Vec::new());
    assert!(
        text.contains("! pack on here is outside of what its ± was learned from, by fork, exec")
    );
    assert!(!text.contains("pack on there"), "{text}");
}

#[test]
fn figures_of_one_origin_stand_together_and_different_versions_are_named() {
    let of = |counts| {
        let origins = [("costs", "QEMU 7"), ("counts", counts)];
        origins.map(|(what, version)| (what.to_owned(), origin(version))).to_vec()
    };
    let same = shown(vec![one("here", None)], of("QEMU 7"));
    assert!(same.contains("costs; counts: measured by tool 1") && !same.contains('!'), "{same}");
    let other = shown(vec![one("here", None)], of("QEMU 8"));
    assert!(
        other.contains("! Costs and counts are of different versions of lab-native"),
        "{other}"
    );
}
