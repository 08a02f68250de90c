//! What else is measured, and in which order, moves a figure of the lab by less than docs/lab.md says: beyond its
//! interval, which has a width where Linux's own timer takes part in some batches alone (`halt-wake-long`).

use std::collections::BTreeMap;
use std::hash::{BuildHasher, RandomState};

use results::{Document, Summary};

use crate::columns::built;
use crate::common::{output, run, stdout};

/// Operations that both runs have, and those that each has besides.
const COMMON: usize = 20;
const OTHERS: usize = 15;

/// So far apart may two runs be: instructions, and a share of the figure; and so many of the common figures have to be
/// equal, of all.
const FRACTION: f64 = 0.1;
const FARTHEST: f64 = 0.005;
const EQUAL: f64 = 0.5;

/// It copies pages of the host's that others may have touched before; its share.
const COPIES: (&str, f64) = ("write-after-read", 0.025);

/// What has another bound there, and what needs another monitor.
const LEFT_OUT: [&str; 2] = ["nested", "host-memory"];

/// Of it Linux tells in its log, but not more than ten times in five seconds.
const UNEVEN: &str = "rdmsr-unknown";

/// The figures of the operations, by their names; each is its interval and what is within.
fn figures(document: &Document) -> BTreeMap<String, [f64; 3]> {
    let of = |it: &Summary| Some([it.low?, it.value?, it.high?]);
    let all = document.platforms[0].benchmarks.iter();
    all.filter_map(|it| Some((it.name.clone(), of(it)?))).collect()
}

/// How far two figures are apart, that is their intervals: zero where they have a value in common.
fn distance([low, _, high]: [f64; 3], [other_low, _, other_high]: [f64; 3]) -> f64 {
    (low - other_high).max(other_low - high).max(0.0)
}

/// The names of the operations of all suites, in an order drawn at random.
fn drawn() -> Vec<String> {
    let list = stdout(&output(&["list", "benchmarks", "--json"]));
    let all: Vec<BTreeMap<String, serde_json::Value>> = serde_json::from_str(&list).unwrap();
    let is_usual = |it: &BTreeMap<_, serde_json::Value>| {
        it["extra"] == false
            && it["cpus"] == 1
            && !LEFT_OUT.contains(&it["category"].as_str().unwrap())
    };
    let names = all.iter().filter(|it| is_usual(it)).map(|it| it["name"].as_str().unwrap());
    let mut names: Vec<String> = names.filter(|it| *it != UNEVEN).map(str::to_owned).collect();
    let chance = RandomState::new();
    names.sort_by_key(|name| chance.hash_one(name));
    names
}

#[test]
fn what_else_is_measured_and_in_which_order_hardly_moves_a_figure() {
    if !built() {
        return;
    }
    let names = drawn();
    let (common, others) = names.split_at(COMMON);
    let measured = |others: &[String], order: &[&str]| {
        let bench = format!("{{{}}}", [common, others].concat().join(","));
        let platform = ["--platform", "lab-kvm-npt", "--batches", "6", "--bench", &bench];
        let (document, code) = run(&[&platform[..], order].concat());
        assert_eq!(code, 0, "{bench}");
        figures(&document)
    };
    let one = measured(&others[..OTHERS], &[]);
    let other = measured(&others[OTHERS..2 * OTHERS], &["--reversed"]);
    let both: Vec<_> =
        common.iter().filter_map(|it| Some((it, *one.get(it)?, *other.get(it)?))).collect();
    for (name, one, other) in &both {
        let share = if *name == COPIES.0 { COPIES.1 } else { FARTHEST };
        let bound = FRACTION + share * other[1];
        assert!(distance(*one, *other) <= bound, "{name}: {one:?}, {other:?}; of {names:?}");
    }
    let bits = |figure: &[f64; 3]| figure.map(f64::to_bits);
    let equal = both.iter().filter(|(_, one, other)| bits(one) == bits(other)).count();
    assert!(equal as f64 >= EQUAL * both.len() as f64, "{both:?}");
}

#[test]
fn an_exception_costs_the_same_before_any_other_interrupt_and_behind() {
    if !built() {
        return;
    }
    let measured = |bench: &str| {
        let exact = ["--platform", "lab-kvm-npt", "--batches", "6", "--reversed", "--bench", bench];
        figures(&run(&exact).0)["undefined-instruction"]
    };
    let [alone, behind] =
        ["undefined-instruction", "{undefined-instruction,tpr-write,self-ipi}"].map(measured);
    assert_eq!(alone.map(f64::to_bits), behind.map(f64::to_bits), "{alone:?}, {behind:?}");
}
