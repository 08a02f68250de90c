//! The table in docs/prediction.md of the programs that tell the models' errors, made of what ships.

use std::fmt::Write;

use prediction::{Prediction, Shipped, SourceKind, Usage, kind, predict, programs, select};

use super::{keep_parts, read};

/// What ships, predicted by the model that is used where none is named.
fn predictions(shipped: Shipped) -> Vec<Prediction> {
    let Shipped { signature, usage, measured } = shipped;
    let all = predict(&signature, &usage.workloads, &[measured], &[]);
    let all = select(all, &[], &[], &[]);
    all.into_iter().filter(|one| one.error().is_some()).collect()
}

/// Whether what was measured is in the interval, which programs of the same kind had no part in.
fn holds(one: &Prediction) -> bool {
    let measured = one.measured.map(|measured| measured.value);
    one.predicted.interval().zip(measured).is_some_and(|(interval, value)| interval.contains(value))
}

/// How far the interval reaches, as a share of what is predicted.
fn reach(one: &Prediction) -> f64 {
    let interval = one.predicted.interval().expect("others tell it");
    (interval.high - interval.low) / 2.0 / one.predicted.value
}

fn percent(share: f64) -> String {
    let sign = if share < 0.0 { "−" } else { "+" };
    let digits = if share.abs() < 0.001 { 2 } else { 1 };
    format!("{sign}{:.digits$}", share.abs() * 100.0)
}

fn median(mut all: Vec<f64>) -> f64 {
    all.sort_by(f64::total_cmp);
    all[all.len() / 2]
}

/// The errors of one kind on a platform, each in the order of the list.
fn errors(of: &[&Prediction], names: &[&str]) -> String {
    let one = |name: &&str| {
        let found = of.iter().find(|one| one.workload == **name)?;
        Some(percent(found.error()?) + if holds(found) { "" } else { "\\*" })
    };
    let known = names.iter().map(|name| one(name).unwrap_or_else(|| "–".to_owned()));
    known.collect::<Vec<_>>().join(", ")
}

fn table() -> String {
    let shipped = Shipped::read();
    let platforms: Vec<String> =
        shipped.signature.platforms.iter().map(|one| one.platform.clone()).collect();
    let all = predictions(shipped);
    let on: Vec<Vec<&Prediction>> = platforms
        .iter()
        .map(|label| all.iter().filter(|one| one.platform == *label).collect())
        .collect();
    let mut kinds: Vec<&str> = programs().map(|(_, kind)| kind).collect();
    kinds.dedup();
    let mut text = format!("|left out|of it|{}|\n|---|---|", platforms.join("|"));
    writeln!(text, "{}", "---|".repeat(platforms.len())).unwrap();
    for left_out in kinds {
        let names = programs().map(|(name, _)| name).filter(|name| kind(name) == left_out);
        let names: Vec<&str> = names.collect();
        let errors: Vec<String> = on.iter().map(|of| errors(of, &names)).collect();
        writeln!(text, "|{left_out}|{}|{}|", names.join(", "), errors.join("|")).unwrap();
    }
    let mut row = |name: &str, of: &dyn Fn(&[&Prediction]) -> String| {
        let cells: Vec<String> = on.iter().map(|all| of(all)).collect();
        writeln!(text, "|**{name}**||{}|", cells.join("|")).unwrap();
    };
    let count = |all: &[&Prediction], is_meant: &dyn Fn(&Prediction) -> bool| {
        format!("{}/{}", all.iter().filter(|one| is_meant(one)).count(), all.len())
    };
    for limit in [1, 2, 5] {
        let is_within =
            |one: &Prediction| one.error().is_some_and(|it| it.abs() * 100.0 <= f64::from(limit));
        row(&format!("within {limit} %"), &|all| count(all, &is_within));
    }
    row("intervals hold", &|all| count(all, &holds));
    row("median half-width, %", &|all| {
        format!("{:.1}", 100.0 * median(all.iter().map(|one| reach(one)).collect()))
    });
    text
}

#[test]
fn the_errors_of_left_out_programs_are_those_of_what_ships() {
    keep_parts("docs/prediction.md", &[("training", table())]);
}

/// A compile of Linux' tools, which had no part in what ships, and how far off its prediction may be.
const COMPILE: &str = "docs/papers-compile.json";
const LIMITS: [(&str, f64); 3] =
    [("lab-kvm-npt", 0.01), ("lab-kvm-shadow", 0.05), ("lab-xen-pvh", 0.01)];

#[test]
fn a_compile_is_predicted_as_the_page_says() {
    let measured = super::kept(COMPILE);
    let usage = Usage::of(&measured.platforms[0], SourceKind::Native, &[]);
    let all = predict(&Shipped::read().signature, &usage.workloads, &[measured], &[]);
    let page = read("docs/prediction.md");
    for (platform, limit) in LIMITS {
        let on = [platform.to_owned()];
        let [one] = &select(all.clone(), &on, &[], &[])[..] else { panic!("{platform}: {all:?}") };
        let error = one.error().expect(platform);
        assert!(error.abs() <= limit, "{platform}: {error}");
        assert!(page.contains(&format!("{} %", percent(error))), "{platform}: {error}");
    }
}
