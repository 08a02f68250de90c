use super::*;
use crate::{Sample, Window};

/// A boot that watches for a second of 1 MHz, with gaps at these times and of these lengths, of which it
/// had no room for `lost` more.
fn boot(gaps: &[(u64, u64)], lost: u64) -> Measured {
    let mut measured = Measured::unfinished("gaps", "idle", "");
    let (length, seen) = (1_000_000, gaps.len() as u64 + lost);
    let window = Window { i: 0, from: 0, length, least: 2, seen, points: gaps.to_vec() };
    let mut series = TimeSeries::new("gap".into());
    assert!(series.extend(window));
    measured.series = Some(series);
    let taken: u64 = gaps.iter().map(|gap| gap.1).sum::<u64>() + 50 * lost;
    let sample = Sample { run: length, control: length - taken, ..Sample::default() };
    measured.samples.push(sample);
    measured
}

/// 100 ticks of 20 each 10,000 from `first` on, 10 thieves of 3,000 each 100,000, and one gap more.
fn busy(first: u64) -> Vec<(u64, u64)> {
    let mut gaps: Vec<(u64, u64)> = (0..100).map(|k| (first + 10_000 * k, 20)).collect();
    gaps.extend((0..10).map(|k| (5_000 + 100_000 * k, 3_000)));
    gaps.push((777_777, 500));
    gaps.sort_unstable();
    gaps
}

fn of(boots: &[Measured]) -> Taken {
    Taken::of(Some(1_000_000), boots.iter()).unwrap()
}

#[test]
fn what_is_taken_is_told_apart_by_who_takes_it() {
    let taken = of(&[boot(&busy(100), 0)]);
    assert_eq!((taken.watched, taken.ticks, taken.gaps), (1_000_000, 32_500, 111));
    assert_eq!((taken.share, taken.missing, taken.least), (0.0325, 0, 2));
    assert_eq!((taken.median, taken.longest), (20, 3_000));
    let [thief, tick] = &taken.trains[..] else { panic!("{taken:?}") };
    assert_eq!((thief.period, thief.gaps, thief.due, thief.median), (1e5, 10, 10, 3_000));
    assert_eq!((tick.period, tick.gaps, tick.due, tick.median), (1e4, 100, 100, 20));
    assert_eq!((thief.share, tick.share), (0.03, 0.002));
    assert_eq!((thief.error, tick.error), (1.0 / 9.0, 1.0 / 99.0));
    assert_eq!(taken.irregular, Rest { gaps: 1, longest: 500, share: 0.0005 });
}

#[test]
fn boots_whose_trains_agree_are_one() {
    let taken = of(&[boot(&busy(100), 0), boot(&busy(1_300), 0)]);
    assert_eq!((taken.watched, taken.gaps, taken.share), (2_000_000, 222, 0.0325));
    let [thief, tick] = &taken.trains[..] else { panic!("{taken:?}") };
    assert_eq!((thief.gaps, tick.gaps, tick.due), (20, 200, 200));
    assert!((tick.error - 1.0 / 99.0 / 2_f64.sqrt()).abs() < 1e-12, "{tick:?}");
    assert!((tick.share - 0.002).abs() < 1e-12);
    let gaps: Vec<(u64, u64)> = (0..100).map(|k| (10_000 * k, 50)).collect();
    let other = of(&[boot(&busy(100), 0), boot(&gaps, 0)]);
    assert_eq!(other.trains.len(), 3, "as often, and more than twice as long");
}

/// A timer with two beats of its own in each period: two trains, in each of two boots.
#[test]
fn trains_of_one_boot_stay_apart_however_alike_they_are() {
    let mut gaps: Vec<(u64, u64)> = (0..40).map(|k| (1_000 + 20_000 * k, 30)).collect();
    gaps.extend((0..40).map(|k| (7_000 + 20_000 * k, 30)));
    gaps.sort_unstable();
    let found: Vec<u64> =
        of(&[boot(&gaps, 0), boot(&gaps, 0)]).trains.iter().map(|t| t.gaps).collect();
    assert_eq!(found, [80, 80]);
}

#[test]
fn gaps_without_room_are_in_the_share_and_counted() {
    let taken = of(&[boot(&busy(100), 7)]);
    assert_eq!((taken.gaps, taken.missing, taken.ticks), (118, 7, 32_850));
    assert_eq!(of(&[boot(&[], 0)]).share, 0.0);
    let lie = Measured { samples: Vec::new(), ..boot(&busy(100), 0) };
    assert_eq!(Taken::of(None, [&lie].into_iter()), None, "nothing was watched");
    let mut cost = boot(&busy(100), 0);
    cost.series.as_mut().unwrap().what = "cost".into();
    assert_eq!(Taken::of(None, [&cost].into_iter()), None, "values that are no gaps");
}
