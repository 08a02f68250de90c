//! A number with its interval, as all reports show it.

use serde::Serialize;

use super::estimate::LEVEL;
use super::summary::Summary;
use stats::interval::Interval;

/// A cost, a ratio or a difference of costs.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Quantity {
    /// The number, in the platform's unit or, of ratios, in none.
    pub value: f64,
    /// Lower end of its 95 % interval; the value itself without one.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// Whether its interval is known.
    pub has_interval: bool,
}

impl Quantity {
    /// The cost of `summary`; `None` where it has none.
    pub fn of(summary: &Summary) -> Option<Self> {
        Some(Self::new(summary.value?, summary.interval()))
    }

    /// `value`, known without any error.
    pub fn exact(value: f64) -> Self {
        Self { value, low: value, high: value, has_interval: true }
    }

    /// How many times the cost of `native` that of `summary` is, by [`stats::figure::Figure::over`]:
    /// the one rule for ratios. `None` where either has none; without an interval where either's is
    /// not known.
    pub fn ratio(summary: &Summary, native: &Summary) -> Option<Self> {
        let positive = |summary: &Summary| summary.value.filter(|value| *value > 0.0);
        let value = positive(summary)? / positive(native)?;
        let known = summary.figure().zip(native.figure());
        Some(Self::new(value, known.map(|(guest, native)| guest.over(native).interval(LEVEL))))
    }

    fn new(value: f64, interval: Option<Interval>) -> Self {
        let (low, high) = interval.map_or((value, value), |known| (known.low, known.high));
        Self { value, low, high, has_interval: interval.is_some() }
    }

    /// Its interval, where it is known.
    pub fn interval(self) -> Option<Interval> {
        let Self { low, high, .. } = self;
        self.has_interval.then_some(Interval { low, high, coverage: LEVEL })
    }

    /// The difference from `other`, independent of it. With distances a and b from either's value
    /// to the end of its interval that makes the difference smaller or greater, it reaches √(a² +
    /// b²) to that side (Zou & Donner, Statistics in Medicine 27, 2008).
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        let value = self.value - other.value;
        Self {
            value,
            low: value - (self.value - self.low).hypot(other.high - other.value),
            high: value + (self.high - self.value).hypot(other.value - other.low),
            has_interval: self.has_interval && other.has_interval,
        }
    }

    /// The sum with `other`, independent of it: distances add as those of [`Self::minus`].
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        self.minus(other.negated())
    }

    /// The product with `other`, independent of it. To either side it reaches √((b·δa)² + (a·δb)²)
    /// with δ the distances that make it smaller or greater: the propagation of errors to first
    /// order (JCGM 100, *Guide to the Expression of Uncertainty in Measurement*, 5.1.2).
    #[must_use]
    pub fn times(self, other: Self) -> Self {
        let value = self.value * other.value;
        let [(a_down, a_up), (b_down, b_up)] =
            [self.scaled(other.value).distances(), other.scaled(self.value).distances()];
        let (low, high) = (value - a_down.hypot(b_down), value + a_up.hypot(b_up));
        Self { value, low, high, has_interval: self.has_interval && other.has_interval }
    }

    /// So many times it.
    #[must_use]
    pub fn scaled(self, factor: f64) -> Self {
        let [value, low, high] = [self.value, self.low, self.high].map(|end| end * factor);
        Self { value, low: low.min(high), high: low.max(high), ..self }
    }

    /// `number` divided by it, whose interval is that of its inverse; without one where its own reaches
    /// zero. `None` unless it is above zero.
    #[must_use]
    pub fn dividing(self, number: f64) -> Option<Self> {
        let interval = self.interval().filter(|known| known.low > 0.0);
        let inverse = |known: Interval| Interval {
            low: number / known.high,
            high: number / known.low,
            ..known
        };
        (self.value > 0.0).then(|| Self::new(number / self.value, interval.map(inverse)))
    }

    /// The same with a further error, independent of its own, that reaches `margin` to either side.
    #[must_use]
    pub fn with_margin(self, margin: f64) -> Self {
        let (down, up) = self.distances();
        let (low, high) = (self.value - down.hypot(margin), self.value + up.hypot(margin));
        Self { low, high, ..self }
    }

    /// How far its interval reaches down and up.
    fn distances(self) -> (f64, f64) {
        (self.value - self.low, self.high - self.value)
    }

    /// What is missing to 1.
    #[must_use]
    pub fn complement(self) -> Self {
        Self { value: 1.0 - self.value, low: 1.0 - self.high, high: 1.0 - self.low, ..self }
    }

    /// The same with the other sign.
    #[must_use]
    pub fn negated(self) -> Self {
        Self { value: -self.value, low: -self.high, high: -self.low, ..self }
    }

    /// How far from 1 it is for certain: the logarithm of the end of its interval that is nearer to
    /// 1, without its sign; 0 where 1 is in the interval.
    pub fn distance(self) -> f64 {
        self.low.ln().max(-self.high.ln()).max(0.0)
    }

    /// Whether it can be told from zero: its interval does not hold it, or is a point.
    pub fn is_resolved(self) -> bool {
        self.low > 0.0 || self.high < 0.0 || self.low.to_bits() == self.high.to_bits()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Status;

    const TEN: Quantity = quantity(10.0, 7.0, 14.0);
    const FOUR: Quantity = quantity(4.0, 1.0, 8.0);

    const fn quantity(value: f64, low: f64, high: f64) -> Quantity {
        Quantity { value, low, high, has_interval: true }
    }

    fn summary(value: f64, ends: Option<(f64, f64)>) -> Summary {
        Summary {
            value: Some(value),
            low: ends.map(|ends| ends.0),
            high: ends.map(|ends| ends.1),
            ..Summary::without_value("a", "test", Status::Ok, String::new())
        }
    }

    #[test]
    fn distances_of_a_difference_add_in_quadrature() {
        // Downwards 3 of ten and 4 of four, upwards 4 and 3.
        assert_eq!(TEN.minus(FOUR), quantity(6.0, 1.0, 11.0));
        assert!(TEN.minus(FOUR).is_resolved() && !TEN.minus(TEN).is_resolved());
        let zero = quantity(7.0, 7.0, 7.0).minus(quantity(7.0, 7.0, 7.0));
        assert!(zero.is_resolved(), "nothing, for certain");
        let unknown = Quantity { has_interval: false, ..FOUR };
        assert_eq!(TEN.minus(unknown).interval(), None);
    }

    #[test]
    fn sums_and_products_carry_the_distances_of_both() {
        assert_eq!(TEN.plus(FOUR), quantity(14.0, 14.0 - 3f64.hypot(3.0), 14.0 + 4f64.hypot(4.0)));
        assert_eq!(TEN.scaled(-2.0), quantity(-20.0, -28.0, -14.0));
        assert_eq!(TEN.times(Quantity::exact(-2.0)), quantity(-20.0, -28.0, -14.0));
        // 4·3 and 10·3 below, 4·4 and 10·4 above.
        let product = TEN.times(FOUR);
        assert!((product.low - (40.0 - 12f64.hypot(30.0))).abs() < 1e-9, "{product:?}");
        assert!((product.high - (40.0 + 16f64.hypot(40.0))).abs() < 1e-9, "{product:?}");
        assert_eq!(Quantity::exact(5.0).with_margin(2.0), quantity(5.0, 3.0, 7.0));
    }

    #[test]
    fn errors_of_a_ratio_add_as_logarithms() {
        // A factor of 2 to either side each: the root of 2 times its logarithm together.
        let (ten, five) = (summary(10.0, Some((5.0, 20.0))), summary(5.0, Some((2.5, 10.0))));
        let ratio = Quantity::ratio(&ten, &five).unwrap();
        let factor = 2f64.powf(2f64.sqrt());
        assert!((ratio.high - 2.0 * factor).abs() < 1e-9, "{ratio:?}");
        assert!((ratio.low - 2.0 / factor).abs() < 1e-9, "{ratio:?}");
        let exact = summary(4.0, Some((4.0, 4.0)));
        let doubled = Quantity::ratio(&summary(8.0, Some((8.0, 8.0))), &exact).unwrap();
        assert_eq!(doubled, quantity(2.0, 2.0, 2.0));
        assert_eq!(Quantity::ratio(&ten, &summary(5.0, None)).unwrap().interval(), None);
        assert_eq!(Quantity::ratio(&ten, &summary(0.0, None)), None);
    }

    #[test]
    fn a_share_is_what_a_ratio_leaves() {
        assert_eq!(quantity(0.75, 0.5, 0.875).complement(), quantity(0.25, 0.125, 0.5));
    }

    #[test]
    fn the_cost_of_a_summary_has_its_interval_where_that_is_known() {
        assert_eq!(Quantity::of(&summary(10.0, Some((7.0, 14.0)))), Some(TEN));
        let unknown = Quantity::of(&summary(10.0, None)).unwrap();
        assert_eq!(
            (unknown, unknown.interval()),
            (Quantity { has_interval: false, ..Quantity::exact(10.0) }, None)
        );
        let Some(Interval { low, high, coverage }) = TEN.interval() else { panic!("known") };
        assert_eq!((low, high, coverage), (7.0, 14.0, 0.95));
        assert_eq!(TEN.times(unknown).interval(), None);
        assert_eq!(unknown.times(TEN).interval(), None);
    }

    #[test]
    fn a_number_divided_by_a_cost_is_greatest_where_that_is_least() {
        assert_eq!(quantity(4.0, 2.0, 8.0).dividing(40.0), Some(quantity(10.0, 5.0, 20.0)));
        let open = Quantity { has_interval: false, ..Quantity::exact(5.0) };
        assert_eq!(
            quantity(2.0, 0.0, 5.0).dividing(10.0),
            Some(open),
            "it may take no time at all"
        );
        assert_eq!(Quantity::exact(0.0).dividing(10.0), None);
        assert_eq!(Quantity::exact(-1.0).dividing(10.0), None);
    }

    #[test]
    fn the_distance_from_one_is_that_of_the_nearer_end() {
        let distance = |low, high| quantity(1.0, low, high).distance();
        assert!((distance(2.0, 8.0) - 2f64.ln()).abs() < 1e-12);
        assert!((distance(0.125, 0.5) - 2f64.ln()).abs() < 1e-12);
        assert_eq!(distance(0.5, 8.0), 0.0);
    }

    #[test]
    fn what_reaches_zero_cannot_be_told_from_it() {
        let resolved = |low, high| quantity(0.0, low, high).is_resolved();
        assert!(resolved(1.0, 5.0) && resolved(-5.0, -1.0));
        assert!(!resolved(0.0, 5.0) && !resolved(-5.0, 0.0) && !resolved(-1.0, 1.0));
    }
}
