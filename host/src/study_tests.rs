use super::*;
use crate::results::{Status, Unit};

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
        version: String::new(),
        caveat: String::new(),
        unit: Unit::Cycles,
        failure: None,
        incomplete: None,
        benchmarks: costs.iter().map(summary).collect(),
        scaling: Vec::new(),
        boots: Vec::new(),
    }
}

fn source(name: &str, baseline: &str, platforms: Vec<PlatformRun>) -> Source {
    let document = Document { baseline: baseline.into(), platforms, ..Document::default() };
    Source { name: name.into(), document }
}

fn labels(study: &Study) -> Vec<&str> {
    study.subjects().map(|subject| subject.label).collect()
}

#[test]
fn platforms_of_several_files_are_told_apart() {
    let file = |name| source(name, "b", vec![run("a", &[]), run("b", &[])]);
    let study = Study::new(vec![file("mon"), file("tue"), file("tue")], None).unwrap();
    let expected = ["a (mon)", "b (mon)", "a (tue)", "b (tue)", "a (tue) #2", "b (tue) #2"];
    assert_eq!(labels(&study), expected);
    assert_eq!(study.baseline().unwrap().label, "b (mon)");
    assert_eq!(study.others().count(), 5);
}

#[test]
fn the_baseline_can_be_named_and_need_not_exist() {
    let files = || vec![source("x", "gone", vec![run("a", &[]), run("b", &[])])];
    assert_eq!(Study::new(files(), None).unwrap().baseline().unwrap().label, "a");
    assert_eq!(Study::new(files(), Some("b")).unwrap().baseline().unwrap().label, "b");
    assert_eq!(Study::new(files(), Some("c")).unwrap_err(), "a, b");
    let empty = Study::new(vec![source("x", "a", vec![])], None).unwrap();
    assert_eq!((empty.baseline(), empty.benchmarks().len()), (None, 0));
}

#[test]
fn ratios_need_a_cost_on_both_sides_and_the_same_unit() {
    let mut ticks = run("ticks", &[("in", 5.0)]);
    ticks.unit = Unit::Instructions;
    let platforms =
        vec![run("metal", &[("in", 4.0)]), run("vm", &[("out", 9.0), ("in", 8.0)]), ticks];
    let study = Study::new(vec![source("x", "metal", platforms)], None).unwrap();
    let ratios: Vec<_> = study
        .subjects()
        .flat_map(|s| s.run.benchmarks.iter().map(move |b| (s, b)))
        .map(|(s, b)| study.ratio(s, b).map(|figure| figure.value))
        .collect();
    assert_eq!(ratios, [Some(1.0), None, Some(2.0), None]);
    assert_eq!(study.benchmarks().iter().map(|row| row.name).collect::<Vec<_>>(), ["in", "out"]);
    assert_eq!(study.categories(), ["io"]);
}
