//! What each of several processors does for an operation.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Events, Parts, Snapshot, Worlds};

/// Begins the name of a processor's counter; its number and `_` follow.
const PROCESSOR: &str = "cpu";

/// One processor's share in a benchmark's operations.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Share {
    /// What it executed, and nothing else: none of it is `other`.
    pub worlds: Worlds,
    /// The exits of the guest's CPU on it; absent without a hypervisor.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub events: Option<Events>,
}

impl Share {
    /// Those of all processors, in their order, of `n` operations, for which these counters were kept
    /// in their loop and in the control. None where processors were not told apart, or one lacks any.
    pub fn of_all(n: u64, run: &Snapshot, control: &Snapshot) -> Vec<Self> {
        let of = |number| Self::of(n, &own(run, number)?, &own(control, number)?);
        (0_u32..).map_while(of).collect()
    }

    /// Whether a counter is one processor's.
    pub fn has(name: &str) -> bool {
        let number = name.strip_prefix(PROCESSOR).and_then(|rest| rest.split_once('_'));
        number.is_some_and(|(number, _)| number.parse::<u32>().is_ok())
    }

    fn of(n: u64, run: &Snapshot, control: &Snapshot) -> Option<Self> {
        let parts = |counters: &Snapshot| {
            let counts = Parts::NAMES.iter().filter_map(|name| counters.get(*name));
            Parts::of(counts.copied().try_fold(0, u64::checked_add)?, counters)
        };
        let worlds = Worlds { n, run: parts(run)?, control: parts(control)? };
        let others = [run, control].map(|counters| {
            let is_event = |name: &str| !Parts::NAMES.contains(&name);
            let events = counters.iter().filter(|(name, _)| is_event(name));
            events.map(|(name, count)| (name.clone(), *count)).collect::<Snapshot>()
        });
        let events = Events::of_loops(n, &others[0], &others[1])?;
        Some(Self { worlds, events: Some(events).filter(|events| !events.counters.is_empty()) })
    }
}

/// The counters of the processor of this number, by their names without it; `None` where it has none.
fn own(counters: &Snapshot, number: u32) -> Option<Snapshot> {
    let prefix = format!("{PROCESSOR}{number}_");
    let own: Snapshot = counters
        .iter()
        .filter_map(|(name, count)| Some((name.strip_prefix(&prefix)?.to_owned(), *count)))
        .collect();
    Some(own).filter(|own| !own.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counters(words: &str) -> Snapshot {
        let word = |word: &str| {
            let (name, count) = word.split_once('=').unwrap();
            (name.to_owned(), count.parse().unwrap())
        };
        words.split(' ').map(word).collect()
    }

    const SENDER: &str =
        "cpu0_guest_user=0 cpu0_guest_kernel=26 cpu0_hypervisor=3600 cpu0_device_model=0";
    const RECEIVER: &str =
        "cpu1_guest_user=0 cpu1_guest_kernel=10 cpu1_hypervisor=5900 cpu1_device_model=4";

    #[test]
    fn each_processor_has_what_its_own_counters_say() {
        let run = counters(&format!("hypervisor=9500 {SENDER} {RECEIVER} cpu1_exits=8"));
        let control = counters(&format!("{SENDER} {RECEIVER} cpu1_exits=2").replace("=5900", "=0"));
        let shares = Share::of_all(2, &run, &control);
        let costs: Vec<f64> = shares.iter().map(|share| share.worlds.total()).collect();
        assert_eq!(costs, [0.0, 2950.0]);
        assert_eq!((shares[0].events.clone(), shares[1].worlds.run.other), (None, 0));
        let exits = shares[1].events.as_ref().unwrap().counters["exits"].per_operation;
        assert_eq!(exits.to_bits(), 3_f64.to_bits());
    }

    #[test]
    fn without_counters_of_all_worlds_there_is_no_share() {
        let whole = counters(SENDER);
        assert_eq!(Share::of_all(1, &whole, &counters("hypervisor=7")), []);
        let partly = counters(&format!("{SENDER} cpu1_hypervisor=3"));
        assert_eq!(Share::of_all(1, &partly, &partly).len(), 1);
        assert!(Share::has("cpu12_exits") && !Share::has("cpu_clock") && !Share::has("cpus"));
    }
}
