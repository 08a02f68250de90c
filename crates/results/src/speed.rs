//! How fast the machine was, as the reference beside each batch saw it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::boot::Boot;
use stats::sorted::Sorted;
use stats::undisturbed::QUIET;

/// Share of the times that lie below the floor: a clock that was read in haste.
const HASTE: f64 = 0.01;

/// How fast the machine was in a run. `docs/measuring.md`, "The machine's speed".
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Speed {
    /// What a turn of the reference takes where nobody disturbs, in ticks: the least of all that is
    /// known of this machine.
    pub floor: f64,
    /// Whether an earlier run saw that; otherwise this one did.
    pub kept: bool,
    /// The reference's time by the floor, the median over the batches: 1 is full speed, 2 half.
    pub slowness: f64,
    /// Share of the batches that were quiet, 0 to 1.
    pub quiet: f64,
}

impl Speed {
    /// The speed in `boots`, of a machine whose reference once took `kept` ticks a turn. `None`
    /// where no reference was timed.
    pub fn of(boots: &[Boot], kept: Option<f64>) -> Option<Self> {
        let pairs: Vec<[f64; 2]> = boots.iter().flat_map(references).collect();
        let own = Sorted::new(pairs.iter().flatten().copied().collect())?.quantile(HASTE);
        let kept = kept.filter(|kept| *kept > 0.0 && *kept <= own);
        let floor = kept.unwrap_or(own);
        let slownesses = pairs.iter().map(|[before, after]| before.max(*after) / floor).collect();
        let sorted = Sorted::new(slownesses)?;
        let quiet = sorted.values().partition_point(|slowness| *slowness <= QUIET);
        Some(Self {
            floor,
            kept: kept.is_some(),
            slowness: sorted.median(),
            quiet: quiet as f64 / sorted.count() as f64,
        })
    }
}

/// What a turn of the reference took before and after every batch of `boot`, in ticks.
fn references(boot: &Boot) -> Vec<[f64; 2]> {
    let Some(rounds) = boot.reference_rounds() else { return Vec::new() };
    let samples = boot.benchmarks.iter().flat_map(|measured| &measured.samples);
    samples.filter_map(|sample| sample.reference(rounds)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GuestEnvironment, Measured};
    use crate::{Reference, Sample};

    /// A boot beside whose batches ten turns of the reference took these ticks.
    fn boot(ticks: &[u64]) -> Boot {
        let sample = |ticks: &u64| Sample {
            before: Some(*ticks),
            after: Some(ticks + 10),
            ..Sample::default()
        };
        let samples = ticks.iter().map(sample).collect();
        let reference = Some(Reference { rounds: Some(10), ticks: None });
        Boot {
            guest: GuestEnvironment { reference, ..GuestEnvironment::default() },
            benchmarks: vec![Measured { samples, ..Measured::unfinished("a", "test", "") }],
            ..Boot::default()
        }
    }

    #[test]
    fn the_floor_is_the_run_s_own_or_a_lower_one_that_was_kept() {
        let boots = [boot(&[1000, 1000, 1990]), boot(&[1000, 1000])];
        let own = Speed::of(&boots, None).unwrap();
        assert!((own.floor - 100.0).abs() < 0.1 && !own.kept, "{own:?}");
        assert!((own.slowness - 1.01).abs() < 0.01 && (own.quiet - 0.8).abs() < 1e-9, "{own:?}");
        let kept = Speed::of(&boots, Some(50.0)).unwrap();
        assert!((kept.floor - 50.0).abs() < 1e-9 && kept.kept && kept.quiet < 0.1, "{kept:?}");
        assert_eq!(Speed::of(&boots, Some(150.0)), Some(own));
        assert_eq!(Speed::of(&boots, Some(0.0)), Some(own), "nothing takes no time");
    }

    #[test]
    fn without_a_reference_nothing_is_known() {
        assert_eq!(Speed::of(&[], None), None);
        let silent = Boot { guest: GuestEnvironment::default(), ..boot(&[5]) };
        assert_eq!(Speed::of(&[silent], Some(1.0)), None);
    }
}
