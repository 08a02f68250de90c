//! Welch's t: do the means of two normal samples differ, and by how much?

use super::interval::Interval;
use super::sorted::Sorted;
use statrs::distribution::{ContinuousCDF, StudentsT};

/// Difference of two means.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Welch {
    /// mean(a) − mean(b), in the unit of the data.
    pub difference: f64,
    /// Its interval.
    pub interval: Interval,
    /// Two-sided p-value, 0 to 1.
    pub p_value: f64,
    /// Degrees of freedom by Satterthwaite's formula, at least 1.
    pub freedom: f64,
}

/// Compares the means of `a` and `b`, at `level` (0 to 1). `None` unless both have two values.
///
/// With v = s²/n of each sample, the interval is the difference `± t·√(v_a + v_b)`, t the
/// (1 + `level`)/2 quantile of Student's distribution with
/// `(v_a + v_b)² / (v_a²/(n_a − 1) + v_b²/(n_b − 1))` degrees of freedom. Samples without any spread have an interval of zero width.
/// (Welch, Biometrika 34, 1947; Satterthwaite, Biometrics Bulletin 2, 1946.)
pub fn welch(a: &Sorted, b: &Sorted, level: f64) -> Option<Welch> {
    if a.count().min(b.count()) < 2 {
        return None;
    }
    let difference = a.mean() - b.mean();
    let part = |s: &Sorted| s.std_dev().powi(2) / s.count() as f64;
    let (va, vb) = (part(a), part(b));
    let error = (va + vb).sqrt();
    if error == 0.0 {
        let interval = Interval { low: difference, high: difference, coverage: level };
        let p_value = if difference == 0.0 { 1.0 } else { 0.0 };
        let freedom = (a.count() + b.count() - 2) as f64;
        return Some(Welch { difference, interval, p_value, freedom });
    }
    let share = |v: f64, s: &Sorted| v.powi(2) / (s.count() - 1) as f64;
    let freedom = ((va + vb).powi(2) / (share(va, a) + share(vb, b))).max(1.0);
    let student = StudentsT::new(0.0, 1.0, freedom).ok()?;
    let reach = student.inverse_cdf(f64::midpoint(1.0, level)) * error;
    let interval = Interval { low: difference - reach, high: difference + reach, coverage: level };
    let p_value = (2.0 * student.cdf(-(difference / error).abs())).min(1.0);
    Some(Welch { difference, interval, p_value, freedom })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{close, sorted};

    /// R's `t.test(extra ~ group, data = sleep)`, after Student (1908): t = −1.8608, df = 17.776,
    /// p-value = 0.07939, interval −3.3654832 to 0.2054832.
    #[test]
    fn the_sleep_data_as_published() {
        let one = sorted(&[0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]);
        let two = sorted(&[1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]);
        let found = welch(&one, &two, 0.95).unwrap();
        close(found.difference, -1.58, 1e-9);
        close(found.freedom, 17.776, 1e-3);
        close(found.p_value, 0.07939, 1e-5);
        close(found.interval.low, -3.365_483_2, 1e-5);
        close(found.interval.high, 0.205_483_2, 1e-5);
    }

    #[test]
    fn samples_without_spread_and_single_values() {
        let found = welch(&sorted(&[3.0; 3]), &sorted(&[1.0; 2]), 0.95).unwrap();
        assert_eq!((found.interval.low, found.interval.high, found.p_value), (2.0, 2.0, 0.0));
        assert_eq!(welch(&sorted(&[3.0; 3]), &sorted(&[3.0; 3]), 0.95).unwrap().p_value, 1.0);
        assert_eq!(welch(&sorted(&[3.0]), &sorted(&[1.0; 2]), 0.95), None);
    }
}
