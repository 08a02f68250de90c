//! Keeps docs/benchmarks.md what the kernels' catalogues and sources say. `make docs` writes
//! the page; this test fails when it is out of date.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use images::Arch;
use images::KernelImage;
use protocol::Benchmark;

const INTRODUCTION: &str = "\
# Benchmarks

This page is written by `make docs` from the catalogues inside the kernels and from the
comment at the head of each benchmark's source; a test holds it up to date. Figures are the
cost of one operation: the loop with it minus the same loop without it. *N* is the range of
operations in a batch that Table 1 of the HyperBench paper recommends, or a range of the same
kind where the benchmark is ours; it is used with `--iterations paper`.
";

/// A benchmark and the architectures that have it.
struct Entry {
    benchmark: Benchmark,
    architectures: Vec<&'static str>,
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All benchmarks, in the order in which they run.
fn catalogue() -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    for name in Arch::names() {
        let image = KernelImage::carried(Arch::named(name).unwrap()).unwrap();
        for benchmark in image.benchmarks {
            match entries.iter_mut().find(|entry| entry.benchmark.name == benchmark.name) {
                Some(entry) => entry.architectures.push(name),
                None => entries.push(Entry { benchmark, architectures: vec![name] }),
            }
        }
    }
    entries
}

/// Sources by benchmark: a file is called as the benchmark in it.
fn sources(folder: &Path, found: &mut BTreeMap<String, PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "c") {
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            found.insert(name, path);
        }
    }
}

/// The text of the comment that a source begins with.
fn head_comment(source: &Path) -> String {
    let text = fs::read_to_string(source).unwrap();
    let comment = text.strip_prefix("/*").and_then(|rest| rest.split("*/").next());
    let comment = comment.unwrap_or_else(|| panic!("{} has no comment", source.display()));
    let lines = comment.lines().map(|line| line.trim().trim_start_matches("* ").trim());
    lines.collect::<Vec<_>>().join("\n").trim().to_owned()
}

fn where_it_runs(entry: &Entry) -> String {
    if entry.architectures.len() == Arch::names().count() {
        return "all".to_owned();
    }
    entry.architectures.join(", ")
}

fn conditions(benchmark: &Benchmark) -> String {
    let mut list: Vec<String> = Vec::new();
    if benchmark.cpus > 1 {
        list.push(format!("{} CPUs", benchmark.cpus));
    }
    list.extend(benchmark.needs.iter().map(|need| need.describe().to_owned()));
    if benchmark.extra {
        list.push("to be named".to_owned());
    }
    list.join(", ")
}

fn count(n: u64) -> String {
    match n {
        1_000_000.. if n.is_multiple_of(1_000_000) => format!("{}M", n / 1_000_000),
        1_000.. if n.is_multiple_of(1_000) => format!("{}K", n / 1_000),
        _ => n.to_string(),
    }
}

fn page() -> String {
    let mut files = BTreeMap::new();
    sources(&repository().join("kernel/bench"), &mut files);
    let entries = catalogue();
    let mut page = INTRODUCTION.to_owned();
    let mut categories: Vec<&str> = Vec::new();
    for Entry { benchmark, .. } in &entries {
        if !categories.contains(&benchmark.category.as_str()) {
            categories.push(&benchmark.category);
        }
    }
    for category in categories {
        write!(page, "\n## {category}\n").unwrap();
        for entry in entries.iter().filter(|entry| entry.benchmark.category == category) {
            let b = &entry.benchmark;
            let (low, high) = (count(b.iterations.0), count(b.iterations.1));
            write!(page, "\n### {}\n\n*{}.*", b.name, b.summary).unwrap();
            write!(page, " Architectures: {}. N: {low} to {high}.", where_it_runs(entry)).unwrap();
            let needs = conditions(b);
            if !needs.is_empty() {
                write!(page, " Needs: {needs}.").unwrap();
            }
            write!(page, "\n\n{}\n", head_comment(&files[&b.name])).unwrap();
        }
    }
    page
}

#[test]
fn the_page_says_what_the_kernels_say() {
    let path = repository().join("docs/benchmarks.md");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, page()).unwrap();
    }
    let stored = fs::read_to_string(&path).unwrap_or_default();
    assert!(stored == page(), "docs/benchmarks.md is out of date: run make docs");
}
