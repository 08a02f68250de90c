//! What a model's error says nothing of: programs that do more of something than those that told it.

use std::collections::BTreeMap;

use crate::prediction::Prediction;
use crate::term::Term;
use crate::training::kind;

/// What adds less than this share of the native time is never named.
const LEAST: f64 = 0.001;

/// Names in each of `predictions` the events that add a greater share of the native time than in any program
/// that the model's error was learned from.
pub(crate) fn mark(predictions: &mut [Prediction]) {
    let mut known: BTreeMap<[&str; 3], Vec<(&str, f64)>> = BTreeMap::new();
    for one in predictions.iter().filter(|one| one.measured.is_some()) {
        for term in &one.terms {
            let told = known.entry([&one.platform, one.model, &term.event]).or_default();
            told.push((kind(&one.workload), share(one, term)));
        }
    }
    let is_beyond = |one: &Prediction, term: &Term| {
        let told = known.get(&[one.platform.as_str(), one.model, &term.event]);
        let others = told.into_iter().flatten().filter(|(other, _)| *other != kind(&one.workload));
        let most = others.map(|(_, share)| *share).fold(LEAST, f64::max);
        share(one, term) > most
    };
    let beyond: Vec<Vec<String>> = predictions
        .iter()
        .map(|one| {
            let terms = one.terms.iter().filter(|term| is_beyond(one, term));
            let names = terms.map(|term| term.event.clone());
            if one.model_error.is_some() { names.collect() } else { Vec::new() }
        })
        .collect();
    for (one, beyond) in predictions.iter_mut().zip(beyond) {
        one.beyond = beyond;
    }
}

fn share(one: &Prediction, term: &Term) -> f64 {
    term.adds.value.abs() / one.native.value
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{operation, platform, predict, workload};
    use results::Quantity;

    #[test]
    fn what_adds_more_than_in_any_program_of_another_kind_is_named() {
        let costs = platform(vec![operation("a", 0.0, 1.0), operation("b", 0.0, 1.0)]);
        let of = |name: &str, a: f64, b: f64, is_measured: bool| {
            let one = workload(name, 10_000.0, &[("a", a), ("b", b)]);
            let found = predict("operations", &one, &costs).unwrap();
            let measured = is_measured.then(|| Quantity::exact(20_000.0));
            Prediction { measured, model_error: Some(0.1), ..found }
        };
        let mut all = [
            of("gzip", 100.0, 5.0, true),
            of("pigz", 300.0, 5.0, true),
            of("mine", 200.0, 11.0, false),
            of("tcc", 50.0, 9.0, true),
        ];
        mark(&mut all);
        // b adds at most LEAST of 10,000 among the others; pigz is of gzip's kind, and tcc alone is of another.
        let beyond: Vec<&[String]> = all.iter().map(|one| &one.beyond[..]).collect();
        let [a, b] = [&["a".to_owned()][..], &["b".to_owned()][..]];
        assert_eq!(beyond, [a, a, b, &[][..]]);
        let unlearned = Prediction { model_error: None, ..of("mine", 9000.0, 9000.0, false) };
        let mut all = [all[0].clone(), unlearned];
        mark(&mut all);
        assert!(all[1].beyond.is_empty(), "nothing was learned");
    }
}
