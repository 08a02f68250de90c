//! Where many equal things lie, and how far from them one is that is not equal.

use statrs::distribution::{ContinuousCDF, StudentsT};

use super::sorted::Sorted;

/// Asymptotic efficiency of the median absolute deviation for normal data: it knows the scale as well
/// as a standard deviation of so many fewer values would. (Rousseeuw & Croux, JASA 88, 1993.)
const EFFICIENCY: f64 = 0.37;

/// A crowd of values, of which up to half may be anything.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Crowd {
    /// How many they are.
    pub count: usize,
    /// Their median.
    pub middle: f64,
    /// Their standard deviation, as the median absolute deviation estimates it.
    pub scale: f64,
}

impl Crowd {
    /// Of `values`; `None` of fewer than two, or where one is not finite.
    ///
    /// The scale is 1.4826·n/(n − 0.8)·MAD; the second factor makes up for small samples (Croux &
    /// Rousseeuw, 'Time-efficient algorithms for two highly robust estimators of scale', COMPSTAT 1,
    /// 1992).
    pub fn of(values: Vec<f64>) -> Option<Self> {
        let sorted = Sorted::new(values).filter(|sorted| sorted.count() > 1)?;
        let count = sorted.count() as f64;
        let scale = 1.4826 * count / (count - 0.8) * sorted.mad();
        Some(Self { count: sorted.count(), middle: sorted.median(), scale })
    }

    /// Distance of `value`, itself known with the standard error `error`, from the middle, in
    /// standard deviations; infinite where all others are equal and it is not.
    pub fn distance(&self, value: f64, error: f64) -> f64 {
        let apart = value - self.middle;
        if apart == 0.0 { 0.0 } else { apart / self.scale.max(error) }
    }

    /// Probability that one of the crowd lies at least so far off, to either side: by Student's t,
    /// whose degrees of freedom are those that the scale is known with.
    pub fn p_value(&self, distance: f64) -> f64 {
        let freedom = EFFICIENCY * (self.count - 1) as f64;
        let law = StudentsT::new(0.0, 1.0, freedom).ok();
        law.map_or(1.0, |law| (2.0 * law.sf(distance.abs())).min(1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Rng, close};

    #[test]
    fn a_known_crowd() {
        let crowd = Crowd::of(vec![1.0, 2.0, 3.0, 4.0, 100.0]).unwrap();
        assert_eq!((crowd.count, crowd.middle), (5, 3.0));
        close(crowd.scale, 1.4826 * 5.0 / 4.2, 1e-12);
        close(crowd.distance(100.0, 0.0), 97.0 / crowd.scale, 1e-12);
        close(crowd.distance(100.0, 50.0), 97.0 / 50.0, 1e-12);
        assert_eq!(Crowd::of(vec![1.0]), None);
        assert_eq!(Crowd::of(vec![1.0, f64::NAN]), None);
    }

    #[test]
    fn where_all_are_equal_whoever_is_not_is_infinitely_far() {
        let crowd = Crowd::of(vec![7.0; 9]).unwrap();
        assert_eq!((crowd.distance(7.0, 0.0), crowd.p_value(0.0)), (0.0, 1.0));
        assert_eq!(crowd.distance(6.0, 0.0), f64::NEG_INFINITY);
        assert_eq!(crowd.p_value(f64::NEG_INFINITY), 0.0);
    }

    #[test]
    fn members_seem_odd_no_more_often_than_claimed() {
        for count in [5usize, 8, 20, 100] {
            let mut rng = Rng::new(count as u64);
            let (mut false_ones, mut all) = (0, 0);
            while all < 20_000 {
                let values: Vec<f64> = (0..count).map(|_| rng.normal()).collect();
                let crowd = Crowd::of(values.clone()).unwrap();
                let p = values.iter().map(|value| crowd.p_value(crowd.distance(*value, 0.0)));
                false_ones += p.filter(|p| *p <= 0.01).count();
                all += count;
            }
            let share = f64::from(u32::try_from(false_ones).unwrap()) / all as f64;
            assert!(share <= 0.015, "{count}: {share}");
        }
    }

    /// 0.37 · 100 degrees of freedom, of which tables give 2.0262 for 5 %.
    #[test]
    fn the_law_has_as_many_degrees_of_freedom_as_the_scale_is_known_with() {
        let crowd = Crowd { count: 101, middle: 0.0, scale: 1.0 };
        close(crowd.p_value(2.026_19), 0.05, 1e-5);
        close(crowd.p_value(-2.026_19), 0.05, 1e-5);
    }
}
