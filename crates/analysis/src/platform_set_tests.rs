use super::*;
use ground::GuestKind;
use results::{Status, Unit};

fn run(label: &str, costs: &[(&str, f64)]) -> PlatformRun {
    let summary = |(name, value): &(&str, f64)| Summary {
        value: Some(*value),
        low: Some(*value),
        high: Some(*value),
        ..Summary::without_value(name, "io", Status::Ok, String::new())
    };
    PlatformRun {
        label: label.into(),
        platform: "test".into(),
        spec: label.into(),
        benchmarks: costs.iter().map(summary).collect(),
        ..PlatformRun::default()
    }
}

fn set(baseline: &str, platforms: Vec<PlatformRun>) -> PlatformSet {
    let document = Document { baseline: baseline.into(), platforms, ..Document::default() };
    PlatformSet::new(SideBySide::new(vec![("x".into(), document)]))
}

#[test]
fn platforms_of_several_files_keep_to_their_files() {
    let file = |name: &str, label| {
        let platforms = vec![run(label, &[]), run("b", &[])];
        (name.to_owned(), Document { baseline: "b".into(), platforms, ..Document::default() })
    };
    let set = PlatformSet::new(SideBySide::new(vec![file("mon", "a"), file("tue", "c")]));
    let found: Vec<_> = set.runs().map(|s| (s.label, s.source.file.as_str())).collect();
    assert_eq!(found, [("a", "mon"), ("mon:b", "mon"), ("c", "tue"), ("tue:b", "tue")]);
    assert_eq!(set.baseline().unwrap().label, "mon:b");
    assert_eq!(set.others().count(), 3);
    let files: Vec<_> = set.sources().iter().map(|source| source.file.as_str()).collect();
    assert_eq!(files, ["mon", "tue"]);
}

#[test]
fn kinds_of_guests_and_emulators_are_kept_apart() {
    let process = PlatformRun { guest: GuestKind::Linux, ..run("host", &[("x", 1.0)]) };
    let emulator = PlatformRun { caveat: "emulated: QEMU's".into(), ..run("tcg", &[("x", 3.0)]) };
    let found = set("a", vec![run("a", &[("x", 2.0)]), process, emulator]);
    let ratios = |set: &PlatformSet| -> Vec<Option<f64>> {
        let of = |it: LabelledRun| set.ratio(it, &it.run.benchmarks[0]).map(|ratio| ratio.value);
        set.others().map(of).collect()
    };
    assert_eq!(ratios(&found), [None, None]);
    let kinds = found.clone().with_all_ratios(true).by_guest();
    let labels = |set: &PlatformSet| set.runs().map(|it| it.label.to_owned()).collect::<Vec<_>>();
    assert_eq!(kinds.iter().map(labels).collect::<Vec<_>>(), [vec!["a", "tcg"], vec!["host"]]);
    assert_eq!(ratios(&kinds[0]), [Some(1.5)], "asked for");
}

#[test]
fn the_baseline_need_not_exist() {
    let found = set("gone", vec![run("a", &[]), run("b", &[])]);
    assert_eq!(found.baseline().unwrap().label, "a");
    let empty = set("a", vec![]);
    assert!(empty.baseline().is_none() && empty.benchmarks().is_empty());
}

#[test]
fn ratios_need_a_cost_on_both_sides_and_the_same_unit() {
    let mut ticks = run("ticks", &[("in", 5.0)]);
    ticks.unit = Unit::Instructions;
    let platforms =
        vec![run("metal", &[("in", 4.0)]), run("vm", &[("out", 9.0), ("in", 8.0)]), ticks];
    let set = set("metal", platforms);
    let ratios: Vec<_> = set
        .runs()
        .flat_map(|s| s.run.benchmarks.iter().map(move |b| (s, b)))
        .map(|(s, b)| set.ratio(s, b).map(|figure| figure.value))
        .collect();
    assert_eq!(ratios, [Some(1.0), None, Some(2.0), None]);
    assert_eq!(set.benchmarks().iter().map(|row| row.name).collect::<Vec<_>>(), ["in", "out"]);
    assert_eq!(set.categories(), ["io"]);
}
