use super::*;
use crate::testing::{between, operation, platform, predict, workload};
use crate::{Amount, OperationCost};
use results::Quantity;
use stats::testing::{Rng, least_share};

#[test]
fn the_error_is_learned_from_the_other_workloads() {
    let costs = platform(vec![operation("a", 0.0, 1.0)]);
    let measured = [("x", 100.0, 1110.0), ("y", 200.0, 1180.0), ("z", 50.0, 1999.0)];
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
    // Of z's 50: x has 10 of 100 too little, y 20 of 200 too much; t(2) = 4.30265.
    assert!((all[2].model_error.unwrap() - 0.1).abs() < 1e-12);
    assert!((all[2].predicted.high - (1050.0 + 4.302_653 * 5.0)).abs() < 1e-4);
    let mut two = all[..2].to_vec();
    for one in &mut two {
        one.model_error = None;
    }
    learn(&mut two);
    assert_eq!(two[0].model_error, None, "a single other workload tells nothing");
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

#[test]
fn a_model_without_overhead_errs_by_shares_of_the_native_time() {
    let measured = [("x", 1010.0), ("y", 1010.0), ("z", 1999.0)].map(|(name, total)| {
        let found = predict("direct", &workload(name, 1000.0, &[]), &platform(vec![])).unwrap();
        Prediction { measured: Some(Quantity::exact(total)), ..found }
    });
    let mut all = measured.to_vec();
    learn(&mut all);
    // Each other workload takes 1 % longer; t(2) = 4.30265.
    assert!((all[2].model_error.unwrap() - 0.01).abs() < 1e-12);
    assert!((all[2].predicted.high - (1000.0 + 4.302_653 * 10.0)).abs() < 1e-4);
}
