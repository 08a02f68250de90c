//! From snapshots to events per operation.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Counters by name, as they stood at one moment. Each only ever grows.
pub type Snapshot = BTreeMap<String, u64>;

/// Name of the counter of exits to the program that runs the guest.
pub const USER_EXITS: &str = "user_exits";

/// Name of the counter of all exits from the guest.
pub const EXITS: &str = "exits";

/// What one benchmark's counting pass brought.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Events {
    /// Operations counted, at least 1.
    pub n: u64,
    /// Each counter by its name; one that the platform does not keep is absent.
    pub counters: BTreeMap<String, Event>,
    /// Exits of one operation that the catalogue expects with nested paging; absent where it
    /// expects no fixed number, or the platform has no nested paging.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<u64>,
}

/// One counter.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Event {
    /// Events during `n` operations in their loop.
    pub run: u64,
    /// Events during the same loop without the operation.
    pub control: u64,
    /// Events of one operation: (run − control) / n.
    pub per_operation: f64,
    /// What is left of run − control when n times the nearest whole number of events is taken
    /// away: 0 where every operation caused exactly as many as every other.
    pub residual: f64,
}

impl Events {
    /// Makes events of `n` operations of the four snapshots of a counting pass, taken before
    /// and after the operations and before and after the control.
    ///
    /// A counter that is still zero at the end is left out: since the machine was started its
    /// event has not happened once, and more often than that it means that this platform does
    /// not keep it. `None` without operations.
    pub fn of(n: u64, [before, after, idle, end]: [&Snapshot; 4]) -> Option<Self> {
        let counters = end.iter().filter(|(_, total)| **total > 0).filter_map(|(name, total)| {
            let grown = |from: &Snapshot, to: u64| to.checked_sub(*from.get(name)?);
            let event = Event::of(n, grown(before, *after.get(name)?)?, grown(idle, *total)?)?;
            Some((name.clone(), event))
        });
        (n > 0).then(|| Self { n, counters: counters.collect(), expected: None })
    }

    /// Makes events of `n` operations of what was counted during their loop and during the control.
    /// A counter that one of the two has and the other lacks did not move there. `None` without
    /// operations.
    pub fn of_loops(n: u64, run: &Snapshot, control: &Snapshot) -> Option<Self> {
        let count = |of: &Snapshot, name: &str| of.get(name).copied().unwrap_or_default();
        let counters = run.keys().chain(control.keys()).filter_map(|name| {
            Some((name.clone(), Event::of(n, count(run, name), count(control, name))?))
        });
        (n > 0).then(|| Self { n, counters: counters.collect(), expected: None })
    }

    /// Exits of one operation, counted and expected, where both are known.
    pub fn exits(&self) -> Option<(f64, u64)> {
        Some((self.counters.get(EXITS)?.per_operation, self.expected?))
    }

    /// The same where the two differ by more than what a timer's interrupts add to a loop.
    pub fn unexpected_exits(&self) -> Option<(f64, u64)> {
        self.exits().filter(|(counted, expected)| (counted - *expected as f64).abs() >= 0.5)
    }
}

impl Event {
    fn of(n: u64, run: u64, control: u64) -> Option<Self> {
        if n == 0 {
            return None;
        }
        let counted = run as f64 - control as f64;
        let per_operation = counted / n as f64;
        let residual = counted - n as f64 * per_operation.round();
        Some(Self { run, control, per_operation, residual })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn snapshot(counters: &[(&str, u64)]) -> Snapshot {
        counters.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect()
    }

    #[test]
    fn the_control_is_taken_off_and_the_rest_is_the_residual() {
        let at = |exits| snapshot(&[("exits", exits)]);
        let events = Events::of(1000, [&at(50), &at(3060), &at(3060), &at(3065)]).unwrap();
        let expected = Event { run: 3010, control: 5, per_operation: 3.005, residual: 5.0 };
        assert_eq!(events.counters["exits"], expected);
    }

    #[test]
    fn counters_that_never_moved_are_left_out_and_those_that_rest_are_zero() {
        let at = snapshot(&[("io_exits", 0), ("user_exits", 7)]);
        let events = Events::of(10, [&at, &at, &at, &at]).unwrap();
        assert!(!events.counters.contains_key("io_exits"));
        assert_eq!(events.counters["user_exits"].per_operation.to_bits(), 0);
    }

    #[test]
    fn counters_of_two_loops_are_compared_and_one_that_did_not_move_is_zero() {
        let (run, control) = (snapshot(&[("a", 30), ("b", 2)]), snapshot(&[("a", 10), ("c", 1)]));
        let events = Events::of_loops(10, &run, &control).unwrap();
        let each = ["a", "b", "c"].map(|name| events.counters[name].per_operation.to_bits());
        assert_eq!(each, [2.0, 0.2, -0.1].map(f64::to_bits));
        assert_eq!(Events::of_loops(0, &run, &control), None);
    }

    #[test]
    fn counters_that_come_go_or_run_backwards_are_left_out() {
        let (none, some) = (Snapshot::new(), snapshot(&[("a", 5)]));
        let less = snapshot(&[("a", 4)]);
        for four in [[&none, &some, &some, &some], [&some, &some, &some, &less]] {
            assert_eq!(Events::of(1, four).unwrap().counters.len(), 0);
        }
        assert_eq!(Events::of(0, [&some; 4]), None);
    }

    #[test]
    fn exits_are_unexpected_from_half_of_one_on() {
        let exits = |per_operation: f64, expected| {
            let exits = Event { per_operation, ..Event::of(1, 0, 0).unwrap() };
            let counters = [(EXITS.to_owned(), exits)].into();
            Events { n: 1, counters, expected }
        };
        assert_eq!(exits(3.25, Some(3)).exits(), Some((3.25, 3)));
        assert_eq!(exits(3.25, Some(3)).unexpected_exits(), None);
        assert_eq!(exits(3.5, Some(3)).unexpected_exits(), Some((3.5, 3)));
        assert_eq!(exits(0.0, Some(2)).unexpected_exits(), Some((0.0, 2)));
        assert_eq!(exits(0.0, Some(0)).unexpected_exits(), None);
        assert_eq!(exits(3.0, None).exits(), None);
        assert_eq!(Events { n: 1, expected: Some(1), ..Events::default() }.exits(), None);
    }
}
