//! What a benchmark's figure is made of, where the platform counts in every timed loop: the events
//! and the worlds of the batch whose cost is the median.

use std::io;

use monitors::counting::Tallies;
use results::{Boot, Events, Parts, Sample, Share, Snapshot, Worlds};

/// Keeps what `tallies` has of the benchmark that has ended last in `boot`.
pub(super) fn count(boot: &mut Boot, tallies: Option<&dyn Tallies>) {
    let (Some(tallies), Some(measured)) = (tallies, boot.benchmarks.last_mut()) else { return };
    let Some(n) = measured.plan.as_ref().map(|plan| plan.n).filter(|n| *n > 0) else { return };
    match Split::of(&middle(&measured.samples), tallies) {
        Ok(Some(split)) => {
            let operations = n.saturating_mul(split.batches);
            measured.worlds = split.worlds(operations);
            measured.events = split.events(operations);
            measured.shares = Share::of_all(operations, &split.run.1, &split.control.1);
        }
        Ok(None) => {}
        Err(error) => boot.notes.push(format!("events are not counted: {error}")),
    }
}

/// The batches that the median lies between: one of an odd number, two of an even one.
pub fn middle(samples: &[Sample]) -> Vec<&Sample> {
    let mut sorted: Vec<&Sample> = samples.iter().collect();
    sorted.sort_by_key(|sample| (i128::from(sample.run) - i128::from(sample.control), sample.i));
    let (first, last) = (sorted.len().saturating_sub(1) / 2, sorted.len() / 2);
    sorted.get(first..=last).unwrap_or_default().to_vec()
}

/// Sums over some batches.
#[derive(Default)]
struct Split {
    batches: u64,
    /// Ticks and counters of the loops with the operation, and of those without.
    run: (u64, Snapshot),
    control: (u64, Snapshot),
}

impl Split {
    /// `None` where a window of a batch was not counted, or there is no batch.
    fn of(samples: &[&Sample], tallies: &dyn Tallies) -> io::Result<Option<Self>> {
        let mut split = Self::default();
        for sample in samples {
            let (Some(run), Some(control)) = (sample.run_mark, sample.control_mark) else {
                return Ok(None);
            };
            let (Some(run), Some(control)) = (tallies.window(run)?, tallies.window(control)?)
            else {
                return Ok(None);
            };
            split.batches += 1;
            add(&mut split.run, sample.run, run);
            add(&mut split.control, sample.control, control);
        }
        Ok((split.batches > 0).then_some(split))
    }

    fn worlds(&self, n: u64) -> Option<Worlds> {
        let [run, control] = [&self.run, &self.control].map(|of| Parts::of(of.0, &of.1));
        Some(Worlds { n, run: run?, control: control? })
    }

    /// All counters that are no worlds, and not of one processor; `None` where there is no such counter.
    fn events(&self, n: u64) -> Option<Events> {
        let events = [&self.run, &self.control].map(|(_, counters)| {
            let is_event = |(name, _): &(&String, &u64)| {
                !Parts::NAMES.contains(&name.as_str()) && !Share::has(name)
            };
            let events = counters.iter().filter(is_event);
            events.map(|(name, count)| (name.clone(), *count)).collect::<Snapshot>()
        });
        let events = Events::of_loops(n, &events[0], &events[1])?;
        (!events.counters.is_empty()).then_some(events)
    }
}

fn add(sum: &mut (u64, Snapshot), ticks: u64, counters: Snapshot) {
    sum.0 = sum.0.saturating_add(ticks);
    for (name, count) in counters {
        let total = sum.1.entry(name).or_default();
        *total = total.saturating_add(count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use results::{Measured, Plan};

    /// Every window has as many instructions of the guest as its number, and ten times the exits.
    struct Numbers;

    impl Tallies for Numbers {
        fn window(&self, number: u64) -> io::Result<Option<Snapshot>> {
            match number {
                0 => Ok(None),
                666 => Err(io::Error::other("the log is gone")),
                _ => Ok(Some(
                    [("guest_user", 0), ("guest_kernel", number), ("hypervisor", 0)]
                        .into_iter()
                        .chain([("device_model", 0), ("exits", 10 * number)])
                        .map(|(name, count)| (name.to_owned(), count))
                        .collect(),
                )),
            }
        }
    }

    fn sample(i: u64, run: u64, mark: u64) -> Sample {
        Sample {
            i,
            run,
            control: 50,
            run_mark: Some(mark),
            control_mark: Some(1),
            ..Sample::default()
        }
    }

    fn boot(samples: Vec<Sample>) -> Boot {
        let mut measured = Measured::unfinished("in", "io", "");
        measured.plan = Some(Plan { n: 10, batches: 3, why: String::new() });
        measured.samples = samples;
        Boot { benchmarks: vec![measured], ..Boot::default() }
    }

    #[test]
    fn the_median_batch_is_taken_apart_and_of_an_even_number_the_middle_two() {
        let mut odd = boot(vec![sample(0, 900, 9), sample(1, 500, 5), sample(2, 100, 2)]);
        count(&mut odd, Some(&Numbers));
        let worlds = odd.benchmarks[0].worlds.unwrap();
        assert_eq!((worlds.n, worlds.run.guest_kernel, worlds.run.other), (10, 5, 495));
        assert_eq!(worlds.total().to_bits(), 45_f64.to_bits());
        let events = odd.benchmarks[0].events.clone().unwrap();
        assert_eq!(events.counters["exits"].per_operation.to_bits(), 4_f64.to_bits());
        assert_eq!(events.counters.len(), 1, "worlds are no events");

        let mut even = boot(vec![sample(0, 500, 5), sample(1, 300, 3)]);
        count(&mut even, Some(&Numbers));
        let worlds = even.benchmarks[0].worlds.unwrap();
        assert_eq!((worlds.n, worlds.run.guest_kernel), (20, 8));
        assert_eq!(worlds.total().to_bits(), 35_f64.to_bits());
    }

    #[test]
    fn without_its_windows_a_batch_stays_whole_and_a_lost_log_is_told() {
        for mut boot in [boot(vec![]), boot(vec![sample(0, 500, 0)])] {
            count(&mut boot, Some(&Numbers));
            assert!(boot.benchmarks[0].worlds.is_none() && boot.notes.is_empty());
        }
        let mut lost = boot(vec![sample(0, 500, 666)]);
        count(&mut lost, Some(&Numbers));
        assert!(lost.notes[0].contains("the log is gone"), "{:?}", lost.notes);
    }
}
