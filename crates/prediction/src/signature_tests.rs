use super::*;
use results::{Event, Events, Status};

fn summary(name: &str, cost: f64, counters: &[(&str, f64)]) -> Summary {
    let counter = |(name, per_operation): &(&str, f64)| {
        let (run, control, residual) = (0, 0, 0.0);
        ((*name).to_owned(), Event { run, control, per_operation: *per_operation, residual })
    };
    let counters = counters.iter().map(counter).collect();
    Summary {
        value: Some(cost),
        low: Some(cost),
        high: Some(cost),
        events: Some(Events { n: 1, counters, expected: None }),
        ..Summary::without_value(name, "test", Status::Ok, String::new())
    }
}

fn run(label: &str, benchmarks: Vec<Summary>) -> PlatformRun {
    PlatformRun { label: label.to_owned(), benchmarks, ..PlatformRun::default() }
}

fn event(name: &str) -> Option<String> {
    (name == "leaf").then(|| "identify".to_owned())
}

#[test]
fn a_signature_has_what_was_measured_on_both() {
    let native = run("metal", vec![summary("leaf", 3.0, &[("use_identify", 1.0)])]);
    let exits = [("exits", 1.01), ("exit_cpuid", 1.0), ("exit_intr", 0.01), ("exit_io", 0.0)];
    let guest = run("vm", vec![summary("leaf", 103.0, &exits), summary("call", 9.0, &[])]);
    let mut signature = Signature::new(Unit::Instructions);
    signature.add(&guest, &native, event);
    let costs = &signature.platforms[0];
    assert_eq!(
        (&costs.platform[..], &costs.native[..], costs.operations.len()),
        ("vm", "metal", 1)
    );
    let leaf = &costs.operations[0];
    assert_eq!((leaf.event.as_deref(), leaf.above().value), (Some("identify"), 100.0));
    assert_eq!(leaf.parts, [("identify".to_owned(), 1.0)].into());
    assert_eq!(leaf.exits, [("cpuid".to_owned(), 1.0), ("intr".to_owned(), 0.01)].into());
    assert_eq!(signature.events(), ["identify".to_owned()].into());
    let cpuid = costs.exits["cpuid"].0;
    assert_eq!((cpuid.value, cpuid.has_interval), (100.0, false), "one operation has no spread");
    let text = serde_json::to_vec(&signature).unwrap();
    assert_eq!(Signature::parse(text, "s.json").unwrap(), signature);
}

#[test]
fn what_an_operation_does_holds_where_nobody_counts_it() {
    let mut signature = Signature::new(Unit::Instructions);
    let counted = run("metal", vec![summary("leaf", 3.0, &[("use_identify", 2.0)])]);
    let plain = || run("other", vec![summary("leaf", 3.0, &[]), summary("call", 3.0, &[])]);
    let guest = |label| run(label, vec![summary("leaf", 9.0, &[]), summary("call", 9.0, &[])]);
    let linux = PlatformRun { guest: GuestKind::Linux, ..guest("vm of Linux") };
    signature.add(&guest("vm of other"), &plain(), event);
    signature.add(&guest("vm"), &counted, event);
    signature.add(&linux, &plain(), event);
    signature.share_parts();
    let parts: Vec<Vec<f64>> = signature
        .platforms
        .iter()
        .map(|platform| {
            platform.operations.iter().flat_map(|one| one.parts.values().copied()).collect()
        })
        .collect();
    assert_eq!(parts, [vec![2.0], vec![2.0], vec![]], "the same program is one in the same guest");
}

#[test]
fn an_exit_costs_what_others_than_the_guest_execute() {
    let parts = |guest_kernel, hypervisor| results::Parts {
        guest_kernel,
        hypervisor,
        ..results::Parts::default()
    };
    let worlds = Worlds { n: 1, run: parts(500, 700), control: parts(100, 0) };
    let twice = [("exits", 2.0), ("exit_pf", 2.0)];
    let other = [("exits", 2.0), ("exit_pf", 1.0), ("exit_io", 1.0)];
    let walk = Summary { worlds: Some(worlds), ..summary("walk", 1100.0, &twice) };
    let guest = run("vm", vec![walk, summary("leaf", 103.0, &other)]);
    let mut signature = Signature::new(Unit::Instructions);
    signature.add(&guest, &run("metal", vec![]), event);
    let exits = &signature.platforms[0].exits;
    assert_eq!(
        exits.iter().map(|(name, cost)| (&name[..], cost.0.value)).collect::<Vec<_>>(),
        [("pf", 350.0)]
    );
}

#[test]
fn below_resolution_is_nothing_up_to_what_it_may_be() {
    let below = Summary {
        value: None,
        low: Some(0.0),
        high: Some(2.0),
        resolution: Some(results::Resolution::Below),
        ..summary("leaf", 0.0, &[])
    };
    let mut signature = Signature::new(Unit::Cycles);
    signature.add(&run("vm", vec![summary("leaf", 50.0, &[])]), &run("metal", vec![below]), event);
    let above = signature.platforms[0].operations[0].above();
    assert_eq!((above.value, above.low, above.high), (50.0, 48.0, 50.0));
}

#[test]
fn signatures_of_the_same_platform_complete_each_other() {
    let native = run("metal", vec![summary("leaf", 3.0, &[]), summary("walk", 1.0, &[])]);
    let of = |name: &str, cost| {
        let mut signature = Signature::new(Unit::Cycles);
        signature.add(&run("vm", vec![summary(name, cost, &[])]), &native, event);
        signature
    };
    let mut both = of("leaf", 10.0);
    both.extend(of("walk", 20.0));
    both.extend(of("leaf", 30.0));
    let operations = &both.platforms[0].operations;
    assert_eq!(operations.iter().map(|one| one.cost.0.value).collect::<Vec<_>>(), [20.0, 30.0]);
    assert!(both.set("identify", 7.0) && both.set("walk", 8.0) && !both.set("dance", 1.0));
    let costs = both.platforms[0].operations.iter().map(|one| one.cost.0.value);
    assert_eq!(costs.collect::<Vec<_>>(), [8.0, 7.0]);
}

/// Of the exits nearly all have to be for one reason: all but less than a twentieth.
#[test]
fn an_operation_exits_for_one_reason_if_hardly_any_exit_is_for_another() {
    let reason =
        |all: f64, port: f64| only_reason(&summary("x", 1.0, &[("exits", all), ("exit_io", port)]));
    assert_eq!(reason(10.0, 9.6), Some(("io".to_owned(), 9.6)));
    assert_eq!(reason(10.0, 9.4), None);
    assert_eq!(reason(20.0, 19.0), None, "a twentieth is too many");
    assert_eq!(reason(0.5, 0.5), None, "it does not exit each time");
    assert_eq!(only_reason(&summary("x", 1.0, &[("exit_io", 1.0)])), None, "not counted");
}

#[test]
fn what_several_operations_tell_of_an_exit_spans_from_the_least_to_the_most() {
    let once = [("exits", 1.0), ("exit_io", 1.0)];
    let three = |costs: [f64; 3]| {
        let named = ["a", "b", "c"].into_iter().zip(costs);
        named.map(|(name, cost)| summary(name, cost, &once)).collect::<Vec<_>>()
    };
    let mut signature = Signature::new(Unit::Cycles);
    signature.add(&run("vm", three([50.0, 90.0, 60.0])), &run("metal", three([0.0; 3])), event);
    let cost = signature.platforms[0].exits["io"].0;
    assert_eq!((cost.low, cost.value, cost.high, cost.has_interval), (50.0, 60.0, 90.0, true));
}

#[test]
fn a_signature_that_makes_no_sense_is_refused_with_a_reason() {
    let fault = |operations: Vec<OperationCost>| {
        let mut signature = Signature::new(Unit::Cycles);
        signature.platforms.push(crate::testing::platform(operations));
        signature.fault()
    };
    let leaf = crate::testing::operation("leaf", 0.0, 1.0);
    assert_eq!(fault(vec![leaf.clone(); MOST]), None);
    let many = fault(vec![leaf.clone(); MOST + 1]);
    assert_eq!(many.unwrap(), "a platform has more than 4000 operations");
    let with =
        |count: f64| OperationCost { exits: [("io".to_owned(), count)].into(), ..leaf.clone() };
    assert_eq!(fault(vec![with(0.0), with(1e18)]), None);
    assert_eq!(fault(vec![with(-1.0)]).unwrap(), r#""leaf" does "io" -1 times"#);
    let parts = OperationCost { parts: [("flush".to_owned(), f64::NAN)].into(), ..leaf.clone() };
    assert_eq!(fault(vec![parts]).unwrap(), r#""leaf" does "flush" NaN times"#);
}
