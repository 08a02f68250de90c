//! The table in docs/prediction.md of what a workload pays for names the operations that are its measure.

use std::collections::{BTreeMap, BTreeSet};

use ground::{Arch, GuestKind};
use images::KernelImage;

use super::read;

/// All operations of all programs, with the events that they are the measure of.
fn operations() -> BTreeMap<String, BTreeSet<String>> {
    let programs = Arch::all().flat_map(|arch| GuestKind::ALL.map(|kind| (arch, kind)));
    let images = programs.filter_map(|(arch, kind)| KernelImage::carried(arch, kind).ok());
    let mut operations = BTreeMap::<String, BTreeSet<String>>::new();
    for benchmark in images.flat_map(|image| image.benchmarks) {
        operations.entry(benchmark.name).or_default().extend(benchmark.event);
    }
    operations
}

/// The rows of the table: their events, and the words that say what a price is from.
fn rows(page: &str) -> Vec<[BTreeSet<String>; 2]> {
    let (_, rest) = page.split_once("### Events\n").expect("the page has the table");
    let table = rest.lines().skip_while(|line| !line.starts_with('|'));
    let table = table.take_while(|line| line.starts_with('|')).skip(2);
    let words = |cell: &str| {
        let words = cell.split([',', ';', ':', ' ']).map(|word| word.trim_matches('`'));
        words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
    };
    let cells = table.map(|row| row.trim_matches('|').split('|').collect::<Vec<_>>());
    cells.map(|cells| [cells[0], cells[cells.len() - 1]].map(words)).collect()
}

#[test]
fn the_price_of_each_event_is_from_the_operations_that_its_row_names() {
    let operations = operations();
    let rows = rows(&read("docs/prediction.md"));
    for (name, event) in
        operations.iter().flat_map(|(name, all)| all.iter().map(move |one| (name, one)))
    {
        let row = rows.iter().find(|[events, _]| events.contains(event));
        let [_, from] = row.unwrap_or_else(|| panic!("no row has the event {event}"));
        assert!(from.contains(name), "the row of {event} does not name {name}");
    }
    for [events, from] in rows.iter().filter(|[_, from]| !from.contains("none")) {
        for name in from.iter().filter(|word| operations.contains_key(*word)) {
            assert!(!events.is_disjoint(&operations[name]), "{name} measures none of {events:?}");
        }
    }
}
