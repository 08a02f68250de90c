use super::*;
use crate::testing::{exact, operation, platform};

fn value(prices: &Prices, name: &str) -> f64 {
    prices.get(name).unwrap().above.value
}

#[test]
fn what_else_an_operation_does_is_taken_off() {
    // A fault is measured with a flush in its handler; a fork has two faults with a flush each, and
    // a switch, which nothing is the measure of.
    let mut fault = operation("fault", 100.0, 1100.0);
    fault.parts = [("fault".to_owned(), 2.0), ("flush".to_owned(), 1.0)].into();
    let mut fork = operation("fork", 1000.0, 5000.0);
    fork.parts = [("fault", 2.0), ("flush", 2.0), ("switch", 1.0)]
        .map(|(name, count)| (name.to_owned(), count))
        .into();
    let prices = Prices::of(&platform(vec![fault, fork, operation("flush", 5.0, 205.0)]));
    assert_eq!(value(&prices, "flush"), 200.0);
    assert_eq!(value(&prices, "fault"), (1000.0 - 200.0) / 2.0);
    assert_eq!(value(&prices, "fork"), 4000.0 - 2.0 * 400.0 - 2.0 * 200.0);
}

#[test]
fn events_that_wait_for_each_other_have_a_price_all_the_same() {
    let waits = |name: &str, other: &str| {
        let parts = [(other.to_owned(), 1.0)].into();
        crate::OperationCost { parts, ..operation(name, 0.0, 10.0) }
    };
    let prices = Prices::of(&platform(vec![waits("a", "b"), waits("b", "a")]));
    assert_eq!((value(&prices, "a"), value(&prices, "b")), (10.0, 0.0));
}

#[test]
fn two_operations_of_two_events_tell_both() {
    // 2a + b = 140 and a + 300b = 30,020.
    let of = |name: &str, cost: f64, counts: [f64; 2]| {
        let parts = ["a", "b"].map(str::to_owned).into_iter().zip(counts).collect();
        crate::OperationCost { parts, ..operation(name, 0.0, cost) }
    };
    let mut small = of("a", 140.0, [2.0, 1.0]);
    small.cost = crate::Amount(crate::testing::between(134.0, 140.0, 146.0));
    let prices = Prices::of(&platform(vec![small, of("b", 30_020.0, [1.0, 300.0])]));
    assert!(
        (value(&prices, "a") - 20.0).abs() < 1e-9 && (value(&prices, "b") - 100.0).abs() < 1e-9
    );
    // Of the error of 6 the inverse gives 300/599 to a, and −1/599 to b.
    let above = prices.get("b").unwrap().above;
    assert!((above.high - above.value - 6.0 / 599.0).abs() < 1e-9, "{above:?}");
}

#[test]
fn the_bare_guest_s_operation_counts_and_all_have_their_names() {
    let linux = |name: &str| crate::OperationCost {
        name: name.to_owned(),
        guest: GuestKind::Linux,
        ..operation("fault", 0.0, 9.0)
    };
    let prices = Prices::of(&platform(vec![linux("x"), operation("fault", 0.0, 5.0), linux("y")]));
    assert_eq!([value(&prices, "fault"), value(&prices, "x")], [5.0, 9.0]);
    assert_eq!(prices.get("switch"), None);
}

#[test]
fn a_guest_that_spins_tells_the_dilation() {
    let spin = operation(SPIN, 1000.0, 1002.0);
    let prices = Prices::of(&platform(vec![spin]));
    assert_eq!(prices.dilation, Some(Quantity { ..Quantity::exact(0.002) }));
    assert_eq!(Prices::of(&platform(vec![operation(SPIN, 0.0, 1.0)])).dilation.unwrap().value, 0.0);
    let zero = exact(0.0);
    assert!(zero.0.has_interval);
}

#[test]
fn cpuid_of_processes_costs_as_the_kernel_s_where_it_was_not_measured() {
    let kernel = || operation("cpuid", 0.0, 3_066.0);
    let prices = Prices::of(&platform(vec![kernel()]));
    assert_eq!(value(&prices, "user_cpuid"), 3_066.0);
    let prices = Prices::of(&platform(vec![kernel(), operation("user_cpuid", 0.0, 3_280.0)]));
    assert_eq!([value(&prices, "user_cpuid"), value(&prices, "cpuid")], [3_280.0, 3_066.0]);
}

#[test]
fn what_linux_is_the_measure_of_is_no_part_of_a_bare_operation() {
    let reads = |count: f64| [("clock".to_owned(), count)].into();
    let linux = |name: &str, above: f64, count: f64| crate::OperationCost {
        guest: GuestKind::Linux,
        parts: reads(count),
        ..operation(name, 0.0, above)
    };
    let bare = crate::OperationCost { parts: reads(9.0), ..operation("tick", 0.0, 900.0) };
    let prices =
        Prices::of(&platform(vec![linux("clock", 46.0, 1.0), linux("fork", 500.0, 5.0), bare]));
    assert_eq!(["clock", "fork", "tick"].map(|name| value(&prices, name)), [46.0, 270.0, 900.0]);
}
