//! When a growing sample is looked at, and how much of the allowed error each look may use.
//!
//! Whoever tests after every boot, and stops at the first finding, finds something that is not there
//! far more often than one test would. So the allowed error is spent in shares, one a look. They are
//! the growth of t² (Lan & `DeMets`, *Biometrika* 70, 1983; this function: Kim & `DeMets`, *Biometrika*
//! 74, 1987) between samples that are √2 apart: half of it for the last look, half of the rest for
//! the one before, and so on. The shares add up to 1, so the chance of even one false finding in all
//! looks is at most the allowed one (Bonferroni), whatever the boots have to do with each other.
//! Intervals that leave out a look's share of the error are *repeated confidence intervals*: they
//! hold in all looks together (Jennison & Turnbull, *Journal of the Royal Statistical Society* B 51,
//! 1989).

/// Of fewer no spread is known well enough to end anything.
const FEWEST: u32 = 6;

/// The looks at a sample that grows up to a size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Looks {
    /// The largest size, at which the last look is.
    pub most: u32,
}

impl Looks {
    /// Whether there is a look at this size.
    pub fn is_due(self, size: u32) -> bool {
        self.sizes().any(|due| due == size)
    }

    /// The share of the allowed error, 0 to 1, that is for a sample of this size: that of the first
    /// look at no less than it has.
    pub fn share(self, size: u32) -> f64 {
        let looks = self.sizes().count();
        let later = self.sizes().filter(|due| *due > size).count();
        let at = later.saturating_sub(usize::from(!self.is_due(size)));
        // The first look has what is left.
        let halvings = (at + 1).min(looks - 1);
        (-(halvings as f64)).exp2()
    }

    /// The sizes at which there is a look, the largest first.
    fn sizes(self) -> impl Iterator<Item = u32> {
        let size =
            move |index: i32| (f64::from(self.most) / 2_f64.sqrt().powi(index)).round() as u32;
        let smaller = (1..).map(size).take_while(|size| *size >= FEWEST);
        std::iter::once(self.most).chain(smaller)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::Figure;
    use crate::testing::Rng;

    const LOOKS: Looks = Looks { most: 60 };

    #[test]
    fn sixty_by_hand() {
        let sizes: Vec<u32> = LOOKS.sizes().collect();
        assert_eq!(sizes, [60, 42, 30, 21, 15, 11, 7]);
        let shares: Vec<f64> = sizes.iter().map(|size| LOOKS.share(*size)).collect();
        let by_hand = [1.0 / 2.0, 0.25, 0.125, 1.0 / 16.0, 1.0 / 32.0, 1.0 / 64.0, 1.0 / 64.0];
        assert_eq!(shares, by_hand);
    }

    #[test]
    fn what_ends_between_two_looks_has_the_share_of_the_next() {
        assert_eq!([1, 7, 9, 31, 43, 60, 99].map(|n| LOOKS.share(n)), {
            [1.0 / 64.0, 1.0 / 64.0, 1.0 / 64.0, 0.25, 0.5, 0.5, 0.5]
        });
        assert!(LOOKS.is_due(7) && !LOOKS.is_due(8));
    }

    #[test]
    fn the_shares_add_up_to_one_however_many_there_are() {
        for most in 1..=200 {
            let looks = Looks { most };
            let sum: f64 = looks.sizes().map(|size| looks.share(size)).sum();
            assert!((sum - 1.0).abs() < 1e-12, "{most}: {sum}");
        }
    }

    /// Costs of boots that take turns, A B A B, as they were seen on shared machines: the machine's
    /// speed drifts from boot to boot (an autoregression of 0.9), a stretch in which neighbours make
    /// it slower takes several boots, and now and then a boot is far off.
    fn disturbed(rng: &mut Rng) -> [Vec<f64>; 2] {
        let (mut drift, mut stretch) = (0.0, false);
        let mut sides = [Vec::new(), Vec::new()];
        for boot in 0..2 * LOOKS.most as usize {
            drift = 0.9 * drift + 0.01 * rng.normal();
            stretch = rng.uniform() < if stretch { 0.8 } else { 0.05 };
            let spike = if rng.uniform() < 0.03 { 0.4 } else { 0.0 };
            let slower = if stretch { 0.2 } else { 0.0 };
            sides[boot % 2].push((drift + slower + spike + 0.02 * rng.normal()).exp());
        }
        sides
    }

    /// Of so many sequences of equal variants, the share in which some look finds a difference at
    /// the level `allowed`.
    fn false_findings(
        boots: fn(&mut Rng) -> [Vec<f64>; 2],
        sequences: u32,
        allowed: fn(u32) -> f64,
    ) -> f64 {
        let mut rng = Rng::new(11);
        let mut found = 0;
        for _ in 0..sequences {
            let [a, b] = boots(&mut rng);
            let finds = |size: u32| {
                let of = |costs: &[f64]| Figure::over_boots(&costs[..size as usize]).unwrap();
                of(&b).over(of(&a)).p_value() <= allowed(size)
            };
            found += u32::from(LOOKS.sizes().any(finds));
        }
        f64::from(found) / f64::from(sequences)
    }

    #[test]
    fn looking_often_finds_nothing_more_often_than_allowed() {
        let independent = |rng: &mut Rng| {
            [(); 2].map(|()| (0..LOOKS.most).map(|_| (0.05 * rng.normal()).exp()).collect())
        };
        let shared = |size| 0.05 * LOOKS.share(size);
        assert!(false_findings(disturbed, 10_000, shared) <= 0.05);
        assert!(false_findings(independent, 10_000, shared) <= 0.05);
        let unshared = false_findings(independent, 1000, |_| 0.05);
        assert!(unshared > 0.1, "without shares it would: {unshared}");
    }
}
