//! Notices that a guest has died without a word, and that time is over.

use std::time::{Duration, Instant};

use results::Ending;

/// What starting a guest may take before it says anything: a PC's firmware needs 14 s on a
/// KVM without hardware virtualization.
const BOOT: Duration = Duration::from_secs(40);

/// On top of what the guest allows a benchmark: room for a host that is busy otherwise.
const MARGIN: Duration = Duration::from_secs(4);

/// A silence that a user wonders at.
const LONG: Duration = Duration::from_secs(8);

/// Bites when nothing has been heard for too long.
#[derive(Debug)]
pub(super) struct Watchdog {
    heard: Instant,
    patience: Duration,
    /// Patience once the guest has spoken.
    silence: Duration,
    deadline: Instant,
    budget: Duration,
}

impl Watchdog {
    /// Watches a guest that starts `now` and itself ends a benchmark that takes longer than
    /// `guest_limit` of host time. The whole `budget` is over at `deadline`.
    ///
    /// A guest that is alive speaks at least as often as its limit, so that limit and a
    /// margin without a word mean that it is dead.
    pub(super) fn new(
        now: Instant,
        guest_limit: Duration,
        deadline: Instant,
        budget: Duration,
    ) -> Self {
        let silence = guest_limit + MARGIN;
        Self { heard: now, patience: BOOT.max(silence), silence, deadline, budget }
    }

    /// The guest has said something. What comes before its first record is a loader's or Linux's,
    /// after which it may be silent for as long as at its start.
    pub(super) fn hear(&mut self, now: Instant, has_records: bool) {
        self.heard = now;
        if has_records {
            self.patience = self.silence;
        }
    }

    /// For how long nothing has been heard, where that is worth telling, and for how long in all
    /// it may last: until the guest is given up, or all time is over.
    pub(super) fn long_silence(&self, now: Instant) -> Option<(Duration, Duration)> {
        let silent = now.saturating_duration_since(self.heard);
        let left = self.deadline.saturating_duration_since(self.heard);
        (silent >= LONG).then_some((silent, self.patience.min(left)))
    }

    /// Why the guest has to be given up, once it has to be. While nothing was heard, its threads have `waited` for
    /// a processor that others had, which is asked where it matters: that time is not the guest's.
    pub(super) fn verdict(
        &self,
        now: Instant,
        waited: impl FnOnce() -> Duration,
    ) -> Option<Ending> {
        if now >= self.deadline {
            return Some(Ending::OutOfTime { seconds: self.budget.as_secs() });
        }
        let silent = now.saturating_duration_since(self.heard);
        let is_dead = silent >= self.patience && silent.saturating_sub(waited()) >= self.patience;
        is_dead.then_some(Ending::Silent { seconds: silent.as_secs() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: Duration = Duration::from_secs(5);

    fn after(start: Instant, seconds: u64) -> Instant {
        start + Duration::from_secs(seconds)
    }

    /// Of a guest that never waits for a processor.
    fn at_once() -> Duration {
        Duration::ZERO
    }

    #[test]
    fn a_booting_guest_has_more_time_than_a_running_one() {
        let start = Instant::now();
        let mut dog = Watchdog::new(start, LIMIT, after(start, 100), Duration::from_secs(100));
        assert_eq!(dog.verdict(after(start, 39), at_once), None);
        assert_eq!(dog.verdict(after(start, 40), at_once), Some(Ending::Silent { seconds: 40 }));
        dog.hear(after(start, 5), false);
        assert_eq!(dog.verdict(after(start, 44), at_once), None, "a loader has said something");
        dog.hear(after(start, 10), true);
        assert_eq!(dog.verdict(after(start, 18), at_once), None);
        assert_eq!(dog.verdict(after(start, 19), at_once), Some(Ending::Silent { seconds: 9 }));
    }

    #[test]
    fn what_a_guest_waits_for_a_processor_is_not_its_silence() {
        let start = Instant::now();
        let mut dog = Watchdog::new(start, LIMIT, after(start, 100), Duration::from_secs(100));
        dog.hear(start, true);
        let waited = |seconds| move || Duration::from_secs(seconds);
        assert_eq!(dog.verdict(after(start, 9), waited(1)), None);
        assert_eq!(dog.verdict(after(start, 17), waited(9)), None);
        let ending = Some(Ending::Silent { seconds: 18 });
        assert_eq!(dog.verdict(after(start, 18), waited(9)), ending);
        assert_eq!(dog.verdict(after(start, 18), waited(20)), None);
        assert!(dog.verdict(after(start, 100), waited(100)).is_some(), "all time is over");
    }

    #[test]
    fn a_long_silence_is_told_before_it_is_too_long() {
        let start = Instant::now();
        let dog = Watchdog::new(start, LIMIT, after(start, 100), Duration::from_secs(100));
        assert_eq!(dog.long_silence(after(start, 7)), None);
        let seconds = Duration::from_secs;
        assert_eq!(dog.long_silence(after(start, 9)), Some((seconds(9), seconds(40))));
        let dog = Watchdog::new(start, seconds(10_818), after(start, 900), seconds(900));
        assert_eq!(dog.long_silence(after(start, 8)), Some((seconds(8), seconds(900))));
    }

    #[test]
    fn the_budget_ends_even_a_guest_that_talks() {
        let start = Instant::now();
        let mut dog = Watchdog::new(start, LIMIT, after(start, 30), Duration::from_secs(30));
        dog.hear(after(start, 29), true);
        assert_eq!(dog.verdict(after(start, 30), at_once), Some(Ending::OutOfTime { seconds: 30 }));
    }
}
