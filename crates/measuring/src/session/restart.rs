//! Decides after each boot whether another one is worth while.

use std::time::{Duration, Instant};

use protocol::Benchmark;
use results::{Boot, Ending, Status};
use system::interrupt::Interrupt;

use super::verdict;

/// Boots in a row that bring no result before the platform is given up.
const MAX_BARREN: u32 = 2;

/// Boots after which a platform is given up in any case. Each of them but the barren ones
/// has cost at least one benchmark, so only a kernel with many that crash gets here.
const MAX_BOOTS: u32 = 12;

/// What to do next.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Decision {
    /// Boot a guest with the benchmarks that are left.
    Boot,
    /// Nothing is left.
    Finished,
    /// Give what is left this status, for this reason.
    GiveUp(Status, String),
}

/// What the boots so far have shown.
#[derive(Debug)]
pub(super) struct Restarts {
    deadline: Instant,
    boots: u32,
    barren: u32,
    /// What became of the last boot that brought nothing.
    barren_end: Option<(Status, String)>,
}

impl Restarts {
    /// No boot yet, and time until `deadline`.
    pub(super) fn new(deadline: Instant) -> Self {
        Self { deadline, boots: 0, barren: 0, barren_end: None }
    }

    /// When all has to be over.
    pub(super) fn deadline(&self) -> Instant {
        self.deadline
    }

    /// Takes note of a boot that has ended and brought `results` benchmarks' results.
    pub(super) fn note(&mut self, boot: Option<&Boot>, results: usize) {
        self.boots += 1;
        self.barren = if results == 0 { self.barren + 1 } else { 0 };
        if let Some(boot) = boot {
            let hung = matches!(boot.ending, Some(Ending::Silent { .. }));
            let status = if hung { Status::Hung } else { Status::Crashed };
            self.barren_end = Some((status, verdict::describe(boot)));
        }
    }

    /// What to do when `left` are left.
    pub(super) fn decide(
        &self,
        left: &[Benchmark],
        budget: Duration,
        interrupt: &Interrupt,
    ) -> Decision {
        if left.is_empty() {
            Decision::Finished
        } else if interrupt.is_requested() {
            Decision::GiveUp(Status::Skipped, "the run was interrupted".to_owned())
        } else if Instant::now() >= self.deadline {
            let reason = format!("the time budget of {} s was used up", budget.as_secs());
            Decision::GiveUp(Status::Skipped, reason)
        } else if self.barren >= MAX_BARREN {
            let (status, end) = self.barren_end.clone().unwrap_or((Status::Crashed, String::new()));
            let reason = format!("{MAX_BARREN} boots in a row brought nothing; the last: {end}");
            Decision::GiveUp(status, reason)
        } else if self.boots >= MAX_BOOTS {
            let reason = format!("the guest had to be started {MAX_BOOTS} times already");
            Decision::GiveUp(Status::Skipped, reason)
        } else {
            Decision::Boot
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BUDGET: Duration = Duration::from_secs(60);

    fn decide(restarts: &Restarts) -> Decision {
        restarts.decide(&[Benchmark::named("in", "io")], BUDGET, &Interrupt::default())
    }

    #[test]
    fn a_platform_that_brings_nothing_is_given_up_after_a_second_try() {
        let mut restarts = Restarts::new(Instant::now() + BUDGET);
        let boot = Boot { ending: Some(Ending::Silent { seconds: 20 }), ..Boot::default() };
        restarts.note(Some(&boot), 0);
        assert_eq!(decide(&restarts), Decision::Boot);
        restarts.note(Some(&boot), 0);
        let Decision::GiveUp(Status::Hung, reason) = decide(&restarts) else { panic!("gives up") };
        assert!(reason.contains("20 s"), "{reason}");
    }

    #[test]
    fn a_result_restores_the_confidence_but_the_number_of_boots_is_limited() {
        let mut restarts = Restarts::new(Instant::now() + BUDGET);
        for _ in 0..MAX_BOOTS {
            assert_eq!(decide(&restarts), Decision::Boot);
            restarts.note(None, 1);
        }
        assert!(matches!(decide(&restarts), Decision::GiveUp(Status::Skipped, _)));
    }

    #[test]
    fn time_and_interruptions_end_the_run_but_not_a_finished_one() {
        let restarts = Restarts::new(Instant::now());
        assert!(matches!(decide(&restarts), Decision::GiveUp(Status::Skipped, _)));
        assert_eq!(restarts.decide(&[], BUDGET, &Interrupt::default()), Decision::Finished);
        let interrupt = Interrupt::default();
        interrupt.request();
        let left = [Benchmark::named("in", "io")];
        let decision = Restarts::new(Instant::now() + BUDGET).decide(&left, BUDGET, &interrupt);
        assert!(matches!(decision, Decision::GiveUp(_, reason) if reason.contains("interrupted")));
    }
}
