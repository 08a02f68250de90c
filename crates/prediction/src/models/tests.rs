use std::collections::BTreeSet;

use super::*;

#[test]
fn models_have_names_of_their_own_and_say_what_they_are() {
    let names: BTreeSet<_> = ALL.iter().map(|model| model.name).collect();
    assert_eq!(names.len(), ALL.len());
    assert!(ALL.iter().all(|model| model.formula.starts_with("T = ")));
    assert_eq!(ALL.iter().filter(|model| !model.is_a_priori).count(), 1);
}

/// Two exits for a port, which a counter of another kind does not have, and 5 + 7 instructions of the guest
/// with 13 ticks of waiting; the hypervisor's 11 are not the guest's.
#[test]
fn what_was_seen_of_a_workload_is_its_exits_and_what_the_guest_executed() {
    let event = results::Event { run: 0, control: 0, per_operation: 2.0, residual: 0.0 };
    let counters = ["exit_io", "use_flush"].map(|name| (name.to_owned(), event)).into();
    let run = results::Parts {
        guest_user: 5,
        guest_kernel: 7,
        hypervisor: 11,
        other: 13,
        ..results::Parts::default()
    };
    let worlds = results::Worlds { n: 1, run, control: results::Parts::default() };
    let summary = Summary {
        events: Some(results::Events { n: 1, counters, expected: None }),
        worlds: Some(worlds),
        ..Summary::without_value("w", "workload", results::Status::Ok, String::new())
    };
    let seen = Seen { exits: [("io".to_owned(), 2.0)].into(), guest: Some(25.0) };
    assert_eq!(Seen::of(&summary), Some(seen));
    assert_eq!(Seen::of(&Summary { events: None, ..summary }), None);
}
