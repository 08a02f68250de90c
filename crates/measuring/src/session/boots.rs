//! How many whole boots a session makes.

use std::time::Duration;

use results::PlatformRun;

/// How many whole boots to make.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Boots {
    /// So many at least, as far as the wall time goes.
    pub least: u32,
    /// So many at most.
    pub most: u32,
    /// Beyond the fewest none begins that would probably end later than this.
    pub within: Duration,
    /// Beyond the fewest none begins once every figure's interval reaches at most this share of it
    /// to either side.
    pub precision: Option<f64>,
}

impl Boots {
    /// Exactly so many.
    pub fn exactly(boots: u32) -> Self {
        Self { least: boots, most: boots, within: Duration::MAX, precision: None }
    }

    /// Whether those that `run` has, which took the time `spent`, are enough.
    pub(super) fn are_enough(&self, made: u32, spent: Duration, run: &PlatformRun) -> bool {
        let next = spent.saturating_add(spent / made.max(1));
        let known = |precision| run.benchmarks.iter().all(|b| is_known(b, precision));
        made >= self.most
            || made >= self.least && (next > self.within || self.precision.is_some_and(known))
    }
}

/// Whether the figure of `summary` is known to `precision`; nothing more is to be learnt of what
/// has none.
fn is_known(summary: &results::Summary, precision: f64) -> bool {
    let Some(value) = summary.value else { return true };
    summary.interval().is_some_and(|interval| interval.relative_margin(value) <= precision)
}

#[cfg(test)]
mod tests {
    use super::*;
    use results::{Status, Summary};

    fn run(value: f64, high: f64) -> PlatformRun {
        let measured = Summary {
            value: Some(value),
            low: Some(value),
            high: Some(high),
            ..Summary::without_value("a", "test", Status::Ok, String::new())
        };
        let failed = Summary::without_value("b", "test", Status::Hung, "silence".into());
        PlatformRun { benchmarks: vec![measured, failed], ..PlatformRun::default() }
    }

    #[test]
    fn time_and_precision_end_a_session_between_the_fewest_and_the_most() {
        let seconds = Duration::from_secs;
        let some = Boots { least: 3, most: 20, within: seconds(8), precision: Some(0.01) };
        let wide = run(100.0, 110.0);
        assert!(
            !some.are_enough(2, seconds(90), &wide),
            "the fewest are made however long it takes"
        );
        assert!(!some.are_enough(7, seconds(7), &wide) && some.are_enough(8, seconds(8), &wide));
        assert!(some.are_enough(20, seconds(1), &wide));
        assert!(some.are_enough(3, seconds(1), &run(100.0, 100.5)), "known well enough");
        assert!(!some.are_enough(2, seconds(1), &run(100.0, 100.5)));
    }

    #[test]
    fn a_number_that_is_asked_for_is_made() {
        let nine = Boots::exactly(9);
        assert!(!nine.are_enough(8, Duration::from_secs(3600), &run(1.0, 1.0)));
        assert!(nine.are_enough(9, Duration::ZERO, &run(1.0, 9.0)));
    }
}
