//! What an operation costs where nobody disturbs the machine, from batches beside each of which a
//! reference was timed.
//!
//! A neighbour on the core's other hardware thread takes throughput for milliseconds to minutes;
//! all batches within agree with one another and are too dear. Delays only add (Chen & Revels,
//! 'Robust benchmarking in noisy environments', arXiv 1608.04295, 2016), but a low quantile of the
//! costs would take the cheaper of an operation's own levels for the undisturbed one. The reference
//! tells the two apart: it chooses among batches without looking at the operation.

use super::sorted::{Sorted, mean};

/// A batch is quiet if the reference took at most this many times its floor before and after it.
pub const QUIET: f64 = 1.15;

/// Quiet batches that a boot needs to count as quiet; all, if it has fewer.
const FEWEST_BATCHES: usize = 4;

/// Quiet boots that a figure needs; all, if there are fewer.
const FEWEST_BOOTS: usize = 3;

/// By which power of the reference's slowness operations slow down: mean and standard deviation
/// over 16 operations on an emulator (0.03 for chains of stores, 0.7 to 1.0 for all others).
const RESPONSE: (f64, f64) = (0.7, 0.4);

/// A batch beside which a reference was timed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Batch {
    /// Cost of one operation.
    pub cost: f64,
    /// The reference's time divided by its floor, the greater of before and after: 1 where nobody
    /// disturbs, 2 at half the speed.
    pub slowness: f64,
}

impl Batch {
    fn is_quiet(&self) -> bool {
        self.slowness <= QUIET
    }
}

/// How a figure was had from the batches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// From quiet batches alone.
    Quiet,
    /// Too few were quiet: from all, each divided by what the machine's slowness is likely to have
    /// added.
    Scaled,
}

/// The undisturbed cost, boot by boot.
#[derive(Clone, Debug, PartialEq)]
pub struct Undisturbed {
    /// How it was had.
    pub choice: Choice,
    /// Each boot's cost, in the unit of the batches; `None` of a boot that is not used, because it
    /// is not quiet while enough others are or has no batches at all.
    pub costs: Vec<Option<f64>>,
    /// Standard error of the costs' logarithm that the scaling adds, the same in all boots.
    pub error: f64,
}

/// The undisturbed cost in each of `boots`.
pub fn undisturbed(boots: &[Vec<Batch>]) -> Undisturbed {
    let quiet: Vec<_> = boots.iter().map(|batches| of_quiet(batches)).collect();
    let measured = boots.iter().filter(|batches| !batches.is_empty()).count();
    if quiet.iter().flatten().count() >= FEWEST_BOOTS.min(measured) {
        return Undisturbed { choice: Choice::Quiet, costs: quiet, error: 0.0 };
    }
    let logarithms = boots.iter().flatten().map(|batch| batch.slowness.max(1.0).ln());
    let error = RESPONSE.1 * mean(&logarithms.collect::<Vec<_>>());
    let costs = boots.iter().map(|batches| scaled(batches)).collect();
    Undisturbed { choice: Choice::Scaled, costs, error }
}

fn of_quiet(batches: &[Batch]) -> Option<f64> {
    let quiet: Vec<f64> = batches.iter().filter(|b| b.is_quiet()).map(|b| b.cost).collect();
    if quiet.len() < FEWEST_BATCHES.min(batches.len()) { None } else { midmean(quiet) }
}

fn scaled(batches: &[Batch]) -> Option<f64> {
    let undone = |batch: &Batch| batch.cost / batch.slowness.max(1.0).powf(RESPONSE.0);
    midmean(batches.iter().map(undone).collect())
}

/// The mean of the middle half (Tukey's midmean): neither a batch that was interrupted nor the jump
/// of a median between two levels of the operation's own moves it far. `None` of nothing.
pub fn midmean(costs: Vec<f64>) -> Option<f64> {
    Some(Sorted::new(costs)?.trimmed_mean(0.25))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::Figure;
    use crate::testing::{Rng, close};

    fn batches(of: &[(f64, f64)]) -> Vec<Batch> {
        of.iter().map(|&(cost, slowness)| Batch { cost, slowness }).collect()
    }

    #[test]
    fn only_quiet_batches_count_where_there_are_enough() {
        let mixed =
            batches(&[(100.0, 1.0), (101.0, 1.1), (160.0, 1.6), (99.0, 1.0), (100.0, 1.15)]);
        let busy = batches(&[(170.0, 1.7), (171.0, 1.7), (169.0, 1.7), (100.0, 1.0)]);
        let boots = [mixed.clone(), mixed.clone(), busy, mixed];
        let found = undisturbed(&boots);
        assert_eq!((found.choice, found.error), (Choice::Quiet, 0.0));
        assert_eq!(found.costs, [Some(100.0), Some(100.0), None, Some(100.0)]);
    }

    #[test]
    fn where_too_few_are_quiet_all_are_scaled_and_the_error_says_how_far() {
        let busy = batches(&[(200.0, 2.0); 6]);
        let found = undisturbed(&[busy.clone(), busy]);
        assert_eq!(found.choice, Choice::Scaled);
        close(found.costs[0].unwrap(), 200.0 / 2.0f64.powf(0.7), 1e-9);
        close(found.error, 0.4 * 2.0f64.ln(), 1e-12);
    }

    #[test]
    fn few_batches_few_boots_and_none() {
        let one = undisturbed(&[batches(&[(5.0, 1.0), (7.0, 1.0)])]);
        assert_eq!((one.choice, one.costs), (Choice::Quiet, vec![Some(6.0)]));
        assert_eq!(undisturbed(&[]).costs, []);
        assert_eq!(undisturbed(&[Vec::new()]).costs, [None]);
        assert_eq!(midmean(vec![1.0, 2.0, 3.0, 1000.0]), Some(2.5));
    }

    /// A machine as those recorded: stretches in which everything takes 1.2 to 1.65 times as long,
    /// which last for a few batches or for boots, and now and then a batch that was interrupted.
    struct Machine {
        rng: Rng,
        slowness: f64,
        left: u32,
    }

    /// What an operation costs in a batch where nobody disturbs.
    type Operation = fn(&mut Rng) -> f64;

    const OPERATIONS: [(&str, Operation); 3] = [
        ("steady", |r| 100.0 * (0.01 * r.normal()).exp()),
        ("quantised", |r| (100.0 * (0.01 * r.normal()).exp()).round()),
        // An operation's own levels: a CPU that has or has not gone to sleep.
        (
            "two levels",
            |r| if r.uniform() < 0.4 { 100.0 } else { 180.0 } * (0.01 * r.normal()).exp(),
        ),
    ];

    impl Machine {
        fn new(seed: u64) -> Self {
            Self { rng: Rng::new(seed), slowness: 1.0, left: 0 }
        }

        /// A boot's ten batches. Like the kernel, it waits for a quiet moment for a while.
        fn boot(&mut self, operation: Operation) -> Vec<Batch> {
            let layout = (0.01 * self.rng.normal()).exp();
            let mut patience = 60;
            (0..10).map(|_| self.batch(operation, layout, &mut patience)).collect()
        }

        fn batch(&mut self, operation: Operation, layout: f64, patience: &mut u32) -> Batch {
            while self.slowness > QUIET && *patience > 0 {
                *patience -= 1;
                self.moment();
            }
            self.moment();
            let interrupted = if self.rng.uniform() < 0.03 { 5.0 } else { 1.0 };
            let cost = layout * operation(&mut self.rng) * self.slowness * interrupted;
            Batch { cost, slowness: self.slowness * (0.02 * self.rng.normal()).exp() }
        }

        fn moment(&mut self) {
            if self.left == 0 {
                let is_busy = self.rng.uniform() < 0.6;
                self.slowness = if is_busy { 1.2 + 0.45 * self.rng.uniform() } else { 1.0 };
                self.left = (-40.0 * self.rng.uniform().ln()) as u32;
            }
            self.left = self.left.saturating_sub(1);
        }
    }

    fn figure(machine: &mut Machine, operation: Operation, boots: usize) -> Option<Figure> {
        let boots: Vec<_> = (0..boots).map(|_| machine.boot(operation)).collect();
        let found = undisturbed(&boots);
        let costs: Vec<f64> = found.costs.into_iter().flatten().collect();
        Some(Figure::over_boots(&costs)?.with_error(found.error, f64::INFINITY))
    }

    #[test]
    fn intervals_cover_the_undisturbed_cost_as_often_as_they_claim() {
        const REPETITIONS: usize = 1500;
        for (seed, (name, operation)) in (11..).zip(OPERATIONS) {
            let mut calm = Machine { rng: Rng::new(1), slowness: 1.0, left: u32::MAX };
            let truth = figure(&mut calm, operation, 20_000).unwrap().value;
            for boots in [3, 5, 8, 12, 20] {
                let mut machine = Machine::new(seed);
                let mut covered = [0; 2];
                for _ in 0..REPETITIONS {
                    let a = figure(&mut machine, operation, boots).unwrap();
                    let b = figure(&mut machine, operation, boots).unwrap();
                    covered[0] += usize::from(a.interval(0.95).contains(truth));
                    covered[1] += usize::from(a.over(b).interval(0.95).contains(1.0));
                }
                let shares = covered.map(|count| count as f64 / REPETITIONS as f64);
                // Of three boots a side, Satterthwaite's freedom is on the careful side.
                let as_claimed = shares.iter().all(|share| (0.93..=0.985).contains(share));
                assert!(as_claimed, "{name}, {boots} boots: {shares:?}");
            }
        }
    }
}
