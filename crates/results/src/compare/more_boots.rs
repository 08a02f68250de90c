//! How many more boots would decide.

use statrs::distribution::{ContinuousCDF, StudentsT};

use super::allowance::Allowance;
use super::change::{Basis, Change};
use stats::figure::freedom;

/// More than this is as good as never.
const MOST: u32 = 1000;

/// How many more boots of each side than it has would probably decide `change`, one of `tests` in
/// its comparison, if the boots to come scatter as those so far. `None` where nothing is known of
/// how boots scatter, or no reasonable number would do.
///
/// With the half-width h of the interval of the logarithm and the quantile t that it was made
/// with, n′ boots are enough when t′·(h/t)·√(n/n′) is at most the distance to decide: that of the
/// change to zero where it is beyond the threshold, else that to the threshold. Where zero has to
/// be left out, t′ is that of the allowed error over `tests` (Bonferroni), as the verdict holds for
/// all benchmarks together.
pub(super) fn more_boots(
    change: &Change,
    threshold: f64,
    tests: usize,
    now: Allowance,
) -> Option<u32> {
    if change.basis != Basis::Boots {
        return None;
    }
    let (low, high) = (change.low?.ln_1p(), change.high?.ln_1p());
    let quantile = |level: f64, boots: u32| {
        let student = StudentsT::new(0.0, 1.0, (2.0 * freedom(boots as usize)).max(1.0)).ok()?;
        Some(student.inverse_cdf(f64::midpoint(1.0, level)))
    };
    let boots = now.boots;
    let error = (high - low) / 2.0 / quantile(now.level(), boots)? * f64::from(boots).sqrt();
    let size = change.share.ln_1p().abs();
    let is_beyond = change.share.abs() > threshold;
    let distance = if is_beyond { size } else { threshold.ln_1p() - size };
    let enough = |n: &u32| {
        let then = now.with(*n);
        let level = match is_beyond {
            true => 1.0 - then.of_verdicts() / tests.max(1) as f64,
            false => then.level(),
        };
        let reach = quantile(level, *n).map(|t| t * error / f64::from(*n).sqrt());
        reach.is_some_and(|reach| reach <= distance)
    };
    let found = (boots + 1..=boots.saturating_add(MOST)).find(enough)?;
    Some(found - boots)
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

    #[test]
    fn three_boots_a_side_by_hand() {
        // t(4) = 2.776, so one boot's part of the error is 0.1/2.776·√3 = 0.0624. Inside the
        // threshold, ln 1.05 − ln 1.01 = 0.0388 is left. Of 11 boots 7 are kept: t(12) = 2.179 and
        // 0.0410; of 12 boots 8: t(14) = 2.145 and 0.0386.
        assert_eq!(more_boots(&change(Basis::Boots, 0.01, 0.1), 0.05, 1, of(3)), Some(9));
    }

    #[test]
    fn the_farther_away_the_fewer_and_the_more_tests_the_more() {
        let boots =
            |share: f64, tests| more_boots(&change(Basis::Boots, share, 0.1), 0.05, tests, of(12));
        assert!(boots(0.2, 16) < boots(0.1, 16) && boots(0.1, 16) < boots(0.1, 60));
        assert_eq!(boots(0.05, 16), None, "on the threshold nothing decides");
    }

    #[test]
    fn nothing_is_said_where_boots_are_not_known_to_scatter() {
        assert_eq!(more_boots(&change(Basis::Batches, 0.2, 0.3), 0.05, 1, of(1)), None);
        assert_eq!(more_boots(&change(Basis::Exact, 0.2, 0.0), 0.05, 1, of(1)), None);
    }
}
