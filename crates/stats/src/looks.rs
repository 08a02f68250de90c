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

/// Of fewer no spread is known well enough to end anything: two levels of an operation's own are taken
/// for a difference, when by chance each side has only one of them.
const FEWEST: u32 = 8;

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
    use crate::rank_sum::overlap;
    use crate::sorted::Sorted;
    use crate::testing::Rng;

    /// As `run --ab` takes them.
    const LOOKS: Looks = Looks { most: 120 };
    const SIXTY: Looks = Looks { most: 60 };

    #[test]
    fn sixty_by_hand() {
        let sizes: Vec<u32> = SIXTY.sizes().collect();
        assert_eq!(sizes, [60, 42, 30, 21, 15, 11]);
        let shares: Vec<f64> = sizes.iter().map(|size| SIXTY.share(*size)).collect();
        let by_hand = [1.0 / 2.0, 0.25, 0.125, 1.0 / 16.0, 1.0 / 32.0, 1.0 / 32.0];
        assert_eq!(shares, by_hand);
    }

    #[test]
    fn what_ends_between_two_looks_has_the_share_of_the_next() {
        assert_eq!([1, 11, 13, 31, 43, 60, 99].map(|n| SIXTY.share(n)), {
            [1.0 / 32.0, 1.0 / 32.0, 1.0 / 32.0, 0.25, 0.5, 0.5, 0.5]
        });
        assert!(SIXTY.is_due(11) && !SIXTY.is_due(7));
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

    /// Costs of an operation whose boots fall on one of two levels, each as often as the other.
    fn two_levels(rng: &mut Rng) -> [Vec<f64>; 2] {
        let boot = |rng: &mut Rng| f64::from(rng.uniform() < 0.5) + 0.01 * rng.normal();
        [(); 2].map(|()| (0..LOOKS.most).map(|_| boot(rng).exp()).collect())
    }

    fn independent(rng: &mut Rng) -> [Vec<f64>; 2] {
        [(); 2].map(|()| (0..LOOKS.most).map(|_| (0.05 * rng.normal()).exp()).collect())
    }

    /// Whether `size` boots a side are found different at the level `allowed`: by their figures, and
    /// `also_by` whatever else has a p-value.
    fn differ([a, b]: &[Vec<f64>; 2], size: u32, allowed: f64, also_by: P) -> bool {
        let first = |costs: &[f64]| costs[..size as usize].to_vec();
        let figure = |costs: &[f64]| Figure::over_boots(&first(costs)).unwrap();
        let sorted = |costs: &[f64]| Sorted::new(first(costs)).unwrap();
        figure(b).over(figure(a)).p_value() <= allowed && also_by(&sorted(a), &sorted(b)) <= allowed
    }

    type P = fn(&Sorted, &Sorted) -> f64;

    /// Of so many sequences of equal variants, the share in which some look finds a difference, when
    /// each look is allowed the error `allowed` of its share.
    fn false_findings(
        boots: fn(&mut Rng) -> [Vec<f64>; 2],
        sequences: u32,
        allowed: fn(u32) -> f64,
        also_by: P,
    ) -> f64 {
        let mut rng = Rng::new(11);
        let mut found = 0;
        for _ in 0..sequences {
            let boots = boots(&mut rng);
            found +=
                u32::from(LOOKS.sizes().any(|size| differ(&boots, size, allowed(size), also_by)));
        }
        f64::from(found) / f64::from(sequences)
    }

    #[test]
    fn looking_often_finds_nothing_more_often_than_allowed() {
        for boots in [disturbed, independent, two_levels] {
            let found = false_findings(boots, 10_000, |size| 0.05 * LOOKS.share(size), overlap);
            assert!(found <= 0.05, "{found}");
        }
        let unshared = false_findings(independent, 1000, |_| 0.05, overlap);
        assert!(unshared > 0.1, "without shares it would: {unshared}");
    }

    #[test]
    fn two_levels_need_ranks_where_little_error_is_allowed() {
        const ALLOWED: f64 = 0.01 / 8.0;
        let found = |by| false_findings(two_levels, 10_000, |size| ALLOWED * LOOKS.share(size), by);
        let (with, without) = (found(overlap), found(|_, _| 0.0));
        assert!(with <= ALLOWED && without > ALLOWED, "{with}, and without ranks {without}");
    }
}
