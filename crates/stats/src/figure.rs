//! A positive figure and how far it is known: one type and one rule for costs, ratios and changes.

use statrs::distribution::{ContinuousCDF, StudentsT};

use super::interval::Interval;
use super::sorted::{Sorted, mean};

/// Share of the boots that is left out at either end.
const TRIM: f64 = 0.2;

/// Boots from which on any are left out: of fewer too little would be left to know the error by.
const TRIMMED_FROM: usize = 6;

/// Freedom from which on Student's distribution is taken for the normal one, from which it differs
/// by less than a hundredth there.
const MANY: f64 = 1e4;

/// So many standard errors away nothing is left of the probability, and Student's distribution can no
/// longer be computed.
const FAR: f64 = 1e50;

/// A positive figure whose logarithm is known up to a standard error.
///
/// Logarithms, because costs are positive and differ by factors (Limpert, Stahel & Abbt,
/// 'Log-normal Distributions across the Sciences', `BioScience` 51, 2001), and because the ratio
/// of two figures is a difference of logarithms.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figure {
    /// The figure, above zero, in its unit.
    pub value: f64,
    /// Standard error of its natural logarithm, without unit: 0.01 is 1 %. 0 where it is exact.
    pub error: f64,
    /// Degrees of freedom of that error, at least 1; infinite where it is known itself.
    pub freedom: f64,
}

impl Figure {
    /// A figure without any error.
    pub fn exact(value: f64) -> Self {
        Self { value, error: 0.0, freedom: f64::INFINITY }
    }

    /// A figure whose interval at `level` is known; the farther end counts. `None` unless all of it
    /// is above zero.
    pub fn within(value: f64, interval: Interval, level: f64) -> Option<Self> {
        let factor = interval.factor(value);
        let normal = Self { value, error: 1.0, freedom: f64::INFINITY };
        factor.is_finite().then(|| Self { error: factor.ln() / normal.quantile(level), ..normal })
    }

    /// What the costs of several boots say together; `None` unless there are two, and but for those
    /// that are left out all above zero.
    ///
    /// A boot's layout and its moment shift all its batches together, so only boots count as
    /// independent (Kalibera & Jones, 'Rigorous Benchmarking in Reasonable Time', ISMM 2013, §5).
    /// With y the sorted logarithms of the k costs and g = ⌊k/5⌋, the figure is exp of the mean
    /// without the g lowest and the g highest, h in number. The error is √(S/(h·(h − 1))), S the
    /// squared deviations of y with those 2g drawn in to their next neighbours, with h − 1 degrees
    /// of freedom (Tukey & `McLaughlin`, Sankhyā A 25, 1963). Below six boots g is 0, which is the
    /// geometric mean with Student's interval.
    pub fn over_boots(costs: &[f64]) -> Option<Self> {
        let sorted = Sorted::new(costs.to_vec()).filter(|sorted| sorted.count() >= 2)?;
        let boots = sorted.count();
        let cut = cut(boots);
        // Around one of the costs, so that equal costs give exactly that cost.
        let origin = Some(sorted.values()[cut]).filter(|lowest| *lowest > 0.0)?;
        let logarithms: Vec<f64> =
            sorted.values().iter().map(|cost| (cost / origin).ln()).collect();
        let kept = &logarithms[cut..boots - cut];
        // Below zero there is no logarithm: that lies at the lower end, too.
        let drawn_in = logarithms.iter().map(|y| y.max(kept[0]).min(kept[kept.len() - 1]));
        let squares = Sorted::new(drawn_in.collect())?.std_dev().powi(2) * (boots as f64 - 1.0);
        let freedom = freedom(boots);
        let error = (squares / (kept.len() as f64 * freedom)).sqrt();
        Some(Self { value: origin * mean(kept).exp(), error, freedom })
    }

    /// The same figure with a further error, independent of its own.
    #[must_use]
    pub fn with_error(self, error: f64, freedom: f64) -> Self {
        let (own, more) = (self.error.powi(2), error.powi(2));
        let weight = own.powi(2) / self.freedom + more.powi(2) / freedom;
        let freedom = if weight > 0.0 { (own + more).powi(2) / weight } else { f64::INFINITY };
        Self { error: (own + more).sqrt(), freedom, ..self }
    }

    /// The same figure, known no better than to ± `margin`, in its unit, at `level`.
    #[must_use]
    pub fn no_finer_than(self, margin: f64, level: f64) -> Self {
        let least = Self { freedom: f64::INFINITY, ..self };
        let least = Self { error: (margin / self.value).ln_1p() / least.quantile(level), ..least };
        let is_finer = least.quantile(level) * least.error > self.quantile(level) * self.error;
        if is_finer && margin > 0.0 { least } else { self }
    }

    /// How many times `other` it is.
    ///
    /// The errors of the logarithms add in quadrature, with the degrees of freedom of Satterthwaite
    /// (Biometrics Bulletin 2, 1946); for two sets of boots this is the test of Yuen (Biometrika
    /// 61, 1974) on logarithms.
    #[must_use]
    pub fn over(self, other: Self) -> Self {
        Self { value: self.value / other.value, ..self.with_error(other.error, other.freedom) }
    }

    /// Its interval at `level`, 0 to 1.
    pub fn interval(self, level: f64) -> Interval {
        let factor = if self.error > 0.0 { (self.quantile(level) * self.error).exp() } else { 1.0 };
        Interval { low: self.value / factor, high: self.value * factor, coverage: level }
    }

    /// Two-sided probability, 0 to 1, of a figure so far from 1 if the truth were 1.
    pub fn p_value(self) -> f64 {
        let distance = self.value.ln().abs() / self.error;
        match self.student() {
            // No distance and no error, or figures that are none.
            _ if distance.is_nan() => 1.0,
            Some(student) if distance < FAR => (2.0 * student.cdf(-distance)).min(1.0),
            _ => 0.0,
        }
    }

    /// How many standard errors its interval at `level` reaches to either side.
    fn quantile(self, level: f64) -> f64 {
        let quantile = |student: StudentsT| student.inverse_cdf(f64::midpoint(1.0, level));
        self.student().map_or(f64::INFINITY, quantile)
    }

    fn student(self) -> Option<StudentsT> {
        StudentsT::new(0.0, 1.0, self.freedom.clamp(1.0, MANY)).ok()
    }
}

/// How many of so many `boots` are left out at either end.
fn cut(boots: usize) -> usize {
    if boots < TRIMMED_FROM { 0 } else { (boots as f64 * TRIM) as usize }
}

/// Degrees of freedom of a figure of so many `boots`.
pub fn freedom(boots: usize) -> f64 {
    boots as f64 - 2.0 * cut(boots) as f64 - 1.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Rng, close};

    #[test]
    fn three_boots_by_hand() {
        // Logarithms ln 10 + (-0.1, 0, 0.1): s = 0.1, t(2) = 4.30265 by the published tables.
        let figure =
            Figure::over_boots(&[10.0 * (-0.1f64).exp(), 10.0, 10.0 * 0.1f64.exp()]).unwrap();
        close(figure.value, 10.0, 1e-12);
        close(figure.error, 0.1 / 3.0f64.sqrt(), 1e-12);
        let reach = 4.302_653 * figure.error;
        close(figure.interval(0.95).low, 10.0 * (-reach).exp(), 1e-5);
        close(figure.interval(0.95).high, 10.0 * reach.exp(), 1e-5);
    }

    #[test]
    fn of_ten_boots_the_two_at_either_end_are_drawn_in() {
        // Logarithms 0.01 … 0.08 and ±3: the mean of 0.02 … 0.07; drawn in they are three times
        // 0.02, three times 0.07 and 0.03 … 0.06, whose squares about 0.045 add up to 0.00425.
        let logarithms = [0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.07, 0.08, -3.0, 3.0f64];
        let figure = Figure::over_boots(&logarithms.map(f64::exp)).unwrap();
        close(figure.value, 0.045f64.exp(), 1e-12);
        close(figure.error, (0.00425f64 / 30.0).sqrt(), 1e-12);
        assert_eq!(figure.freedom, 5.0);
    }

    #[test]
    fn equal_boots_have_zero_width_exactly_and_what_is_no_cost_is_refused() {
        let figure = Figure::over_boots(&[0.3; 3]).unwrap();
        assert_eq!((figure.value, figure.error), (0.3, 0.0));
        let interval = figure.interval(0.95);
        assert_eq!((interval.low, interval.high), (0.3, 0.3));
        for costs in [&[][..], &[4.0], &[4.0, 0.0], &[4.0, -1.0], &[4.0, f64::NAN]] {
            assert_eq!(Figure::over_boots(costs), None, "{costs:?}");
        }
        let one_below = Figure::over_boots(&[-7.0, 2.0, 2.0, 2.0, 2.0, 2.0]).unwrap();
        assert_eq!((one_below.value, one_below.error), (2.0, 0.0));
    }

    /// R's `t.test(extra ~ group, data = sleep)`, after Student (1908): t = −1.8608, df = 17.776,
    /// p-value = 0.07939, interval −3.3654832 to 0.2054832.
    #[test]
    fn a_ratio_is_welch_s_difference_of_logarithms() {
        let of = |values: [f64; 10]| {
            let sorted = Sorted::new(values.to_vec()).unwrap();
            let error = sorted.std_dev() / 10.0f64.sqrt();
            Figure { value: sorted.mean().exp(), error, freedom: 9.0 }
        };
        let one = of([0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]);
        let two = of([1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]);
        let ratio = one.over(two);
        close(ratio.value.ln(), -1.58, 1e-9);
        close(ratio.freedom, 17.776, 1e-3);
        close(ratio.p_value(), 0.07939, 1e-5);
        close(ratio.interval(0.95).low.ln(), -3.365_483_2, 1e-5);
        close(ratio.interval(0.95).high.ln(), 0.205_483_2, 1e-5);
    }

    #[test]
    fn exact_figures_give_exact_ratios() {
        let half = Figure::exact(3.0).over(Figure::exact(6.0));
        assert_eq!((half.value, half.error, half.freedom), (0.5, 0.0, f64::INFINITY));
        assert_eq!((half.p_value(), Figure::exact(1.0).p_value()), (0.0, 1.0));
        assert_eq!(Figure { value: f64::MAX, error: 1e-300, freedom: 4.0 }.p_value(), 0.0);
        assert_eq!(
            Figure { value: f64::INFINITY, error: f64::INFINITY, freedom: 4.0 }.p_value(),
            1.0
        );
        let known = Figure { value: 6.0, error: 0.1, freedom: 4.0 };
        let ratio = known.over(Figure::exact(3.0));
        assert_eq!((ratio.value, ratio.error, ratio.freedom), (2.0, 0.1, 4.0));
    }

    #[test]
    fn an_interval_gives_back_its_figure() {
        let interval = Figure { value: 5.0, error: 0.02, freedom: f64::INFINITY }.interval(0.95);
        close(Figure::within(5.0, interval, 0.95).unwrap().error, 0.02, 1e-12);
        close(interval.high, 5.0 * (1.959_964 * 0.02f64).exp(), 1e-4);
        assert_eq!(Figure::within(5.0, Interval { low: 0.0, ..interval }, 0.95), None);
    }

    /// A draw of a boot's cost.
    type Draw = fn(&mut Rng) -> f64;

    /// Costs of boots: normal logarithms, a skewed distribution (gamma of shape 4), one boot in
    /// twelve far off, and a counter with steps as wide as half the spread.
    const BOOTS: [(&str, Draw); 4] = [
        ("normal", |r| (0.05 * r.normal()).exp()),
        ("skewed", |r| 1.0 - 0.02 * (0..4).map(|_| r.uniform().ln()).sum::<f64>()),
        ("disturbed", |r| {
            let far = if r.uniform() < 1.0 / 12.0 { 0.4 } else { 0.0 };
            (0.02 * r.normal() + far).exp()
        }),
        ("quantised", |r| ((0.05 * r.normal()).exp() / STEP).round() * STEP),
    ];

    const STEP: f64 = 0.025;

    /// What so many boots say that nothing is left to chance.
    fn truth(draw: Draw) -> f64 {
        let mut rng = Rng::new(1);
        let costs: Vec<f64> = (0..100_000).map(|_| draw(&mut rng)).collect();
        Figure::over_boots(&costs).unwrap().value
    }

    #[test]
    fn a_figure_is_known_no_better_than_the_counter_s_step_allows() {
        let known = Figure { value: 100.0, error: 0.05, freedom: 4.0 };
        assert_eq!(known.no_finer_than(1.0, 0.95), known);
        let equal = Figure { value: 100.0, error: 0.0, freedom: 9.0 }.no_finer_than(1.0, 0.95);
        close(equal.interval(0.95).high, 101.0, 1e-9);
        close(equal.error, 1.01f64.ln() / 1.959_964, 1e-5);
        assert_eq!(equal.freedom, f64::INFINITY, "a step is known itself");
        assert_eq!(Figure::exact(2.0).no_finer_than(0.0, 0.95), Figure::exact(2.0));
    }

    #[test]
    fn figures_and_ratios_cover_the_truth_as_often_as_they_claim() {
        const REPETITIONS: usize = 2000;
        for (seed, (name, draw)) in (7..).zip(BOOTS) {
            let truth = truth(draw);
            for boots in [3, 5, 6, 7, 8, 12, 20] {
                let mut rng = Rng::new(seed);
                let mut figure = || {
                    let costs: Vec<f64> = (0..boots).map(|_| draw(&mut rng)).collect();
                    Figure::over_boots(&costs).unwrap().no_finer_than(STEP / 10.0, 0.95)
                };
                let mut covered = [0; 2];
                for _ in 0..REPETITIONS {
                    let (a, b) = (figure(), figure());
                    covered[0] += usize::from(a.interval(0.95).contains(truth));
                    covered[1] += usize::from(a.over(b).interval(0.95).contains(1.0));
                }
                let shares = covered.map(|count| count as f64 / REPETITIONS as f64);
                // Boots far off make few boots say less than they could, never more.
                let most = if name == "disturbed" { 1.0 } else { 0.97 };
                let as_claimed = shares.iter().all(|share| (0.93..=most).contains(share));
                assert!(as_claimed, "{name}, {boots} boots: {shares:?}");
            }
        }
    }
}
