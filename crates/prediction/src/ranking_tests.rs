use super::*;
use crate::testing::{between, platform, predict, workload};

fn predicted(platform_label: &str, of: Quantity) -> Prediction {
    let found = predict("direct", &workload("w", 1.0, &[]), &platform(vec![])).unwrap();
    Prediction { platform: platform_label.to_owned(), predicted: of, ..found }
}

#[test]
fn platforms_stand_by_their_time_with_how_sure_the_first_is() {
    // A difference of 10 with deviations of 5/1.96 each, √2 of that together: P(Z < −2.772).
    let all =
        [predicted("b", between(105.0, 110.0, 115.0)), predicted("a", between(95.0, 100.0, 105.0))];
    let ranking = &ranking(&all)[0];
    assert_eq!(ranking.platforms[0].0, "a");
    assert!((ranking.certainty.unwrap() - 0.997_21).abs() < 1e-4, "{ranking:?}");
}

#[test]
fn exact_times_are_ranked_for_certain_and_unknown_ones_are_not() {
    let certainty = |times: &[Quantity]| {
        let all = times.iter().enumerate().map(|(i, t)| predicted(&i.to_string(), *t));
        ranking(&all.collect::<Vec<_>>())[0].certainty
    };
    let exact = Quantity::exact;
    assert_eq!(certainty(&[exact(1.0), exact(2.0)]), Some(1.0));
    assert_eq!(certainty(&[exact(1.0), exact(1.0)]), Some(0.5));
    assert_eq!(certainty(&[exact(1.0)]), Some(1.0));
    let unknown = Quantity { has_interval: false, ..exact(3.0) };
    assert_eq!(certainty(&[exact(1.0), unknown]), None);
}

#[test]
fn a_platform_without_the_host_s_share_is_not_held_against_one_that_has_it() {
    let stolen = crate::Term::new(STOLEN, SPIN, Quantity::exact(1.0), Quantity::exact(2.0));
    let one = predicted("a", Quantity::exact(1.0));
    let other = Prediction { terms: vec![stolen], ..predicted("b", Quantity::exact(3.0)) };
    let found = ranking(&[one, other.clone()]).remove(0);
    assert_eq!(found.missing, [("a".to_owned(), vec![SPIN.to_owned()])]);
    assert!(found.platforms.is_empty());
    let both = [other.clone(), Prediction { platform: "c".to_owned(), ..other }];
    assert!(ranking(&both)[0].missing.is_empty());
}
