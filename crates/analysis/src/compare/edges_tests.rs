//! Where verdicts, rules and differences begin: at their limits, and where one side lacks something.

use super::allowance::Allowance;
use super::tests::{compared, cycles, measured, side};
use super::*;
use results::{Boot, Document, PlatformRun, Status, Summary};

#[test]
fn a_comparison_is_settled_when_nothing_is_undecided_or_no_boots_would_help() {
    let costs: &[f64] = &[100.0, 101.0, 99.0, 100.5];
    let a = cycles("a", &[("x", costs), ("y", costs)]);
    let mut found = compared(&a, &a);
    assert_eq!((found.count(Verdict::Same), found.count(Verdict::Slower)), (2, 0));
    assert!(found.is_settled());
    found.rows[1].verdict = Verdict::Undecided;
    assert!(!found.is_settled());
    found.rows[1].is_hopeless = true;
    assert!(found.is_settled());
}

/// Costs so far apart that no number of boots tells the two sides apart, on so many of them.
#[test]
fn whether_more_boots_would_help_is_said_from_twenty_on() {
    let hopeless = |boots: usize| {
        let costs: Vec<f64> = (0..boots).map(|i| if i % 2 == 0 { 50.0 } else { 200.0 }).collect();
        let side = cycles("a", &[("x", &costs)]);
        let row = compared(&side, &side).rows.remove(0);
        (row.verdict, row.is_hopeless)
    };
    assert_eq!(hopeless(19), (Verdict::Undecided, false));
    assert_eq!(hopeless(20), (Verdict::Undecided, true));
}

#[test]
fn a_gate_without_rules_is_open_and_one_with_rules_watches_what_is_undecided() {
    let (steady, wide): (&[f64], &[f64]) = (&[100.0, 100.0, 100.0], &[90.0, 300.0, 70.0]);
    let a = cycles("a", &[("x", steady), ("y", steady), ("z", steady)]);
    let undecided = compared(&a, &cycles("b", &[("x", wide)]));
    let decided = compared(&a, &a);
    let rule = Gate::default().and(Rule::slower(0.05));
    assert!(Gate::default().is_open() && !rule.is_open());
    assert!(rule.is_undecided(&undecided) && !rule.is_undecided(&decided));
    assert!(!Gate::default().is_undecided(&undecided), "nothing is watched");
    let missing = compared(&cycles("a", &[("x", wide)]), &cycles("b", &[]));
    assert!(!rule.is_undecided(&missing), "what was not measured breaks no rule");
    let dearer = compared(&a, &cycles("b", &[("x", &[110.0, 110.0, 110.0])]));
    let broken = rule.violations(&dearer);
    assert_eq!(
        broken.iter().map(|it| (&*it.benchmark, &*it.rule)).collect::<Vec<_>>(),
        [("x", "slower>5%")]
    );
    let file = tempfile::NamedTempFile::new().unwrap();
    let never = "[[rule]]\nbenchmarks = \"x\"\nfail-on = \"never\"\n";
    std::fs::write(file.path(), never).unwrap();
    let excepted = Gate::new(&[Rule::slower(0.05)], Some(file.path())).unwrap();
    assert!(!excepted.is_undecided(&undecided) && !excepted.is_open());
    assert!(!Gate::new(&[], Some(file.path())).unwrap().is_open());
}

#[test]
fn rules_are_written_as_they_are_read_and_hold_in_their_direction() {
    for rule in ["slower>5%", "faster>2.5%", "changed>0%"] {
        assert_eq!(rule.parse::<Rule>().unwrap().to_string(), rule);
    }
    let of = |cost: f64| {
        let (a, b) = (
            side("a", Unit::Instructions, &[("x", &[100.0])]),
            side("b", Unit::Instructions, &[("x", &[cost])]),
        );
        let found = compared(&a, &b);
        let is_broken =
            |rule: &str| !Gate::default().and(rule.parse().unwrap()).violations(&found).is_empty();
        ["slower>25%", "faster>25%", "changed>25%"].map(is_broken)
    };
    assert_eq!(of(150.0), [true, false, true]);
    assert_eq!(of(50.0), [false, true, true]);
    assert_eq!([of(125.0), of(75.0)], [[false; 3]; 2], "the limit itself is allowed");
}

#[test]
fn a_threshold_is_a_percentage_from_nothing_to_a_million() {
    let shares = ["5%", " 0 %", "1e6%"].map(|text| threshold(text).unwrap());
    assert_eq!(shares, [0.05, 0.0, 1e4]);
    for wrong in ["-1%", "1000001%", "5", "%", "x%", "NaN%"] {
        assert!(threshold(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn verdicts_are_called_the_same_in_files_and_on_the_screen() {
    for verdict in Verdict::ALL {
        assert_eq!(serde_json::to_value(verdict).unwrap(), verdict.word());
        assert_eq!(verdict.to_string(), verdict.word());
    }
}

#[test]
fn a_side_is_a_file_one_of_its_platforms_or_published_figures() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a:b.json");
    let name = path.to_str().unwrap();
    let label = |label: &str| PlatformRun { label: label.into(), ..cycles("a", &[]).run };
    let document = Document {
        schema_version: 1,
        platforms: vec![label("x"), label("y")],
        ..Document::default()
    };
    std::fs::write(&path, serde_json::to_string(&document).unwrap()).unwrap();
    let found = |name: &str| {
        Side::find(name).map(|side| (side.run.label, side.name)).map_err(|e| e.to_string())
    };
    let named = format!("{name}:y");
    assert_eq!(found(&named), Ok(("y".to_owned(), named.clone())));
    assert_eq!(found(&format!("{name}:z")), Err(format!("{name} has no platform \"z\"")));
    assert_eq!(found(name), Err(format!("{name} has 2 platforms; one has to be chosen")));
    assert_eq!(found("paper-host").unwrap().0, "paper-host");
    assert!(found("paper-mainframe").unwrap_err().starts_with("there is no file"));
    assert!(found("@999999").unwrap_err().starts_with("there is no run"));
}

#[test]
fn counted_instructions_that_vary_are_known_by_their_boots() {
    let steady = side("a", Unit::Instructions, &[("x", &[100.0, 100.0, 100.0])]);
    let varying = side("b", Unit::Instructions, &[("x", &[100.0, 120.0, 90.0])]);
    let change = |b: &Side| compared(&steady, b).rows[0].change.clone().unwrap();
    assert_eq!(change(&varying).basis, Basis::Boots);
    let same = change(&steady);
    assert_eq!((same.basis, same.difference, same.certain), (Basis::Exact, 0.0, false));
    let dearer = side("c", Unit::Instructions, &[("x", &[101.0, 101.0, 101.0])]);
    assert!(change(&dearer).certain);
}

/// A timer falls into one batch of some: another boot would have it in the same one.
#[test]
fn counted_instructions_of_one_boot_are_told_apart_by_their_batches() {
    let one = |run: &str, costs: [f64; 6]| {
        let (mut side, boot) = (side(run, Unit::Instructions, &[]), Boot::default());
        let parts = [(&boot, &measured("x", costs.to_vec()))];
        side.run.benchmarks.extend(Summary::over_boots(&parts, None, Unit::Instructions));
        side
    };
    let costs = |by: f64| [4290.0, 4290.0, 4290.0, 4290.0, 4302.0, 4290.0].map(|cost| cost + by);
    let before = one("a", costs(0.0));
    let row = |b: &Side| compared(&before, b).rows[0].clone();
    let (dearer, same) = (row(&one("b", costs(854.0))), row(&one("c", costs(0.0))));
    let change = dearer.change.unwrap();
    assert_eq!((change.basis, dearer.verdict), (Basis::Counted, Verdict::Slower));
    assert_eq!((same.verdict, same.change.unwrap().certain), (Verdict::Same, false));
}

/// Of the 20 ways to deal six ranks to two sides of three, four lie as far apart: the figures alone would say
/// a seventh.
#[test]
fn boots_that_overlap_are_as_likely_as_their_ranks() {
    let a = cycles("a", &[("x", &[100.0, 101.0, 103.0])]);
    let b = cycles("b", &[("x", &[102.0, 104.0, 105.0])]);
    let change = compared(&a, &b).rows[0].change.clone().unwrap();
    assert!((change.p_value.unwrap() - 4.0 / 20.0).abs() < 1e-9, "{change:?}");
}

#[test]
fn an_interval_that_ends_at_zero_does_not_leave_it_out() {
    let certain = |low, high| {
        let share = f64::midpoint(low, high);
        let (p_value, adjusted_p) = (Some(0.0), None);
        let (low, high) = (Some(low), Some(high));
        let (difference, basis) = (share, Basis::Boots);
        let mut change =
            Change { share, low, high, difference, basis, p_value, adjusted_p, certain: false };
        change.adjust(0.001, Allowance { looks: None, boots: 9 });
        change.certain
    };
    assert!(certain(0.1, 0.2) && certain(-0.2, -0.1));
    assert!(!certain(0.0, 0.2) && !certain(-0.2, 0.0) && !certain(-0.1, 0.1));
}

#[test]
fn clocks_that_differ_by_more_than_a_hundredth_are_told() {
    let at = |run: &str, unit, hz| {
        let mut side = side(run, unit, &[("x", &[1.0, 1.0])]);
        let timer = results::Timer { hz: Some(hz), ..results::Timer::default() };
        side.run.boots[0].guest.timer = Some(timer);
        side
    };
    let clocks = |a: &Side, b: &Side| {
        let mut found = compared(a, b).environment.into_iter();
        let found = found.find(|it| it.field == "guest.timer.hz");
        found.map(|it| (it.a, it.b, it.decisive))
    };
    let cycles = |run: &str, hz| at(run, Unit::Cycles, hz);
    let told = |decisive| Some(("1000 MHz".to_owned(), "985 MHz".to_owned(), decisive));
    let (fast, slow) = (cycles("a", 1_000_000_000), cycles("b", 985_000_000));
    assert_eq!(clocks(&fast, &slow), told(true));
    assert_eq!(clocks(&fast, &cycles("a", 985_000_000)), told(false), "one machine");
    assert_eq!(clocks(&fast, &cycles("b", 995_000_000)), None);
    assert_eq!(clocks(&cycles("a", 100), &cycles("b", 99)), None, "a hundredth");
    let counted = |hz| at("a", Unit::Instructions, hz);
    assert_eq!(clocks(&counted(1000), &counted(500)), None);
}

#[test]
fn what_a_guest_does_about_weaknesses_is_told_where_it_says_so() {
    let with = |state: Option<&str>| {
        let mut side = cycles("a", &[("x", &[1.0])]);
        let vulnerabilities = state.map(|state| ("l1tf".to_owned(), state.to_owned()));
        let vulnerabilities = vulnerabilities.into_iter().collect();
        let system = results::System { vulnerabilities, ..results::System::default() };
        side.run.boots[0].guest.system = Some(system);
        side
    };
    let told = |a, b| {
        let found = compared(&with(a), &with(b)).environment.into_iter();
        found.map(|it| (it.field, it.a, it.b)).collect::<Vec<_>>()
    };
    let field = |a: &str, b: &str| ("guest.vulnerabilities".to_owned(), a.to_owned(), b.to_owned());
    let said = |state: &str| format!(r#"{{"l1tf":"{state}"}}"#);
    assert_eq!(told(Some("mitigated"), Some("open")), [field(&said("mitigated"), &said("open"))]);
    assert_eq!(told(Some("open"), None), [field(&said("open"), "unknown")]);
    assert_eq!(told(None, None), []);
}

#[test]
fn in_time_all_of_a_side_is_nanoseconds_and_both_need_a_clock() {
    let timer = results::Timer { hz: Some(2_000_000_000), ..results::Timer::default() };
    let mut side = cycles("a", &[("x", &[2600.0, 2600.0])]);
    for (boot, figure) in side.run.boots.iter_mut().zip(&mut side.run.benchmarks[0].boots) {
        boot.guest.timer = Some(timer.clone());
        figure.cost = Some(2600.0);
    }
    let boot = &side.in_time().unwrap().run.benchmarks[0].boots[0];
    assert_eq!((boot.median, boot.cost, boot.low), (1300.0, Some(1300.0), Some(1300.0)));
    let mut other = cycles("b", &[("x", &[1.0, 1.0])]);
    other.about.host.cpu = "Another CPU".into();
    assert_eq!([compared(&side, &other).mode, compared(&other, &side).mode], [Mode::Apart; 2]);
}

#[test]
fn rows_keep_their_figures_without_what_is_as_large_as_results() {
    let mut a = cycles("a", &[("x", &[1.0, 1.0])]);
    let summary = &mut a.run.benchmarks[0];
    summary.latency = Some(results::Latency::announced(1, [1, 1], 0));
    summary.events = Some(results::Events::default());
    summary.estimate = results::Estimate::of(vec![1.0]);
    let row = compared(&a, &a).rows.remove(0);
    for side in [row.a, row.b] {
        let side = side.unwrap();
        assert!(side.latency.is_none() && side.events.is_none() && side.estimate.is_none());
        assert_eq!((side.value, side.boots.len()), (Some(1.0), 2));
    }
}

#[test]
fn what_was_skipped_on_one_side_is_neither_broken_nor_mended() {
    let ran = cycles("a", &[("x", &[1.0, 1.0])]);
    let mut skipped = ran.clone();
    skipped.run.benchmarks =
        vec![Summary::without_value("x", "test", Status::Skipped, "no port".into())];
    let row = |a: &Side, b: &Side| {
        let row = compared(a, b).rows.remove(0);
        (row.verdict, row.reason)
    };
    assert_eq!(row(&ran, &skipped), (Verdict::Missing, "B: skipped: no port".to_owned()));
    assert_eq!(row(&skipped, &ran), (Verdict::Missing, "A: skipped: no port".to_owned()));
}

#[test]
fn a_benchmark_that_cost_nothing_in_a_boot_takes_no_part_in_the_reliability() {
    let costs: &[f64] = &[0.0, 2.0, 2.0, 2.0, 2.0, 2.0];
    let side = cycles("a", &[("x", costs), ("y", &[1.0, 1.0])]);
    assert_eq!(side.run.benchmarks[0].value, Some(2.0));
    assert_eq!(compared(&side, &side).reliability.unwrap().benchmarks, 1);
}

#[test]
fn a_change_of_just_the_threshold_does_not_matter() {
    let of = |share: f64| {
        let (low, high) = (Some(share - 0.01), Some(share + 0.01));
        let (p_value, adjusted_p) = (Some(0.0), Some(0.0));
        let (difference, basis) = (share, Basis::Boots);
        let change =
            Change { share, low, high, difference, basis, p_value, adjusted_p, certain: true };
        Verdict::of(&change, 0.05)
    };
    assert_eq!(
        [of(0.05), of(0.06), of(-0.06)],
        [Verdict::Undecided, Verdict::Slower, Verdict::Faster]
    );
}
