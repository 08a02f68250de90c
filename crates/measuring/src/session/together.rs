//! Guests that run at the same time, and what memory of the host's they take: as they are, and when
//! Linux has merged their equal pages.

use std::io;
use std::thread::sleep;
use std::time::{Duration, Instant};

use results::{Footprint, Together};
use system::interrupt::Interrupt;
use system::ksm::{Ksm, Progress};

use super::neighbours::Neighbours;
use super::{Job, Watcher};

/// How long guests settle once all of them idle.
const SETTLING: Duration = Duration::from_secs(2);

/// How long merging is waited for at most.
const PATIENCE: Duration = Duration::from_secs(240);

/// How long one look at it waits for the next.
const TURN: Duration = Duration::from_millis(250);

/// Merging takes a page only when it has not changed from one look to the next, and joins it to
/// another's at a further one.
const SCANS: u64 = 3;

/// What to do where it cannot be switched.
const BY_ROOT: &str = "next: run this as root, on a Linux with CONFIG_KSM";

/// Runs the guests of `job` that are to be looked at together; `None` where there are none, or the run is
/// over before they are.
pub(crate) fn run_together(
    job: &Job,
    interrupt: &Interrupt,
    watcher: &mut dyn Watcher,
) -> Option<Together> {
    let crowd = job.costs.as_ref()?.together.as_ref()?;
    let (count, workload) = (crowd.about.count, crowd.about.workload.clone());
    watcher.waits(&format!("{count} guests of {} start together", job.spec.label()));
    let mut seen = Together { guests: count, workload, ..Together::default() };
    // First, so that nothing is merged before it is to be.
    let ksm = Ksm::take_over();
    if let Some(error) = ksm.as_ref().err().filter(|_| Ksm::is_merging()) {
        seen.problem =
            Some(format!("KSM merges already, and cannot be stopped: {error}; {BY_ROOT}"));
        return Some(seen);
    }
    let deadline = Instant::now() + job.time_budget.max(PATIENCE);
    let mut guests = match Neighbours::start_all(crowd, deadline, interrupt) {
        Ok(guests) => guests?,
        Err(error) => {
            seen.problem = Some(format!("{error}; next: {}", error.next));
            return Some(seen);
        }
    };
    pause(SETTLING, interrupt);
    let Some(apart) = guests.footprints(job.config.memory) else {
        seen.problem = Some("their processes cannot be looked at from here".to_owned());
        return Some(seen);
    };
    seen.apart = apart;
    if let Err(why) = merge(ksm, &mut guests, (job, &mut seen), interrupt, watcher) {
        seen.problem = Some(why);
    }
    Some(seen)
}

/// Has the pages of `guests` merged, and notes what they take then.
fn merge(
    ksm: io::Result<Ksm>,
    guests: &mut Neighbours,
    (job, seen): (&Job, &mut Together),
    interrupt: &Interrupt,
    watcher: &mut dyn Watcher,
) -> Result<(), String> {
    let ksm = ksm.map_err(|error| format!("KSM cannot be switched on: {error}; {BY_ROOT}"))?;
    let broken = |error: io::Error| format!("KSM does not do what it is told: {error}");
    ksm.start().map_err(broken)?;
    watcher.waits("KSM merges equal pages");
    let begun = Instant::now();
    let mut known: Option<Progress> = None;
    while !interrupt.is_requested() {
        if let Some(why) = guests.lost() {
            return Err(why);
        }
        let now = ksm.progress().map_err(broken)?;
        let known = known.get_or_insert(now);
        if now.scans >= known.scans.saturating_add(SCANS) {
            if is_settled(*known, now) {
                break;
            }
            *known = now;
        }
        if begun.elapsed() >= PATIENCE {
            return Err(format!("KSM still merges after {} s", PATIENCE.as_secs()));
        }
        sleep(TURN);
    }
    let merged: Option<Vec<Footprint>> = guests.footprints(job.config.memory);
    seen.merged = merged.filter(|_| !interrupt.is_requested()).unwrap_or_default();
    seen.merging_s = Some(begun.elapsed().as_secs());
    ksm.put_back().map_err(|error| format!("KSM is not as it was: {error}; see /sys/kernel/mm/ksm"))
}

/// Whether hardly anything has been saved since `earlier`, of some: a hundredth at most.
fn is_settled(earlier: Progress, now: Progress) -> bool {
    now.saved > 0 && now.saved.abs_diff(earlier.saved) <= now.saved / 100
}

/// Waits, unless the run is over.
fn pause(time: Duration, interrupt: &Interrupt) {
    let end = Instant::now() + time;
    while Instant::now() < end && !interrupt.is_requested() {
        sleep(TURN);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merging_is_over_when_nothing_more_comes_of_it() {
        let saved = |saved| Progress { scans: 9, saved };
        assert!(is_settled(saved(1000), saved(1009)) && is_settled(saved(1009), saved(1000)));
        assert!(!is_settled(saved(900), saved(1000)) && !is_settled(saved(0), saved(0)));
    }
}
