//! Holds what a release build may leave as it stands.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use toml::{Table, Value};

fn read(name: &str) -> Table {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name);
    fs::read_to_string(path).unwrap().parse().unwrap()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

/// What each package of `Cargo.lock` depends on.
fn dependencies() -> BTreeMap<String, BTreeSet<String>> {
    let mut all: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for package in read("Cargo.lock")["package"].as_array().unwrap() {
        let list = package.get("dependencies").and_then(Value::as_array).into_iter().flatten();
        let names = list.map(|it| text(it).split(' ').next().unwrap_or_default().to_owned());
        all.entry(text(&package["name"])).or_default().extend(names);
    }
    all
}

/// Packages share generic code, which is then as slow as the one makes it that is compiled first; and the lab
/// counts what our monitor executes. Bindings of C (-sys) have none.
#[test]
fn what_our_monitor_stands_on_is_optimized() {
    let (all, profile) = (dependencies(), read("Cargo.toml")["profile"]["release"].clone());
    let left = profile["package"].as_table().unwrap().iter();
    let left = left.filter(|(_, settings)| settings["opt-level"].as_integer() == Some(0));
    let left: BTreeSet<&String> = left.map(|(name, _)| name).collect();
    assert!(left.iter().all(|name| all.contains_key(*name)), "{left:?} has what is no package");
    let (mut below, mut next) = (BTreeSet::new(), vec!["monitors"]);
    while let Some(name) = next.pop() {
        if below.insert(name) {
            next.extend(all[name].iter().map(String::as_str));
        }
    }
    assert!(below.contains("kvm-ioctls") && !below.contains("lab"), "{below:?}");
    let slow = left.into_iter().filter(|name| below.contains(name.as_str()));
    let slow: Vec<_> = slow.filter(|name| !name.ends_with("-sys")).collect();
    assert!(slow.is_empty(), "monitors stands on {slow:?}, which Cargo.toml leaves as it stands");
}
