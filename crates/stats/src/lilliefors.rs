//! Lilliefors' test: could the sample come from some normal distribution?

use super::sorted::Sorted;
use statrs::distribution::{ContinuousCDF, Normal};

/// Fewest values tested; Dallal and Wilkinson's approximation begins there.
const FEWEST: usize = 5;
/// Largest sample that the approximations were fitted to.
const LARGEST_FITTED: f64 = 100.0;

/// Outcome of the test. A small `p_value` speaks against a normal distribution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lilliefors {
    /// Largest distance, 0 to 1, between the empirical distribution function and the normal one
    /// with the sample's mean and standard deviation.
    pub statistic: f64,
    /// Probability, 0 to 1, of a distance at least this large for normal data.
    pub p_value: f64,
}

/// Tests `sample` for normality. `None` for fewer than five values or constant data.
///
/// D = max over i of max(i/n − Φ(z₍ᵢ₎), Φ(z₍ᵢ₎) − (i − 1)/n), z = (x − mean)/s with divisor n − 1
/// (Lilliefors, 'On the Kolmogorov-Smirnov Test for Normality with Mean and Variance Unknown',
/// JASA 62, 1967). Up to 0.1 the p-value is Dallal and Wilkinson's approximation ('An Analytic
/// Approximation to the Distribution of Lilliefors's Test Statistic for Normality', The American
/// Statistician 40, 1986), above it Molin and Abdi's ('New Tables and numerical approximations for
/// the Kolmogorov-Smirnov/Lilliefors/Van Soest test of normality', University of Bourgogne, 1998).
/// Beyond n = 100 both are used through Stephens' modified distance (JASA 69, 1974), whose
/// distribution hardly depends on n. In simulations with n from 5 to 1,000 the first is within 15 %
/// of p down to p = 0.01, the second within 0.03.
pub fn lilliefors(sample: &Sorted) -> Option<Lilliefors> {
    let sd = sample.std_dev();
    if sample.count() < FEWEST || sd == 0.0 {
        return None;
    }
    let n = sample.count() as f64;
    let mean = sample.mean();
    let distance = |(i, x): (usize, &f64)| {
        let expected = Normal::standard().cdf((x - mean) / sd);
        ((i + 1) as f64 / n - expected).max(expected - i as f64 / n)
    };
    let statistic = sample.values().iter().enumerate().map(distance).fold(0.0, f64::max);
    Some(Lilliefors { statistic, p_value: p_value(statistic, n) })
}

/// p-value of a distance `d` in a sample of `n`: above n = 100 that of the same modified distance
/// d·(√n − 0.01 + 0.85/√n) at n = 100.
fn p_value(d: f64, n: f64) -> f64 {
    let modified = |n: f64| n.sqrt() - 0.01 + 0.85 / n.sqrt();
    let size = n.min(LARGEST_FITTED);
    let d = d * modified(n) / modified(size);
    match dallal_wilkinson(d, size) {
        small if small <= 0.1 => small,
        _ => molin_abdi(d, size).clamp(0.1, 1.0),
    }
}

/// An upper tail probability, made for values up to 0.1 and n from 5 to 100.
fn dallal_wilkinson(d: f64, n: f64) -> f64 {
    let m = n + 2.78019;
    (-7.01256 * d * d * m + 2.99587 * d * m.sqrt() - 0.122_119 + 0.974_598 / n.sqrt() + 1.67997 / n)
        .exp()
}

/// A solves b₂A² + (b₁ + n)A + b₀ = d⁻²: it is nearly 1/(n·d²), the same for every n. The p-value
/// is a polynomial in A.
fn molin_abdi(d: f64, n: f64) -> f64 {
    const B: [f64; 3] = [0.378_722_560_370_43, 1.307_481_850_787_90, 0.088_617_838_493_46];
    const P: [f64; 11] = [
        -0.377_828_229_328_09,
        1.678_198_379_080_04,
        -3.029_592_494_504_45,
        2.800_157_981_421_01,
        -1.398_743_475_108_45,
        0.404_662_134_844_19,
        -0.063_534_408_542_07,
        0.002_874_620_876_23,
        0.000_696_500_131_10,
        -0.000_118_722_270_37,
        0.000_005_755_868_34,
    ];
    let linear = B[1] + n;
    let constant = B[0] - d.powi(-2);
    let root = (linear * linear - 4.0 * B[2] * constant).max(0.0).sqrt();
    let a = -2.0 * constant / (linear + root);
    P.iter().rev().fold(0.0, |sum, p| sum * a + p)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Rng, close, least_share, sorted};

    /// Critical values of D by Molin & Abdi 1998 for p = 0.20, 0.15, 0.10, 0.05 and 0.01.
    const CRITICAL: [(f64, [f64; 5]); 7] = [
        (5.0, [0.2893, 0.3027, 0.3188, 0.3427, 0.3959]),
        (10.0, [0.2171, 0.2273, 0.2410, 0.2616, 0.3037]),
        (20.0, [0.1589, 0.1666, 0.1764, 0.1920, 0.2226]),
        (25.0, [0.1429, 0.1498, 0.1589, 0.1726, 0.2010]),
        (30.0, [0.1315, 0.1378, 0.1460, 0.1590, 0.1848]),
        (40.0, [0.1147, 0.1204, 0.1275, 0.1386, 0.1616]),
        (45.0, [0.1083, 0.1134, 0.1204, 0.1309, 0.1525]),
    ];
    const LEVELS: [f64; 5] = [0.20, 0.15, 0.10, 0.05, 0.01];

    #[test]
    fn p_values_match_the_published_critical_values() {
        for (n, row) in CRITICAL {
            for (d, level) in row.into_iter().zip(LEVELS) {
                close(p_value(d, n), level, 0.12 * level);
            }
        }
    }

    #[test]
    fn large_samples_match_the_published_formula() {
        // Beyond n = 50: D = c / ((0.83 + n)/√n − 0.01) (Molin & Abdi 1998).
        for n in [60.0f64, 100.0, 1000.0, 10_000.0] {
            let f = (0.83 + n) / n.sqrt() - 0.01;
            for (c, level) in [0.741, 0.775, 0.819, 0.895, 1.035].into_iter().zip(LEVELS) {
                close(p_value(c / f, n), level, 0.12 * level);
            }
        }
    }

    #[test]
    fn the_distance_by_hand() {
        // s = 1; at −1 the empirical function has reached 0.4, Φ(−1) = 0.15866.
        let test = lilliefors(&sorted(&[-1.0, 1.0, -1.0, 1.0, 0.0])).unwrap();
        close(test.statistic, 0.4 - 0.158_655, 1e-6);
        // Mean 4, s = √5: just before the fives it has reached 0.2, Φ(1/√5) = 0.67264.
        let test = lilliefors(&sorted(&[0.0, 5.0, 5.0, 5.0, 5.0])).unwrap();
        close(test.statistic, 0.672_640 - 0.2, 1e-6);
    }

    /// √400 − 0.01 + 0.85/√400 is 20.0325, and at 100 it is 10.075.
    #[test]
    fn beyond_a_hundred_the_modified_distance_counts() {
        close(p_value(0.04, 400.0), p_value(0.04 * 20.0325 / 10.075, 100.0), 1e-12);
    }

    #[test]
    fn agrees_with_another_implementation() {
        // statsmodels 0.14, `lilliefors(pvalmethod="approx")`.
        let timings = [2.1, 1.9, 2.4, 2.2, 3.8, 2.0, 2.6, 2.3, 1.7, 5.9, 2.5, 2.2];
        let test = lilliefors(&sorted(&timings)).unwrap();
        close(test.statistic, 0.344_840_364_8, 1e-10);
        close(test.p_value, 0.000_317_763_377, 1e-12);
    }

    #[test]
    fn normal_data_passes_as_often_as_it_should_and_skewed_data_fails() {
        const REPETITIONS: usize = 1000;
        let mut rng = Rng::new(17);
        let (mut passed, mut caught) = (0, 0);
        for _ in 0..REPETITIONS {
            let normal: Vec<f64> = (0..30).map(|_| rng.normal()).collect();
            let skewed: Vec<f64> = (0..100).map(|_| -rng.uniform().ln()).collect();
            passed += usize::from(lilliefors(&sorted(&normal)).unwrap().p_value > 0.05);
            caught += usize::from(lilliefors(&sorted(&skewed)).unwrap().p_value <= 0.05);
        }
        let share = passed as f64 / REPETITIONS as f64;
        close(share, 0.95, 0.95 - least_share(0.95, REPETITIONS));
        assert!(caught >= 990, "{caught} of 1000 exponential samples");
    }

    #[test]
    fn extreme_distances_stay_probabilities() {
        assert!((0.0..1e-100).contains(&p_value(0.9, 1000.0)));
        assert_eq!(p_value(0.001, 10.0), 1.0);
    }

    #[test]
    fn too_little_or_constant_data_is_not_tested() {
        assert_eq!(lilliefors(&sorted(&[1.0, 2.0, 3.0, 4.0])), None);
        assert_eq!(lilliefors(&sorted(&[4.0; 50])), None);
    }
}
