use super::*;
use crate::testing::{between, operation, platform, predict, workload};
use crate::{Amount, OperationCost};
use results::Quantity;
use stats::testing::{Rng, least_share};

#[test]
fn the_error_is_learned_from_the_other_workloads() {
    let costs = platform(vec![operation("a", 0.0, 1.0)]);
    let measured = [("x", 100.0, 1210.0), ("y", 200.0, 1080.0), ("z", 50.0, 1999.0)];
    let mut all: Vec<Prediction> = measured
        .iter()
        .map(|(name, count, total)| {
            let one = workload(name, 1000.0, &[("a", *count)]);
            let mut found = predict("operations", &one, &costs).unwrap();
            found.measured = Some(Quantity::exact(*total));
            found
        })
        .collect();
    learn(&mut all);
    // x has a tenth of 1,100 too little, y a tenth of 1,200 too much; t(2) = 4.30265.
    assert!((all[2].model_error.unwrap() - 0.430_265_3).abs() < 1e-6);
    assert!((all[2].predicted.high - (1050.0 + 430.265_3 * 1.05)).abs() < 1e-3);
    let mut two = all[..2].to_vec();
    for one in &mut two {
        one.model_error = None;
    }
    learn(&mut two);
    assert_eq!(two[0].model_error, None, "a single other workload tells nothing");
}

/// 1,000 are predicted, of which `error` thousandths are missing.
fn erring(name: &str, error: f64) -> Prediction {
    let found = predict("direct", &workload(name, 1000.0, &[]), &platform(vec![])).unwrap();
    Prediction { measured: Some(Quantity::exact(1000.0 + error)), ..found }
}

fn covers(one: &Prediction) -> bool {
    let measured = one.measured.unwrap().value;
    one.predicted.interval().unwrap().contains(measured)
}

/// Of two programs of gzip's kind neither tells anything of the other: x and y do, which are of their own.
#[test]
fn programs_of_the_same_kind_are_left_out_together() {
    let mut all =
        [erring("gzip", 100.0), erring("pigz", 200.0), erring("x", 10.0), erring("y", -10.0)];
    learn(&mut all);
    // x and y have 10 of 1,000 too little and too much, t(2) = 4.30265. Of x's others gzip has 100, pigz 200 and
    // y 10, t(3) = 3.18245.
    let of_x = 3.182_446 * (0.0501_f64 / 3.0).sqrt();
    for (one, expected) in all.iter().zip([0.043_026_53, 0.043_026_53, of_x, of_x]) {
        assert!((one.model_error.unwrap() - expected).abs() < 1e-5, "{one:?}");
    }
    let covered = all.iter().filter(|one| covers(one)).map(|one| &one.workload);
    assert_eq!(covered.collect::<Vec<_>>(), ["x", "y"]);
}

/// 19 programs of as many kinds have errors of 1 to 19 of 1,000: of the 18 others of each, the ⌈0.9 · 19⌉-th or
/// 18th is the largest, and 19 is the only one that is larger than all.
#[test]
fn where_there_are_many_nine_of_ten_are_within() {
    let mut all: Vec<_> =
        (1..=19).map(|error| erring(&format!("w{error}"), f64::from(error))).collect();
    learn(&mut all);
    let reaches: Vec<f64> = all.iter().map(|one| one.model_error.unwrap()).collect();
    let expected = (1..=19).map(|error| if error == 19 { 0.018 } else { 0.019 });
    assert!(reaches.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12), "{reaches:?}");
    assert_eq!(all.iter().filter(|one| covers(one)).count(), 18);
    // Of two kinds with 13 and 12 programs each has the other's ⌈0.9 · 13⌉-th or ⌈0.9 · 14⌉-th.
    let kinds = |at: u32| if at.is_multiple_of(2) { "gzip" } else { "tcc" };
    let errors = (1..=25).map(|at| (f64::from(at), kinds(at))).collect();
    let errors = Errors::of(errors);
    assert_eq!(errors.reach_without("gzip"), Some(25.0), "of 13 odd ones the 13th");
    assert_eq!(errors.reach_without("tcc"), Some(24.0), "of 12 even ones the 12th");
    assert_eq!(errors.reach_without("x"), Some(24.0), "of 25 the ⌈0.9 · 26⌉-th");
}

/// Costs and counts are known with normal errors, and the truth has a part that no model knows.
#[test]
fn intervals_cover_the_truth_as_often_as_they_claim() {
    const REPETITIONS: usize = 400;
    const REACH: f64 = 1.959_964;
    let mut rng = Rng::new(18);
    let mut known = |truth: f64, error: f64| {
        let value = truth * (1.0 + error * rng.normal());
        (
            value,
            Amount(between(value - REACH * error * truth, value, value + REACH * error * truth)),
        )
    };
    let mut unexplained = Rng::new(7);
    let (mut covered, mut all) = (0.0, 0.0);
    for _ in 0..REPETITIONS {
        let prices = [3000.0, 700.0];
        let cost = |name, cost| OperationCost { cost, ..operation(name, 0.0, 0.0) };
        let costs =
            platform(vec![cost("a", known(prices[0], 0.03).1), cost("b", known(prices[1], 0.1).1)]);
        let mut predictions: Vec<Prediction> = (1..=6)
            .map(|size| {
                let (a, b) = (10.0 * f64::from(size), 400.0 / f64::from(size));
                let mut one = workload(&format!("w{size}"), 1e6, &[]);
                one.counts.insert("a".to_owned(), known(a, 0.05).1);
                one.counts.insert("b".to_owned(), known(b, 0.05).1);
                let overhead = a * prices[0] + b * prices[1];
                let truth = 1e6 + overhead * (1.0 + 0.08 * unexplained.normal());
                let mut found = predict("operations", &one, &costs).unwrap();
                found.measured = Some(Quantity::exact(truth));
                found
            })
            .collect();
        learn(&mut predictions);
        for one in &predictions {
            let interval = one.predicted.interval().unwrap();
            covered += f64::from(u8::from(interval.contains(one.measured.unwrap().value)));
            all += 1.0;
        }
    }
    let share = covered / all;
    assert!(share > least_share(0.95, REPETITIONS), "{share}");
    assert!(share < 0.995, "wider than they have to be: {share}");
}
