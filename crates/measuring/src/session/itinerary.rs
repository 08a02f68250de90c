//! Which batches of a guest were measured before it was moved, meanwhile and after.

use monitors::Whereabouts;
use results::{BatchOf, Boot, Migration};

/// Follows a guest by the batches that arrive.
#[derive(Debug, Default)]
pub(super) struct Itinerary {
    first_meanwhile: Option<BatchOf>,
    has_arrived: bool,
    first_after: Option<BatchOf>,
}

impl Itinerary {
    /// The last batch of `boot` has come from there. The first that comes from the second monitor may have been
    /// measured in the first, which has perhaps sent half of its record.
    pub(super) fn batch(&mut self, whereabouts: Whereabouts, boot: &Boot) {
        if whereabouts == Whereabouts::First || self.first_after.is_some() {
            return;
        }
        let Some(measured) = boot.benchmarks.last() else { return };
        let Some(sample) = measured.samples.last() else { return };
        let this = || BatchOf { benchmark: measured.name.clone(), i: sample.i };
        self.first_meanwhile.get_or_insert_with(this);
        if whereabouts == Whereabouts::Second {
            if self.has_arrived {
                self.first_after = Some(this());
            }
            self.has_arrived = true;
        }
    }

    /// The `migration` with what is known of batches.
    pub(super) fn complete(&self, migration: &Migration) -> Migration {
        Migration {
            first_meanwhile: self.first_meanwhile.clone(),
            first_after: self.first_after.clone(),
            ..migration.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use results::{Measured, Sample};

    /// The first batches meanwhile and after, of a guest that was so far at each.
    fn followed(places: &[Whereabouts]) -> [Option<u64>; 2] {
        let mut boot =
            Boot { benchmarks: vec![Measured::unfinished("a", "test", "")], ..Boot::default() };
        let mut itinerary = Itinerary::default();
        for (i, place) in (0..).zip(places) {
            boot.benchmarks[0].samples.push(Sample { i, ..Sample::default() });
            itinerary.batch(*place, &boot);
        }
        let Migration { first_meanwhile, first_after, .. } =
            itinerary.complete(&Migration::default());
        [first_meanwhile, first_after].map(|batch| batch.map(|batch| batch.i))
    }

    #[test]
    fn the_first_batch_that_arrives_from_the_second_monitor_is_still_one_of_the_move() {
        use Whereabouts::{Between, First, Second};
        assert_eq!(
            followed(&[First, Between, Between, Second, Second, Second]),
            [Some(1), Some(4)]
        );
        assert_eq!(followed(&[First, Second, Second]), [Some(1), Some(2)]);
        assert_eq!(followed(&[First, Between]), [Some(1), None]);
        assert_eq!(followed(&[First, First]), [None, None]);
        Itinerary::default().batch(Second, &Boot::default());
    }
}
