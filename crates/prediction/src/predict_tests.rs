use super::*;
use crate::ranking;
use crate::signature::PlatformCosts;
use crate::testing::{exact, operation, platform, workload};
use results::Unit;

/// One platform that has a price of `out`, and one that has none.
fn signature() -> Signature {
    let named = |name: &str, costs: PlatformCosts| PlatformCosts { platform: name.into(), ..costs };
    let platforms = vec![
        named("whole", platform(vec![operation("out", 0.0, 50.0), operation("cpuid", 0.0, 9.0)])),
        named("partial", platform(vec![operation("cpuid", 0.0, 1.0)])),
    ];
    Signature { platforms, ..Signature::new(Unit::Instructions) }
}

fn predicted(counts: &[(&str, f64)]) -> Vec<Prediction> {
    let all = predict(&signature(), &[workload("w", 1000.0, counts)], &[], &[]);
    select(&all, &[], &[], &[])
}

#[test]
fn what_has_no_price_may_cost_as_much_as_anywhere_and_bars_the_ranking() {
    let all = predicted(&[("out", 2.0), ("cpuid", 1.0)]);
    let [whole, partial] = &all[..] else { panic!("{all:?}") };
    assert!(whole.unpriced.is_empty());
    assert_eq!(whole.predicted, exact(1109.0).0);
    assert_eq!(partial.unpriced, ["out"]);
    assert_eq!((partial.predicted.low, partial.predicted.high), (1001.0, 1101.0));
    let ranking = &ranking(&all)[0];
    assert_eq!(ranking.missing, [("partial".to_owned(), vec!["out".to_owned()])]);
    assert!(ranking.platforms.is_empty() && ranking.certainty.is_none(), "{ranking:?}");
}

#[test]
fn what_has_a_price_nowhere_leaves_the_interval_open() {
    let all = predicted(&[("dance", 2.0), ("cpuid", 1.0)]);
    assert!(all.iter().all(|one| one.unpriced == ["dance"] && !one.predicted.has_interval));
    let ranking = &ranking(&all)[0];
    assert!(ranking.missing.is_empty());
    assert_eq!((ranking.platforms.len(), ranking.certainty), (2, None));
}

#[test]
fn what_never_happens_and_what_other_prices_have_needs_none() {
    let all = predicted(&[("out", 0.0), ("interrupt_end", 5.0), ("syscall", 9.0), ("cpuid", 1.0)]);
    assert!(all.iter().all(|one| one.unpriced.is_empty() && one.predicted.has_interval));
    assert_eq!(ranking(&all)[0].certainty, Some(1.0));
}

#[test]
fn a_cost_that_is_set_is_one_on_every_platform() {
    let mut set = signature();
    assert!(set.set("out", 10.0));
    let all = predict(&set, &[workload("w", 1000.0, &[("out", 2.0)])], &[], &[]);
    assert!(select(&all, &[], &[], &[]).iter().all(|one| one.predicted == exact(1020.0).0));
}
