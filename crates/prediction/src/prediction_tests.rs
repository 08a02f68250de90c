use super::*;
use crate::testing::{between, exact, operation, platform, predict, workload};
use crate::{Amount, Prices};

#[test]
fn a_prediction_by_hand() {
    // 10 ± 2 flushes of 50 ± 5 above native, on 10,000 natively: 500 ± √(100² + 50²).
    let mut flush = operation("flush", 0.0, 50.0);
    flush.cost = Amount(between(45.0, 50.0, 55.0));
    let mut gzip = workload("gzip", 10_000.0, &[("dance", 3.0), ("flush", 0.0)]);
    gzip.counts.insert("flush".to_owned(), Amount(between(8.0, 10.0, 12.0)));
    let mut found = predict("operations", &gzip, &platform(vec![flush])).unwrap();
    let reach = 100f64.hypot(50.0);
    assert_eq!(found.predicted.value, 10_500.0);
    assert!((found.predicted.low - (10_500.0 - reach)).abs() < 1e-9, "{found:?}");
    assert!((found.predicted.high - (10_500.0 + reach)).abs() < 1e-9, "{found:?}");
    assert_eq!(found.unpriced, ["dance"]);
    assert_eq!((found.error(), found.explained()), (None, None));
    found.measured = Some(Quantity::exact(10_625.0));
    assert_eq!(found.explained(), Some(0.8));
    assert!((found.error().unwrap() + 0.011_764_7).abs() < 1e-6);
    found.measured = Some(Quantity::exact(0.0));
    assert_eq!(found.error(), None, "there is no share of nothing");
    found.measured = Some(between(9_000.0, 10_100.0, 12_000.0));
    assert_eq!(found.explained(), None, "the overhead cannot be told from nothing");
}

#[test]
fn models_add_to_one_another() {
    let spin = operation("spin", 1000.0, 1010.0);
    let costs = platform(vec![operation("flush", 0.0, 50.0), operation("fork", 10.0, 110.0), spin]);
    let find = workload("find", 1000.0, &[("flush", 4.0), ("fork", 3.0)]);
    let total = |name| predict(name, &find, &costs).unwrap().predicted.value;
    assert_eq!(total("direct"), 1000.0);
    assert_eq!(total("operations"), 1200.0);
    assert_eq!(total("shadow"), 1500.0);
    assert!((total("tick") - 1515.0).abs() < 1e-9);
    assert_eq!(predict("attributed", &find, &costs), None);
    assert_eq!(predict("tick", &find, &platform(vec![operation("a", 0.0, 1.0)])), None);
    assert_eq!(predict("operations", &find, &platform(vec![])), None);
    let first = &predict("tick", &find, &costs).unwrap().terms[0];
    assert_eq!((&first.event[..], first.adds.value), ("fork", 300.0));
}

#[test]
fn what_shadow_tables_cost_is_no_operation_of_the_workload() {
    let costs = platform(vec![operation("shadow_fill", 0.0, 70.0), operation("exec", 0.0, 5.0)]);
    let counts = [("shadow_fill", 2.0), ("exec", 2.0), ("dance", 1.0)];
    let shell = workload("shell", 1000.0, &counts);
    let found = predict("shadow", &shell, &costs).unwrap();
    assert_eq!(found.predicted.value, 1150.0);
    assert_eq!(found.unpriced, ["dance"]);
    assert_eq!(predict("operations", &shell, &costs).unwrap().predicted.value, 1000.0);
}

#[test]
fn what_the_guest_executes_otherwise_is_attributed_to_it() {
    let mut costs = platform(vec![]);
    costs.exits.insert("io".to_owned(), exact(60.0));
    let exits = [("io".to_owned(), 2.0), ("unknown".to_owned(), 9.0)].into();
    let seen = Seen { exits, guest: Some(1030.0) };
    let (one, prices) = (workload("w", 1000.0, &[]), Prices::of(&costs));
    let model = crate::testing::model("attributed");
    let found = Prediction::new(model, &one, &costs, &prices, Some(&seen)).unwrap();
    assert_eq!(found.predicted.value, 1150.0);
}

/// A fault that a hypervisor takes, by hand: 3 of the guest's own and 5 unknown to it, 10 exits for faults
/// on the platform where the usage has 8, and a table that is compared meanwhile.
#[test]
fn exits_for_one_reason_are_told_apart_by_kind() {
    let with_exits = |name: &str, cost: f64, parts: &[(&str, f64)], exits: f64| {
        let parts = parts.iter().map(|(part, count)| ((*part).to_owned(), *count)).collect();
        let exits = [("pf".to_owned(), exits)].into();
        crate::OperationCost { parts, exits, ..operation(name, 0.0, cost) }
    };
    let mut costs = platform(vec![
        with_exits("fill", 500.0, &[], 1.0),
        with_exits("fault", 700.0, &[("fault", 1.0), ("fill", 1.0)], 2.0),
        with_exits("compare", 1_300.0, &[("compare", 2.0), ("fill", 1.0)], 1.0),
        with_exits("switch", 90.0, &[], 0.5),
    ]);
    costs.exits.insert("pf".to_owned(), exact(350.0));
    let prices = Prices::of(&costs);
    // A switch exits every other time: too often to be done meanwhile, not often enough to be a kind.
    let counts = [("fault", 3.0), ("fill", 5.0), ("compare", 4.0), ("switch", 6.0)];
    let total = |counts: &[(&str, f64)], exits: f64| {
        let one = workload("w", 10_000.0, counts);
        let seen = Seen { exits: [("pf".to_owned(), exits)].into(), guest: None };
        let model = crate::testing::model("attributed");
        Prediction::new(model, &one, &costs, &prices, Some(&seen)).unwrap().predicted.value
    };
    // 700 − 500 of a fault, 500 of a fill, 400 of a comparison.
    let by_kind = |exits: f64| (3.0 * 200.0 + 5.0 * 500.0) * exits / 8.0 + 4.0 * 400.0;
    assert_eq!(total(&counts, 8.0), 10_000.0 + by_kind(8.0));
    assert!((total(&counts, 8.4) - (10_000.0 + by_kind(8.4))).abs() < 1e-9);
    // Counts that do not fit say nothing of the exits, and one kind is told by its reason.
    assert_eq!(total(&counts, 10.0), 10_000.0 + 10.0 * 350.0);
    assert_eq!(total(&counts[1..], 5.0), 10_000.0 + 5.0 * 350.0);
}

#[test]
fn a_guest_that_takes_twice_as_long_is_interrupted_by_twice_as_many_ticks() {
    let spin = operation("spin", 1000.0, 1000.0);
    let costs =
        platform(vec![spin, operation("flush", 0.0, 100.0), operation("interrupt", 0.0, 50.0)]);
    let find = workload("find", 1000.0, &[("flush", 9.0), ("interrupt", 2.0)]);
    assert_eq!(predict("shadow", &find, &costs).unwrap().predicted.value, 2000.0);
    assert_eq!(predict("tick", &find, &costs).unwrap().predicted.value, 2100.0);
}

#[test]
fn nothing_is_stolen_from_a_guest_that_waits() {
    let costs = platform(vec![operation("spin", 1000.0, 1010.0), operation("flush", 0.0, 50.0)]);
    let naps = workload("naps", 10_000.0, &[("idle", 9_000.0), ("flush", 2.0)]);
    let found = predict("tick", &naps, &costs).unwrap();
    assert!((found.predicted.value - (10_000.0 + 100.0 + 0.01 * 1_100.0)).abs() < 1e-9);
    assert!(found.unpriced.is_empty(), "{found:?}");
}

/// Exits and their costs of a trial in the lab: KVM with nested paging, Debian 12, in instructions.
/// Each workload's native time and overhead, and its exits for each reason in `TRIAL_COSTS`.
const TRIAL: [(&str, f64, f64, [f64; 4]); 5] = [
    ("forkwait", 2.54e6, 0.034, [0.0, 1.0, 3.0, 0.0]),
    ("find", 15.5e6, 0.014, [35.0, 4.0, 8.0, 2.0]),
    ("gzip", 251.7e6, 0.0045, [35.0, 63.0, 134.0, 0.0]),
    ("tcc", 172.1e6, 0.047, [1820.0, 45.0, 94.0, 1.0]),
    ("sqlite", 39.1e6, 0.0034, [0.0, 10.0, 20.0, 0.0]),
];
const TRIAL_COSTS: [(&str, f64); 4] =
    [("cpuid", 3200.0), ("msr_write", 4400.0), ("intr", 3760.0), ("vintr", 2250.0)];

#[test]
fn the_exits_of_a_trial_explain_what_its_workloads_paid() {
    let mut costs = platform(vec![]);
    costs.exits = TRIAL_COSTS.map(|(reason, cost)| (reason.to_owned(), exact(cost))).into();
    for (name, native, overhead, exits) in TRIAL {
        let exits = TRIAL_COSTS.iter().zip(exits).map(|((name, _), n)| ((*name).to_owned(), n));
        let seen = Seen { exits: exits.collect(), guest: None };
        let (one, prices) = (workload(name, native, &[]), Prices::of(&costs));
        let model = crate::testing::model("attributed");
        let mut found = Prediction::new(model, &one, &costs, &prices, Some(&seen)).unwrap();
        found.measured = Some(Quantity::exact(native * (1.0 + overhead)));
        // The host's own ticks are no exits' cost; forkwait's window is as short as their phase.
        let (most, least) = if name == "forkwait" { (0.03, 0.15) } else { (0.011, 0.7) };
        assert!(found.error().unwrap().abs() < most, "{name}: {:?}", found.error());
        assert!(found.explained().unwrap() > least, "{name}: {:?}", found.explained());
    }
}
