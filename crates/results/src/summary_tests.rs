use super::*;
use crate::GuestEnvironment;
use crate::{Idle, Plan, Reference, Sample};

/// A benchmark measured with these costs, one operation a batch.
fn measured(costs: &[u64]) -> Measured {
    let sample = |(i, cost): (usize, &u64)| Sample {
        i: i as u64,
        run: 1000 + cost,
        control: 1000,
        ..Sample::default()
    };
    let mut part = ended(Status::Ok, "");
    part.plan = Some(Plan { n: 1, batches: 0, why: String::new() });
    part.samples = costs.iter().enumerate().map(sample).collect();
    part.estimate = Estimate::of(part.costs());
    part.stopped = Some(Stop::Precise);
    part
}

fn ended(status: Status, reason: &str) -> Measured {
    Measured { status, ..Measured::unfinished("a", "test", reason) }
}

fn over(parts: &[Measured]) -> Summary {
    over_by(parts, None)
}

/// The same beside a reference of ten turns, which takes `floor` ticks a turn at best.
fn over_by(parts: &[Measured], floor: Option<f64>) -> Summary {
    let guest = GuestEnvironment {
        idle: Some(Idle { step: Some(2), ..Idle::default() }),
        reference: Some(Reference { rounds: Some(10), ticks: None }),
        ..GuestEnvironment::default()
    };
    let guest = floor.map(|_| guest).unwrap_or_default();
    let boot = |round| Boot { round, guest: guest.clone(), ..Boot::default() };
    let boots: Vec<Boot> = (1..).take(parts.len()).map(boot).collect();
    let parts: Vec<_> = boots.iter().zip(parts).collect();
    Summary::over_boots(&parts, floor, Unit::Cycles).unwrap()
}

/// The same part with the reference's time beside each batch, in ticks a turn.
fn beside(part: Measured, ticks: &[u64]) -> Measured {
    let samples = part.samples.into_iter().zip(ticks).map(|(sample, ticks)| Sample {
        before: Some(10 * ticks),
        after: Some(10 * ticks),
        ..sample
    });
    Measured { samples: samples.collect(), ..part }
}

#[test]
fn quiet_batches_make_the_cost_and_the_others_what_it_typically_was() {
    let boot = || beside(measured(&[200, 100, 102, 210, 98, 100]), &[180, 100, 104, 190, 100, 102]);
    let summary = over_by(&[boot(), boot(), boot()], Some(100.0));
    assert!((summary.value.unwrap() - 100.0).abs() < 1e-9, "{summary:?}");
    assert!((summary.typical.unwrap() - 101.0).abs() < 1e-9, "{summary:?}");
    let method = summary.estimate.as_ref().unwrap().ci95.unwrap().method;
    assert_eq!(method, crate::Method::QuietBoots);
    // Equal boots, and a counter that advances by two ticks at once.
    assert!((summary.high.unwrap() - 102.0).abs() < 1e-9, "{summary:?}");
    assert_eq!(summary.boots.iter().map(|boot| boot.cost).collect::<Vec<_>>(), [Some(100.0); 3]);
}

#[test]
fn where_no_batch_is_quiet_the_interval_holds_what_the_machine_may_have_added() {
    let boot = || beside(measured(&[200; 6]), &[200; 6]);
    let summary = over_by(&[boot(), boot(), boot(), boot()], Some(100.0));
    let method = summary.estimate.as_ref().unwrap().ci95.unwrap().method;
    assert_eq!(method, crate::Method::ScaledBoots);
    assert!(summary.value.unwrap() < 130.0 && summary.high.unwrap() > 200.0, "{summary:?}");
    assert!(summary.low.unwrap() < 100.0);
}

#[test]
fn levels_of_the_operation_s_own_are_told() {
    let two: Vec<u64> = (0..12).map(|i| if i % 3 == 0 { 180 + i } else { 100 + i / 4 }).collect();
    let boot = || beside(measured(&two), &[100; 12]);
    let levels = over_by(&[boot(), boot(), boot()], Some(100.0)).levels.unwrap();
    assert!((levels.share_high - 1.0 / 3.0).abs() < 1e-9, "{levels:?}");
    assert!(levels.low < 104.0 && levels.high > 180.0, "{levels:?}");
}

#[test]
fn one_boot_is_its_median_with_the_interval_of_order_statistics() {
    let summary = over(&[measured(&[10, 12, 11, 14, 13, 15, 16, 17, 18])]);
    assert_eq!((summary.value, summary.low, summary.high), (Some(14.0), Some(11.0), Some(17.0)));
    assert_eq!(summary.spread.unwrap().between, None);
    assert_eq!((summary.boots.len(), summary.boots[0].round), (1, 1));
}

#[test]
fn several_boots_are_the_mean_of_their_medians_whatever_their_batches() {
    let summary = over(&[measured(&[10; 200]), measured(&[40; 7])]);
    assert!((summary.value.unwrap() - 20.0).abs() < 1e-9);
    let estimate = summary.estimate.as_ref().unwrap();
    assert_eq!((estimate.batches, estimate.median), (207, 10.0));
    assert_eq!(estimate.ci95.unwrap().method, crate::Method::BootMeans);
    let spread = summary.spread.unwrap();
    assert_eq!(spread.within, Some(0.0));
    assert!((spread.between.unwrap() - 4f64.ln() / 2f64.sqrt()).abs() < 1e-12);
    assert_eq!(summary.boots.iter().map(|b| b.median).collect::<Vec<_>>(), [10.0, 40.0]);
}

#[test]
fn identical_boots_have_zero_width() {
    let summary = over(&[measured(&[3; 30]), measured(&[3; 30]), measured(&[3; 30])]);
    assert_eq!((summary.value, summary.low, summary.high), (Some(3.0), Some(3.0), Some(3.0)));
    assert_eq!(summary.spread, Some(Spread { within: Some(0.0), between: Some(0.0) }));
}

#[test]
fn a_cost_that_boots_cannot_tell_from_zero_has_no_value() {
    let costs = [0, 0, 0, 1, 2, 3, 4, 5];
    for parts in [vec![measured(&costs)], vec![measured(&[0; 8]), measured(&costs)]] {
        let summary = over(&parts);
        assert!(summary.is_below_resolution());
        assert_eq!((summary.value, summary.low, summary.high), (None, Some(0.0), Some(5.0)));
        assert_eq!(summary.status, Status::Ok);
    }
}

#[test]
fn the_worst_status_counts_and_says_in_which_boot() {
    let summary = over(&[measured(&[9; 8]), ended(Status::Hung, "silence"), measured(&[9; 8])]);
    assert_eq!((summary.status, &summary.reason[..]), (Status::Hung, "boot 2: silence"));
    assert_eq!((summary.value, summary.estimate), (None, None));
}

#[test]
fn a_boot_that_could_not_run_it_takes_nothing_from_one_that_did() {
    let summary = over(&[measured(&[9; 8]), ended(Status::Skipped, "interrupted")]);
    assert_eq!((summary.status, summary.value), (Status::Ok, Some(9.0)));
    assert_eq!(summary.reason, "boot 2: interrupted");
    let summary = over(&[ended(Status::Skipped, "no port"), ended(Status::Skipped, "no port")]);
    assert_eq!((summary.status, &summary.reason[..]), (Status::Skipped, "no port"));
}

#[test]
fn the_boot_that_had_to_stop_earliest_tells_why() {
    let mut hasty = measured(&[9; 8]);
    hasty.stopped = Some(Stop::Budget);
    assert_eq!(over(&[measured(&[9; 8]), hasty]).stopped, Some(Stop::Budget));
}

/// Half of its batches were disturbed: the interval of the quiet ones is a point, which the counter's step
/// of two ticks widens.
#[test]
fn one_boot_is_its_quiet_batches_known_as_far_as_the_counter_steps() {
    let costs: Vec<u64> = (0..16).map(|i| if i % 2 == 0 { 100 } else { 900 }).collect();
    let summary = over_by(&[beside(measured(&costs), &costs)], Some(100.0));
    assert!((summary.value.unwrap() - 100.0).abs() < 1e-9, "{summary:?}");
    assert!((summary.low.unwrap() - 100.0 / 1.02).abs() < 0.1, "{summary:?}");
    assert!((summary.high.unwrap() - 102.0).abs() < 1e-9, "{summary:?}");
}

#[test]
fn costs_of_which_one_is_nothing_have_no_spread() {
    let mixed = over(&[measured(&[0; 8]), measured(&[10; 8])]);
    assert_eq!(mixed.spread.and_then(|spread| spread.between), None);
}
