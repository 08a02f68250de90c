//! The processor's own counters of the threads that run a guest, split between guest and host:
//! Linux's perf events (`perf_event_open`(2), `exclude_host` and `exclude_guest`).

use std::io;

use perf_event::events::{Event, Hardware};
use perf_event::{Builder, Counter};

use crate::counting::Source;
use crate::timing::ThreadId;
use results::Snapshot;

/// Counters of several threads; those of one name are added up.
pub(super) struct HardwareCounters(Vec<(&'static str, Counter)>);

/// Where a thread is when it counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Guest,
    Host,
}

/// Starts to count what `threads` execute. What the processor does not count for everyone of
/// them, or the system does not permit, is left out.
pub(super) fn hardware(threads: &[ThreadId]) -> HardwareCounters {
    let (instructions, cycles) = (Hardware::INSTRUCTIONS, Hardware::CPU_CYCLES);
    let wanted = [
        ("guest_instructions", instructions, Side::Guest),
        ("guest_cycles", cycles, Side::Guest),
        ("host_instructions", instructions, Side::Host),
        ("host_cycles", cycles, Side::Host),
    ];
    let started = wanted.into_iter().filter_map(|(name, event, side)| {
        let counters = threads.iter().map(|thread| start(*thread, event, side));
        let counters = counters.collect::<io::Result<Vec<_>>>().ok()?;
        Some(counters.into_iter().map(move |counter| (name, counter)))
    });
    HardwareCounters(started.flatten().collect())
}

fn start(thread: ThreadId, event: impl Event, side: Side) -> io::Result<Counter> {
    let mut builder = Builder::new(event);
    builder.observe_pid(thread.as_raw_nonzero().get()).any_cpu();
    builder.exclude_kernel(false).exclude_hv(false);
    builder.exclude_host(side == Side::Guest).exclude_guest(side == Side::Host);
    let mut counter = builder.build()?;
    counter.enable()?;
    Ok(counter)
}

impl Source for HardwareCounters {
    /// Leaves out what had to share a counter of the processor with something else: the system
    /// would have to guess what it did meanwhile.
    fn read(&mut self, snapshot: &mut Snapshot) -> io::Result<()> {
        let mut shared = Vec::new();
        for (name, counter) in &mut self.0 {
            let seen = counter.read_count_and_time()?;
            let sum = snapshot.entry((*name).to_owned()).or_default();
            *sum = sum.wrapping_add(seen.count);
            if seen.time_running < seen.time_enabled {
                shared.push(*name);
            }
        }
        snapshot.retain(|name, _| !shared.contains(&name.as_str()));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use perf_event::events::Software;
    use rustix::thread::gettid;

    use super::*;

    #[test]
    fn what_a_thread_does_is_counted_and_added_up() {
        // Counted by the kernel, so that no counters of the processor's are needed.
        let faults = || start(gettid(), Software::PAGE_FAULTS, Side::Host);
        let (Ok(one), Ok(other)) = (faults(), faults()) else {
            let line = b"SKIPPED: counting of events: perf events are not permitted here\n";
            // Round the capturing of what passing tests print: `make test` ends with it.
            return std::io::Write::write_all(&mut std::io::stderr(), line).unwrap();
        };
        let mut counters = HardwareCounters(vec![("faults", one), ("faults", other)]);
        let mut read = || {
            let mut snapshot = Snapshot::new();
            counters.read(&mut snapshot).unwrap();
            snapshot["faults"]
        };
        let before = read();
        let pages = memmap2::MmapMut::map_anon(64 * 4096).unwrap();
        let sum: u32 = pages.iter().step_by(4096).map(|byte| u32::from(*byte)).sum();
        assert!(sum == 0 && read() - before >= 2);
    }

    #[test]
    fn a_thread_that_is_not_there_is_not_counted() {
        let nobody = ThreadId::from_raw(i32::MAX).unwrap();
        assert!(hardware(&[gettid(), nobody]).0.is_empty());
    }
}
