use super::*;
use crate::testing::Rng;

/// What came, by how long each is: a second of a counter of 1 GHz is one window, and a tenth of one
/// passes between two.
fn windows(count: u64) -> Vec<Window> {
    let window = |i| Window { from: i * 1_100_000_000, length: 1_000_000_000 };
    (0..count).map(window).collect()
}

/// What of `events` is in one of the `windows`, in the order of time. One that begins within another
/// makes it longer.
fn seen(windows: &[Window], mut events: Vec<Event>) -> Vec<Event> {
    events.sort_by_key(|event| event.at);
    events.retain(|event| windows.iter().any(|w| (w.from..w.from + w.length).contains(&event.at)));
    let mut merged: Vec<Event> = Vec::new();
    for event in events {
        match merged.last_mut().filter(|last| last.at + last.length >= event.at) {
            Some(last) => last.length += event.length,
            None => merged.push(event),
        }
    }
    merged
}

/// From `first` on every `period`, each late by up to `jitter` and so long.
fn train(
    first: u64,
    period: u64,
    count: u64,
    jitter: f64,
    length: u64,
    by: &mut Rng,
) -> Vec<Event> {
    let mut late = || (jitter * by.uniform()) as u64;
    (0..count).map(|k| Event { at: first + k * period + late(), length }).collect()
}

fn irregular(count: usize, until: u64, length: u64, by: &mut Rng) -> Vec<Event> {
    let mut at = || (until as f64 * by.uniform()) as u64;
    (0..count).map(|_| Event { at: at(), length }).collect()
}

/// Periods and how many came, the shortest first.
fn found(windows: &[Window], events: &[Event]) -> Vec<(f64, usize)> {
    let mut found: Vec<_> =
        trains(windows, events).iter().map(|t| (t.period, t.members.len())).collect();
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    found
}

#[test]
fn an_exact_train_is_known_to_one_unit_over_its_length() {
    let by = &mut Rng::new(1);
    let events = train(500, 4_000_000, 250, 0.0, 8_000, by);
    let trains = trains(&windows(1), &events);
    let [tick] = &trains[..] else { panic!("{trains:?}") };
    assert_eq!((tick.period, tick.came, tick.due), (4_000_000.0, 250, 250));
    assert_eq!(tick.error, 1.0 / 249.0);
    assert_eq!(tick.members, (0..250).collect::<Vec<_>>());
}

/// Five events at 0, 10, 20, 30 and 40, of which the third is late by 0.005: the slope by least squares is
/// unchanged, residuals are −0.001 four times and 0.004, so s² = 0.00002 / 3 and the slope's standard error
/// is √(s² / 10); times 3.1824, Student's quantile for three degrees of freedom. Here in millions.
#[test]
fn the_error_is_that_of_a_straight_line() {
    let events: Vec<Event> =
        [0, 10, 20, 30, 40].map(|at| Event { at: at * 1_000_000, length: 3 }).to_vec();
    let late = Event { at: 20_005_000, length: 3 };
    let events = [&events[..2], &[late], &events[3..]].concat();
    let trains = trains(&[Window { from: 0, length: 45_000_000 }], &events);
    let [train] = &trains[..] else { panic!("{trains:?}") };
    assert!((train.period - 1e7).abs() < 1e-3, "{train:?}");
    assert!((train.error - 2598.4).abs() < 0.1, "{}", train.error);
}

#[test]
fn a_tick_and_a_thief_are_told_apart_with_noise_between_them() {
    for seed in 0..20 {
        let by = &mut Rng::new(seed);
        let windows = windows(3);
        let mut all = train(500, 4_000_000, 900, 3_000.0, 8_000, by);
        all.extend(train(1_234_567, 100_000_000, 33, 20_000.0, 2_000_000, by));
        all.extend(irregular(100, 3_300_000_000, 30_000, by));
        let found = found(&windows, &seen(&windows, all));
        assert_eq!(found.len(), 2, "{seed}: {found:?}");
        assert!((found[0].0 - 4e6).abs() < 10.0 && found[0].1 > 720, "{seed}: {found:?}");
        assert!((found[1].0 - 1e8).abs() < 3000.0 && found[1].1 >= 28, "{seed}: {found:?}");
    }
}

/// What a lab's guest lost in two seconds: to the outer system's tick, to a timer that nobody had stopped, and
/// some more. The timer's first sixteen multiples are proposed as well.
#[test]
fn a_slow_exact_train_is_not_hidden_by_its_own_multiples() {
    let windows = windows(2);
    for seed in 0..20 {
        let by = &mut Rng::new(seed);
        let mut all = train(1_000, 3_999_972, 525, 4.0, 3_770, by);
        all.extend(train(11_689_000, 27_462_700, 76, 4.0, 22_400, by));
        all.extend(irregular(10, 2_100_000_000, 500_000, by));
        let found = found(&windows, &seen(&windows, all));
        assert_eq!(found.len(), 2, "{seed}: {found:?}");
        assert!((found[0].0 - 3_999_972.0).abs() < 0.1, "{seed}: {found:?}");
        assert!((found[1].0 - 27_462_700.0).abs() < 20.0 && found[1].1 > 60, "{seed}: {found:?}");
    }
}

/// A thief whose times are a tick's, too, is not taken for a tick.
#[test]
fn what_is_much_longer_at_a_ticks_time_is_a_train_of_its_own() {
    let by = &mut Rng::new(1);
    let mut all = train(500, 4_000_000, 500, 0.0, 8_000, by);
    all.iter_mut().step_by(25).for_each(|event| event.length = 2_000_000);
    let found = found(&[Window { from: 0, length: 2_000_000_000 }], &all);
    assert_eq!(found, [(4e6, 480), (1e8, 20)]);
}

/// What is rare, long and regular is found among ten times as many that are short and irregular.
#[test]
fn long_events_are_found_among_dense_short_ones() {
    for seed in 0..20 {
        let by = &mut Rng::new(seed);
        let windows = windows(5);
        let mut all = irregular(5_000, 5_500_000_000, 500, by);
        all.extend(train(77, 100_000_000, 55, 50_000.0, 2_000_000, by));
        let found = found(&windows, &seen(&windows, all));
        let [thief] = found[..] else { panic!("{seed}: {found:?}") };
        assert!((thief.0 - 1e8).abs() < 5e3, "{seed}: {thief:?}");
    }
}

#[test]
fn a_period_longer_than_a_window_is_found_across_windows() {
    let by = &mut Rng::new(3);
    let windows = windows(60);
    let all = train(40, 5_000_000_000, 13, 1_000.0, 90_000, by);
    let all = seen(&windows, all);
    let found = found(&windows, &all);
    assert!(all.len() >= 11 && found.len() == 1, "{found:?}");
    assert!((found[0].0 - 5e9).abs() < 1e3, "{found:?}");
}

/// Of events at random, hardly ever is one a train: of 200 streams at most one in a hundred.
#[test]
fn irregular_events_have_no_period() {
    let false_alarms = (0..200).filter(|seed| {
        let by = &mut Rng::new(*seed);
        let windows = windows(2);
        let all = irregular(20 + 10 * *seed as usize, 2_200_000_000, 4_000, by);
        !trains(&windows, &seen(&windows, all)).is_empty()
    });
    let false_alarms = false_alarms.count();
    assert!(false_alarms <= 2, "{false_alarms}");
}

/// The same where most of the time is taken: what is left of it is crowded.
#[test]
fn irregular_events_between_long_ones_have_no_period() {
    let false_alarms = (0..100).filter(|seed| {
        let by = &mut Rng::new(*seed);
        let (mut all, mut at) = (Vec::new(), 0.0);
        while at < 3e9 {
            at += 2e6 - 6e6 * by.uniform().ln();
            let length = if by.uniform() < 0.5 { 3e7 + 6e7 * by.uniform() } else { 1e4 };
            all.push(Event { at: at as u64, length: length as u64 });
            at += length;
        }
        !trains(&windows(3), &seen(&windows(3), all)).is_empty()
    });
    let false_alarms = false_alarms.count();
    assert!(false_alarms <= 2, "{false_alarms}");
}

/// The interval holds the true period in 95 % of simulated watches, as far as 400 can tell.
#[test]
fn intervals_hold_the_period_as_often_as_they_say() {
    let mut held = 0;
    for seed in 0..400 {
        let by = &mut Rng::new(seed);
        let windows = windows(2);
        let mut all = train(500, 10_000_000, 220, 0.0, 8_000, by);
        for event in &mut all {
            event.at += (50_000.0 * by.normal().abs()) as u64;
        }
        all.extend(irregular(40, 2_200_000_000, 9_000, by));
        let trains = trains(&windows, &seen(&windows, all));
        let [train] = &trains[..] else { panic!("{seed}: {trains:?}") };
        held += u32::from((train.period - 1e7).abs() <= train.error);
    }
    assert!(f64::from(held) / 400.0 >= crate::testing::least_share(0.95, 400), "{held} of 400");
}

/// An hour at 250 Hz with a thief: looked through once for each period that is tried.
#[test]
fn a_million_events_are_no_trouble() {
    let by = &mut Rng::new(5);
    let windows = windows(3600);
    let mut all = train(500, 4_000_000, 990_000, 3_000.0, 8_000, by);
    all.extend(train(1_234_567, 100_000_000, 39_600, 20_000.0, 2_000_000, by));
    let found = found(&windows, &all);
    assert_eq!(found.len(), 2, "{found:?}");
    assert!((found[0].0 - 4e6).abs() < 0.1 && (found[1].0 - 1e8).abs() < 10.0, "{found:?}");
}

#[test]
fn absurd_times_are_no_trouble() {
    let absurd = [0, 1, 2, 3, 4, 5, 6, u64::MAX / 2, u64::MAX - 1, u64::MAX];
    for length in [0, 1, u64::MAX] {
        let events = absurd.map(|at| Event { at, length });
        let _ = trains(&[Window { from: 0, length: u64::MAX }], &events);
        let _ = trains(&[Window { from: u64::MAX, length: 0 }], &events);
        let _ = trains(&[], &events);
    }
    assert_eq!(trains(&[], &[]), []);
}
