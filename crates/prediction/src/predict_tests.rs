use super::*;
use crate::ranking;
use crate::signature::PlatformCosts;
use crate::testing::{exact, operation, platform, workload};
use crate::usage::Elsewhere;
use results::{Beside, Eta, Event, Events, PlatformRun, Status, Unit};

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
    select(all, &[], &[], &[])
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
fn nothing_is_predicted_where_another_machine_s_time_would_have_to_serve() {
    let mut signature = signature();
    signature.platforms[1].native = "other".into();
    let [unknown, mut known] = ["w", "v"].map(|name| workload(name, 1000.0, &[("cpuid", 1.0)]));
    let there = [("cpuid".to_owned(), exact(2.0))].into();
    known.elsewhere.insert("other".into(), Elsewhere { native: exact(500.0), counts: there });
    let all = predict(&signature, &[unknown, known], &[], &[]);
    let predicted: Vec<_> = select(all, &[], &[], &[])
        .into_iter()
        .map(|one| (one.platform, one.workload, one.predicted.value))
        .collect();
    let one = |platform: &str, name: &str, time| (platform.to_owned(), name.to_owned(), time);
    let all = [one("whole", "w", 1009.0), one("whole", "v", 1009.0), one("partial", "v", 502.0)];
    assert_eq!(predicted, all);
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
    assert!(select(all, &[], &[], &[]).iter().all(|one| one.predicted == exact(1020.0).0));
}

/// A document in which the platform called `label` took `value` for the workload, with an exit.
fn measured(label: &str, value: f64) -> Document {
    let event = Event { run: 0, control: 0, per_operation: 1.0, residual: 0.0 };
    let counters = [("exit_io".to_owned(), event)].into();
    let summary = Summary {
        value: Some(value),
        low: Some(value),
        high: Some(value),
        events: Some(Events { n: 1, counters, expected: None }),
        ..Summary::without_value("w", "workload", Status::Ok, String::new())
    };
    let (label, benchmarks) = (label.to_owned(), vec![summary]);
    let run = PlatformRun { label, benchmarks, ..PlatformRun::default() };
    Document { platforms: vec![run], ..Document::default() }
}

#[test]
fn beside_neighbours_only_what_needs_no_run_there_is_predicted() {
    let eta = Eta { value: 2.0, low: Some(2.0), high: Some(2.0) };
    let spin = Summary {
        eta: Some(eta),
        ..Summary::without_value("turn", "test", Status::Ok, String::new())
    };
    let run = PlatformRun {
        label: "whole+noise".to_owned(),
        beside: Some(Beside { alone: "whole".to_owned(), ..Beside::default() }),
        benchmarks: vec![spin],
        ..PlatformRun::default()
    };
    let noise = Interference::of(&run, |_| Some("spin".to_owned())).unwrap();
    let mut signature = signature();
    signature.platforms[0].exits.insert("io".to_owned(), exact(3.0));
    let documents = [measured("whole", 1200.0), measured("whole+noise", 2500.0)];
    let w = workload("w", 1000.0, &[("out", 2.0)]);
    let all = predict(&signature, &[w], &documents, &[noise]);
    let of = |label: &str| {
        let found = all.iter().filter(|one| one.platform == label);
        found.map(|one| (one.model, one.measured.map(|time| time.value))).collect::<Vec<_>>()
    };
    let each = |models: &[&'static str], time: Option<f64>| {
        models.iter().map(|model| (*model, time)).collect::<Vec<_>>()
    };
    let a_priori = ["direct", "operations", "shadow"];
    assert_eq!(of("whole+noise"), each(&a_priori, Some(2500.0)));
    assert_eq!(of("whole"), each(&["direct", "operations", "shadow", "attributed"], Some(1200.0)));
    assert_eq!(of("partial"), each(&a_priori, None));
    // Twice its own 1000 and twice 2·50.
    let operations = all.iter().find(|it| it.platform == "whole+noise" && it.model == "operations");
    assert_eq!(operations.unwrap().predicted.value, 2200.0);
    assert_eq!(all.len(), 10);
}

#[test]
fn models_are_selected_by_their_names() {
    let all = predict(&signature(), &[workload("w", 1000.0, &[("out", 2.0)])], &[], &[]);
    let named = |names: &[&str]| {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let found = select(all.clone(), &["whole".to_owned()], &[], &names);
        found.iter().map(|one| one.model).collect::<Vec<_>>()
    };
    assert_eq!(named(&["direct"]), ["direct"]);
    assert_eq!(named(&["shadow", "direct"]), ["direct", "shadow"]);
    assert_eq!(named(&[EVERY_MODEL]), ["direct", "operations", "shadow"]);
    assert!(named(&["dance"]).is_empty());
}
