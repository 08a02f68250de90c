//! What boots brought of one benchmark, on the way to its figure.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::benchmark::Measured;
use super::boot::Boot;
use super::boot_figure::BootFigure;
use super::estimate::{LEVEL, Method};
use super::status::Unit;
use stats::figure::Figure;
use stats::interval::Interval;
use stats::levels::levels;
use stats::median_ci::median_ci;
use stats::sorted::Sorted;
use stats::undisturbed::{Batch, Choice, QUIET, undisturbed};

/// Two levels on which an operation's batches lie, in the platform's unit.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Levels {
    /// The lower one: the median of the batches there.
    pub low: f64,
    /// The higher one.
    pub high: f64,
    /// Share of the batches on the higher one, 0 to 1.
    pub share_high: f64,
}

/// A cost as far as it is known.
pub(super) struct Known {
    /// The cost, in ticks an operation.
    pub(super) value: f64,
    /// Its interval; `None` of too few batches of a single boot.
    pub(super) interval: Option<Interval>,
    /// The same by several boots.
    pub(super) figure: Option<Figure>,
}

/// What boots brought of one benchmark.
pub(super) struct Costs {
    /// A figure of each boot.
    pub(super) boots: Vec<BootFigure>,
    /// The batches of each boot, where a reference was timed beside all of them.
    batches: Option<Vec<Vec<Batch>>>,
    /// How the undisturbed costs were had; `None` where no reference was timed.
    choice: Option<Choice>,
    /// Standard error of their logarithm that this adds.
    error: f64,
    /// What the counter's step allows a cost to be known by, in ticks an operation.
    step: f64,
}

impl Costs {
    /// Of `measured`, by a reference that takes `floor` ticks a turn where nobody disturbs.
    pub(super) fn of(measured: &[(&Boot, &Measured)], floor: Option<f64>, unit: Unit) -> Self {
        let figures = measured.iter().filter_map(|(boot, part)| part.figure(boot.round));
        let mut costs =
            Self { boots: figures.collect(), batches: None, choice: None, error: 0.0, step: 0.0 };
        let batches = floor.and_then(|floor| batches(measured, floor));
        if let Some(batches) = batches.filter(|batches| batches.len() == costs.boots.len()) {
            let found = undisturbed(&batches);
            for (boot, cost) in costs.boots.iter_mut().zip(&found.costs) {
                boot.cost = *cost;
            }
            (costs.choice, costs.error) = (Some(found.choice), found.error);
            costs.batches = Some(batches);
        }
        if unit == Unit::Cycles {
            costs.step = costs.step_of(measured);
        }
        costs
    }

    /// What they say together; `None` where the cost cannot be told from zero.
    pub(super) fn known(&self) -> Option<Known> {
        if let [only] = &self.boots[..] {
            return self.by_one_boot(only);
        }
        let figure = self.as_far_as_known(Figure::over_boots(&self.used())?);
        let (value, interval) = (figure.value, Some(figure.interval(LEVEL)));
        Some(Known { value, interval, figure: Some(figure) })
    }

    /// What a single boot says: its interval knows nothing of how boots differ.
    fn by_one_boot(&self, only: &BootFigure) -> Option<Known> {
        let value = self.cost(only)?;
        let interval = match &self.batches {
            None => only.interval(),
            Some(_) => median_ci(&Sorted::new(self.costs_used())?, LEVEL),
        };
        if value <= 0.0 || interval.is_some_and(|interval| interval.low <= 0.0) {
            return None;
        }
        let widened = |interval| {
            let figure = Figure::within(value, interval, LEVEL)?;
            Some(self.as_far_as_known(figure).interval(LEVEL))
        };
        let is_known = self.error == 0.0 && self.step == 0.0;
        let interval = if is_known { interval } else { interval.and_then(widened) };
        Some(Known { value, interval, figure: None })
    }

    /// `figure` with the error of scaling, and known no better than the counter's step allows.
    fn as_far_as_known(&self, figure: Figure) -> Figure {
        figure.with_error(self.error, f64::INFINITY).no_finer_than(self.step, LEVEL)
    }

    /// The counter's step by the number of operations in a batch, in the middle of the boots that
    /// count; 0 where the kernel did not look.
    fn step_of(&self, measured: &[(&Boot, &Measured)]) -> f64 {
        let counts = |round: u32| {
            self.boots.iter().any(|boot| boot.round == round && self.cost(boot).is_some())
        };
        let steps =
            measured.iter().filter(|(boot, _)| counts(boot.round)).filter_map(|(boot, part)| {
                let n = part.plan.as_ref().map(|plan| plan.n).filter(|n| *n > 0)?;
                Some(boot.guest.idle.as_ref()?.step? as f64 / n as f64)
            });
        stats::median(&steps.collect::<Vec<_>>()).unwrap_or_default()
    }

    /// How its interval was found.
    pub(super) fn method(&self) -> Method {
        match self.choice {
            None => Method::BootMeans,
            Some(Choice::Quiet) => Method::QuietBoots,
            Some(Choice::Scaled) => Method::ScaledBoots,
        }
    }

    /// Standard deviation of the logarithms of the boots' costs; `None` of fewer than two.
    pub(super) fn spread(&self) -> Option<f64> {
        let used = self.used();
        let positive = used.iter().filter(|cost| **cost > 0.0);
        // Around one of them, so that equal costs have none.
        let origin = used.first()?;
        let sorted = Sorted::new(positive.map(|cost| (cost / origin).ln()).collect())?;
        (sorted.count() > 1 && sorted.count() == used.len()).then(|| sorted.std_dev())
    }

    /// The geometric mean of the boots' medians over all batches, quiet or not.
    pub(super) fn typical(&self) -> Option<f64> {
        self.batches.as_ref()?;
        let logarithms = self.boots.iter().map(|boot| boot.median.ln());
        let mean = Sorted::new(logarithms.collect())?.mean().exp();
        Some(mean)
    }

    /// The operation's own two levels, by the batches that its figure is made of.
    pub(super) fn levels(&self) -> Option<Levels> {
        self.batches.as_ref()?;
        let [low, high] = levels(&self.costs_used())?;
        Some(Levels { low: low.middle, high: high.middle, share_high: high.share })
    }

    /// The costs of the boots that count.
    fn used(&self) -> Vec<f64> {
        self.boots.iter().filter_map(|boot| self.cost(boot)).collect()
    }

    fn cost(&self, boot: &BootFigure) -> Option<f64> {
        if self.choice.is_some() { boot.cost } else { Some(boot.median) }
    }

    /// The costs of all batches that count: the quiet ones, or all where too few are.
    fn costs_used(&self) -> Vec<f64> {
        let batches = self.batches.iter().flatten().flatten();
        let counts =
            |batch: &&Batch| self.choice == Some(Choice::Scaled) || batch.slowness <= QUIET;
        batches.filter(counts).map(|batch| batch.cost).collect()
    }
}

fn batches(measured: &[(&Boot, &Measured)], floor: f64) -> Option<Vec<Vec<Batch>>> {
    measured.iter().map(|(boot, part)| part.batches(boot.reference_rounds()?, floor)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Estimate, GuestEnvironment, Idle, Plan, Reference, Sample, Status};

    /// A boot in this round, whose counter advances by `step`, and six batches of ten operations beside a
    /// reference that took so many times its floor of 100.
    fn part(round: u32, step: u64, slowness: u64) -> (Boot, Measured) {
        let guest = GuestEnvironment {
            idle: Some(Idle { step: Some(step), ..Idle::default() }),
            reference: Some(Reference { rounds: Some(1), ticks: None }),
            ..GuestEnvironment::default()
        };
        let reference = Some(100 * slowness);
        let sample = |i| Sample {
            i,
            run: 5000 * slowness,
            control: 0,
            before: reference,
            after: reference,
            ..Sample::default()
        };
        let mut measured = Measured {
            status: Status::Ok,
            plan: Some(Plan { n: 10, batches: 6, why: String::new() }),
            samples: (0..6).map(sample).collect(),
            ..Measured::unfinished("a", "test", "")
        };
        measured.estimate = Estimate::of(measured.costs());
        (Boot { round, guest, ..Boot::default() }, measured)
    }

    /// Three boots are quiet and four are not, with another step each.
    #[test]
    fn the_counter_s_step_is_that_of_the_boots_that_count() {
        let mut parts: Vec<_> = (1..=3).map(|round| part(round, 4, 1)).collect();
        parts.extend((4..=7).map(|round| part(round, 4000, 3)));
        let parts: Vec<_> = parts.iter().map(|(boot, measured)| (boot, measured)).collect();
        let costs = Costs::of(&parts, Some(100.0), Unit::Cycles);
        assert_eq!(costs.used(), [500.0; 3]);
        assert_eq!(costs.step.to_bits(), 0.4f64.to_bits());
        let counted = Costs::of(&parts, Some(100.0), Unit::Instructions);
        assert_eq!(counted.step.to_bits(), 0, "instructions come one by one");
    }
}
