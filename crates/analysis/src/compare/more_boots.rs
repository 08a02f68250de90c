//! How many more boots would decide.

use statrs::distribution::{ContinuousCDF, StudentsT};

use super::allowance::Allowance;
use super::change::{Basis, Change};
use stats::figure::freedom;

/// More than this is as good as never.
const MOST: u32 = 1000;

/// How the costs of boots scatter around a change, and what it takes to decide it.
pub(super) struct Scatter {
    /// The change's logarithm.
    log: f64,
    /// One boot's part of its standard error: that of n boots is 1/√n of it.
    of_one: f64,
    threshold: f64,
    tests: usize,
    now: Allowance,
}

impl Scatter {
    /// That of `change`, one of `tests` in its comparison. `None` where nothing is known of how boots
    /// scatter.
    ///
    /// With the half-width h of the interval of the logarithm and the quantile t that it was made
    /// with, one boot's part is h/t · √n.
    pub(super) fn of(
        change: &Change,
        threshold: f64,
        tests: usize,
        now: Allowance,
    ) -> Option<Self> {
        if change.basis != Basis::Boots {
            return None;
        }
        let (low, high) = (change.low?.ln_1p(), change.high?.ln_1p());
        let error = (high - low) / 2.0 / quantile(now.level(), now.boots)?;
        let of_one = error * f64::from(now.boots).sqrt();
        Some(Self { log: change.share.ln_1p(), of_one, threshold, tests, now })
    }

    /// How many more boots of each side would probably decide it, if the change is what it seems.
    /// `None` where no reasonable number would do.
    pub(super) fn more_boots(&self) -> Option<u32> {
        self.enough(self.log).map(|enough| enough - self.now.boots)
    }

    /// Whether `most` boots of each side may decide it: they would if the change were one standard
    /// error away from what it seems, to the better side.
    pub(super) fn may_be_decided_by(&self, most: u32) -> bool {
        let error = self.of_one / f64::from(self.now.boots).sqrt();
        let nearer_zero = self.log.signum() * (self.log.abs() - error).max(0.0);
        let farther = self.log + self.log.signum() * error;
        [nearer_zero, farther].into_iter().filter_map(|log| self.enough(log)).any(|n| n <= most)
    }

    /// The least number of boots that would decide a change whose logarithm is `log`.
    ///
    /// n boots are enough when t·σ/√n, with one boot's part σ, is at most the distance to decide: that
    /// of the change to zero where it is beyond the threshold, else that to the threshold. Where zero
    /// has to be left out, t is that of the allowed error over all tests (Bonferroni), as the verdict
    /// holds for all benchmarks together.
    fn enough(&self, log: f64) -> Option<u32> {
        let is_beyond = log.exp_m1().abs() > self.threshold;
        let distance = if is_beyond { log.abs() } else { self.threshold.ln_1p() - log.abs() };
        let boots = self.now.boots;
        (boots + 1..=boots.saturating_add(MOST)).find(|n| {
            let then = self.now.with(*n);
            let level = match is_beyond {
                true => 1.0 - then.of_verdicts() / self.tests.max(1) as f64,
                false => then.level(),
            };
            let reach = quantile(level, *n).map(|t| t * self.of_one / f64::from(*n).sqrt());
            reach.is_some_and(|reach| reach <= distance)
        })
    }
}

/// That of Student's t of both sides, with `boots` each.
fn quantile(level: f64, boots: u32) -> Option<f64> {
    let student = StudentsT::new(0.0, 1.0, (2.0 * freedom(boots as usize)).max(1.0)).ok()?;
    Some(student.inverse_cdf(f64::midpoint(1.0, level)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(basis: Basis, share: f64, reach: f64) -> Change {
        let end = |sign: f64| Some((share.ln_1p() + sign * reach).exp_m1());
        let (low, high) = (end(-1.0), end(1.0));
        let (p_value, adjusted_p) = (Some(0.5), Some(0.5));
        Change { share, low, high, difference: 1.0, basis, p_value, adjusted_p, certain: false }
    }

    fn of(boots: u32) -> Allowance {
        Allowance { looks: None, boots }
    }

    fn more_boots(change: &Change, tests: usize, now: Allowance) -> Option<u32> {
        Scatter::of(change, 0.05, tests, now)?.more_boots()
    }

    #[test]
    fn three_boots_a_side_by_hand() {
        // t(4) = 2.776, so one boot's part of the error is 0.1/2.776·√3 = 0.0624. Inside the
        // threshold, ln 1.05 − ln 1.01 = 0.0388 is left. Of 11 boots 7 are kept: t(12) = 2.179 and
        // 0.0410; of 12 boots 8: t(14) = 2.145 and 0.0386.
        assert_eq!(more_boots(&change(Basis::Boots, 0.01, 0.1), 1, of(3)), Some(9));
    }

    #[test]
    fn the_farther_away_the_fewer_and_the_more_tests_the_more() {
        let boots =
            |share: f64, tests| more_boots(&change(Basis::Boots, share, 0.1), tests, of(12));
        assert!(boots(0.2, 16) < boots(0.1, 16) && boots(0.1, 16) < boots(0.1, 60));
        assert_eq!(boots(0.05, 16), None, "on the threshold nothing decides");
    }

    #[test]
    fn nothing_is_said_where_boots_are_not_known_to_scatter() {
        assert_eq!(more_boots(&change(Basis::Batches, 0.2, 0.3), 1, of(1)), None);
        assert_eq!(more_boots(&change(Basis::Exact, 0.2, 0.0), 1, of(1)), None);
    }

    #[test]
    fn what_seems_to_be_on_the_threshold_may_be_decided_all_the_same() {
        // t(24) = 2.064, as 21 boots keep 13: a standard error of 0.01 is a half-width of 0.0206. One
        // error away from 5 % is 6 %, or 4 %, which 0.01 to the threshold tells after some hundred
        // boots: t·0.01·√(21/n) = 0.01 at n = 82, where t(98) = 1.98.
        let near =
            |reach| Scatter::of(&change(Basis::Boots, 0.05, reach), 0.05, 1, of(21)).unwrap();
        assert_eq!(near(0.0206).more_boots(), None);
        assert!(near(0.0206).may_be_decided_by(120));
        // Six per cent is far from zero, which is all that has to be left out: ten boots.
        assert!(near(0.0206).may_be_decided_by(22));
        // Two levels, wider than what is to be told apart.
        assert!(!near(2.0).may_be_decided_by(120));
    }

    /// One error of 0.03 nearer to zero nothing is left, and ln 1.05 = 0.0488 to the threshold takes some 32
    /// boots: t·0.03·√(21/n). One error farther away it would take more than two hundred.
    #[test]
    fn what_is_nearer_to_zero_than_it_seems_may_be_decided_soon() {
        let scatter = |share, reach| {
            Scatter::of(&change(Basis::Boots, share, reach), 0.05, 1, of(21)).unwrap()
        };
        assert!(scatter(0.001, 0.0619).may_be_decided_by(40));
        // An error of 0.25 nearer to zero than ln 1.3 nothing decides it soon, but farther away.
        assert!(scatter(0.3, 0.516).may_be_decided_by(60));
        assert!(!scatter(0.05, 1.6).may_be_decided_by(120));
        assert_eq!(scatter(0.0, 0.001).more_boots(), Some(1), "at once is with the next");
    }
}
