use results::{Beside, Eta, Status};

use super::*;
use crate::testing::{between, operation, platform, predict, workload};

/// A run beside a neighbour that has these η.
fn run(etas: &[(&str, f64)]) -> PlatformRun {
    let summary = |(name, value): &(&str, f64)| Summary {
        eta: Some(Eta { value: *value, low: Some(value - 0.5), high: Some(value + 0.5) }),
        ..Summary::without_value(name, "test", Status::Ok, String::new())
    };
    PlatformRun {
        label: "vm+noise".to_owned(),
        beside: Some(Beside { alone: "vm".to_owned(), ..Beside::default() }),
        benchmarks: etas.iter().map(summary).collect(),
        ..PlatformRun::default()
    }
}

fn event(name: &str) -> Option<String> {
    (name == "turn").then(|| SPIN.to_owned())
}

#[test]
fn own_instructions_and_each_price_have_factors_of_their_own() {
    let platform = platform(vec![operation("leaf", 10.0, 110.0), operation("fault", 0.0, 50.0)]);
    let pack = workload("pack", 1000.0, &[("leaf", 3.0), ("fault", 2.0)]);
    let alone = predict("operations", &pack, &platform).unwrap();
    assert_eq!(alone.predicted.value, 1400.0);
    let noise = Interference::of(&run(&[("turn", 2.0), ("leaf", 4.0)]), event).unwrap();
    let beside = noise.of_prediction(&alone);
    // 2·1000 + 4·(3·100) + 2·(2·50): the fault has no factor of its own.
    assert_eq!((&*beside.platform, beside.predicted.value), ("vm+noise", 3400.0));
    // ± 500 of the own instructions, ± 150 of the leaves, ± 50 of the faults.
    let reach = 500f64.hypot(150.0).hypot(50.0);
    let Quantity { low, high, .. } = beside.predicted;
    assert!((low - (3400.0 - reach)).abs() < 1e-9 && (high - (3400.0 + reach)).abs() < 1e-9);
    assert_eq!(beside.terms[0].event, "leaf");
    assert_eq!(beside.terms[0].price, between(350.0, 400.0, 450.0));
    assert_eq!(beside.native, alone.native);
}

#[test]
fn without_neighbours_or_an_operation_that_spins_there_is_no_factor() {
    assert_eq!(Interference::of(&run(&[("leaf", 2.0)]), event), None);
    let alone = PlatformRun { beside: None, ..run(&[("turn", 2.0)]) };
    assert_eq!(Interference::of(&alone, event), None);
}
