//! Keeps the lists of docs/benchmarks.md and docs/workloads.md what the guests' catalogues and sources say.

use std::cmp::Reverse;
use std::fmt::Write;
use std::fs;
use std::process::Command;

use ground::{Arch, GuestKind};
use images::KernelImage;
use protocol::Benchmark;

use super::facts::facts;
use super::{keep, read, repository, with_part};

/// The pages about the benchmarks of each kind of guest.
const PAGES: [(GuestKind, &str); 2] =
    [(GuestKind::Bare, "docs/benchmarks.md"), (GuestKind::Linux, "docs/workloads.md")];

/// A benchmark and the architectures that have it.
pub(crate) struct Entry {
    pub benchmark: Benchmark,
    pub architectures: Vec<&'static str>,
}

/// All benchmarks, in the order in which they run, those of the architecture that has the most of
/// them first.
fn catalogue(kind: GuestKind) -> Vec<Entry> {
    let image = |name| KernelImage::carried(Arch::named(name).unwrap(), kind).unwrap();
    let mut lists: Vec<_> = Arch::names().map(|name| (name, image(name).benchmarks)).collect();
    lists.sort_by_key(|(_, benchmarks)| Reverse(benchmarks.len()));
    let mut entries: Vec<Entry> = Vec::new();
    for (name, benchmarks) in lists {
        for benchmark in benchmarks {
            match entries.iter_mut().find(|entry| entry.benchmark.name == benchmark.name) {
                Some(entry) => entry.architectures.push(name),
                None => entries.push(Entry { benchmark, architectures: vec![name] }),
            }
        }
    }
    entries
}

/// The list of all benchmarks of guests of this `kind`.
fn list(kind: GuestKind) -> String {
    let entries = catalogue(kind);
    let mut text = String::new();
    let mut categories: Vec<&str> = Vec::new();
    for Entry { benchmark, .. } in &entries {
        if !categories.contains(&benchmark.category.as_str()) {
            categories.push(&benchmark.category);
        }
    }
    for category in categories {
        write!(text, "\n## {category}\n").unwrap();
        let entries = entries.iter().filter(|entry| entry.benchmark.category == category);
        text += &families(kind, entries);
    }
    text
}

/// A section for each file: its benchmarks with their facts, then the text that they share.
fn families<'a>(kind: GuestKind, entries: impl Iterator<Item = &'a Entry>) -> String {
    let mut families: Vec<(images::Text, Vec<&Entry>)> = Vec::new();
    for entry in entries {
        let name = &entry.benchmark.name;
        let text = images::text(kind, name).unwrap_or_else(|| panic!("no source of {name}"));
        match families.iter_mut().find(|(other, _)| *other == text) {
            Some((_, members)) => members.push(entry),
            None => families.push((text, vec![entry])),
        }
    }
    let section = |(text, members): &(images::Text, Vec<&Entry>)| {
        let images::Text { family, paragraphs } = text;
        format!("\n### {family}\n\n{}\n\n{paragraphs}\n", facts(family, members))
    };
    families.iter().map(section).collect()
}

#[test]
fn the_pages_say_what_the_guests_say() {
    for (kind, file) in PAGES {
        let page = read(file);
        keep(file, &page, &with_part(&page, "benchmarks", &list(kind)));
    }
}

#[test]
fn the_results_of_the_workloads_can_be_shown() {
    let folder = fs::read_dir(repository().join("docs/workloads")).unwrap();
    let results: Vec<_> = folder.map(|entry| entry.unwrap().path()).collect();
    assert!(results.len() >= 5, "{results:?}");
    for path in results {
        let mut show = Command::new(env!("CARGO_BIN_EXE_hyperbench"));
        let output = show.arg("show").arg(&path).output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && said.contains("host"), "{}: {said}", path.display());
    }
}
