//! How often a comparison may err.

use stats::looks::Looks;

use super::Side;
use results::LEVEL;

/// The chance of even one false `faster` or `slower` among all benchmarks of a comparison.
const ALPHA: f64 = 0.01;

/// Of fewer boots it is not known well enough how many more would decide.
const TRIED: u32 = 20;

/// What of the allowed error a comparison may use.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Allowance {
    /// The looks that were planned, where measuring ended as soon as all was decided.
    pub(super) looks: Option<Looks>,
    /// Boots that each side has.
    pub(super) boots: u32,
}

impl Allowance {
    /// That of two sides. Both have to come from the run that looked.
    pub(super) fn of(a: &Side, b: &Side) -> Self {
        let most = a.about.settings.until_decided.filter(|_| a.took_turns_with(b));
        let boots = a.source().boots.min(b.source().boots);
        Self { looks: most.map(|most| Looks { most }), boots }
    }

    /// The level of intervals: in all looks together they hold at [`LEVEL`].
    pub(super) fn level(self) -> f64 {
        1.0 - (1.0 - LEVEL) * self.share()
    }

    /// The chance of a false verdict that is left to this look.
    pub(super) fn of_verdicts(self) -> f64 {
        ALPHA * self.share()
    }

    /// With so many `boots` a side.
    pub(super) fn with(self, boots: u32) -> Self {
        Self { boots, ..self }
    }

    /// Boots of each side at most.
    pub(super) fn most(self) -> u32 {
        self.looks.map_or(self.boots, |looks| looks.most)
    }

    /// Whether there are enough boots to tell what more of them would bring.
    pub(super) fn is_tried(self) -> bool {
        self.boots >= TRIED
    }

    fn share(self) -> f64 {
        self.looks.map_or(1.0, |looks| looks.share(self.boots))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_planned_looks_all_that_may_err_is_left_to_one() {
        let one = Allowance { looks: None, boots: 19 };
        assert!((one.level() - 0.95).abs() < 1e-12 && (one.of_verdicts() - 0.01).abs() < 1e-12);
        assert_eq!((one.most(), one.with(30).boots), (19, 30));
        assert!(!one.is_tried() && one.with(20).is_tried());
    }

    #[test]
    fn of_planned_looks_each_has_its_share() {
        let planned = Allowance { looks: Some(Looks { most: 60 }), boots: 12 };
        let share = Looks { most: 60 }.share(12);
        assert!(share > 0.0 && share < 1.0, "{share}");
        assert!((1.0 - planned.level() - 0.05 * share).abs() < 1e-12);
        assert!((planned.of_verdicts() - 0.01 * share).abs() < 1e-12);
        assert_eq!(planned.most(), 60);
    }
}
