//! Keeps what the pages for people say of the sources true: the map and the example in
//! CONTRIBUTING.md, which `make docs` writes, and every link and path.

mod benchmarks;
mod events;
mod facts;
mod model;
mod papers;
mod prediction;
mod processors;
mod table_3;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use results::Document;
use serde_json::Value;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    fs::read_to_string(repository().join(path)).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// A crate of the workspace.
struct Room {
    description: String,
    uses: BTreeSet<String>,
    /// What only its build script uses.
    builds_with: BTreeSet<String>,
}

type Rooms = BTreeMap<String, Room>;

fn rooms() -> Rooms {
    let output = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()))
        .args(["metadata", "--no-deps", "--locked", "--offline", "--format-version=1"])
        .current_dir(repository())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let name = |value: &Value| value["name"].as_str().unwrap().to_owned();
    let all: BTreeSet<_> = packages.iter().map(name).collect();
    let dependencies = |package: &Value, kind: Option<&str>| {
        let list = package["dependencies"].as_array().unwrap().iter();
        let named = list.filter(|other| other["kind"].as_str() == kind).map(name);
        named.filter(|other| all.contains(other)).collect()
    };
    let room = |package: &Value| Room {
        description: package["description"].as_str().expect("a crate has one").to_owned(),
        uses: dependencies(package, None),
        builds_with: dependencies(package, Some("build")),
    };
    packages.iter().map(|package| (name(package), room(package))).collect()
}

/// Everything that `name` uses, directly or through others.
fn below(rooms: &Rooms, name: &str) -> BTreeSet<String> {
    let uses = &rooms[name].uses;
    uses.iter().flat_map(|used| below(rooms, used)).chain(uses.iter().cloned()).collect()
}

/// What `name` uses, but for what it also reaches through another one of these.
fn shown<'a>(rooms: &'a Rooms, name: &str) -> Vec<&'a String> {
    let uses = &rooms[name].uses;
    let reached = |used: &String| uses.iter().any(|other| below(rooms, other).contains(used));
    uses.iter().filter(|used| !reached(used)).collect()
}

/// The picture of the crates, and what each is, those that use the most first.
fn map() -> String {
    let rooms = rooms();
    let mut names: Vec<_> = rooms.keys().collect();
    names.sort_by_key(|name| std::cmp::Reverse(below(&rooms, name).len()));
    let mut text = "```mermaid\ngraph TD\n".to_owned();
    for name in &names {
        for used in shown(&rooms, name) {
            writeln!(text, "    {name} --> {used}").unwrap();
        }
        for used in &rooms[*name].builds_with {
            writeln!(text, "    {name} -.-> {used}").unwrap();
        }
    }
    text += "```\n\n| crate | |\n|---|---|\n";
    for name in names {
        writeln!(text, "| `crates/{name}/` | {} |", rooms[name].description).unwrap();
    }
    text
}

/// The benchmark that `page` names, as it is.
fn example(page: &str) -> String {
    let named = page.split("This is all of `").nth(1).and_then(|rest| rest.split('`').next());
    format!("```c\n{}```\n", read(named.expect("the page names a benchmark's file")))
}

/// `page` with `content` between the marks of the part called `name`.
fn with_part(page: &str, name: &str, content: &str) -> String {
    let (begin, end) = (format!("<!-- {name}: written by make docs -->\n"), "<!-- end -->");
    let (before, rest) = page.split_once(&begin).unwrap_or_else(|| panic!("no part {name}"));
    let (_, after) = rest.split_once(end).unwrap_or_else(|| panic!("{name} has no end"));
    format!("{before}{begin}{content}{end}{after}")
}

/// The result that is kept in the file of this name.
fn kept(file: &str) -> Document {
    results::read(&repository().join(file)).unwrap()
}

/// Fails where these parts of the page in `file`, by their names, are not as they are here, or writes them.
fn keep_parts(file: &str, parts: &[(&str, String)]) {
    let page = read(file);
    let written = parts.iter().fold(page.clone(), |page, (name, of)| with_part(&page, name, of));
    keep(file, &page, &written);
}

/// Fails where the `page` in `file` is not what was `written`, or writes that where it is asked to.
fn keep(file: &str, page: &str, written: &str) {
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(repository().join(file), written).unwrap();
    } else {
        assert!(page == written, "{file} is out of date: run make docs");
    }
}

#[test]
fn contributing_shows_crates_and_a_benchmark_as_they_are() {
    let example = example(&read("CONTRIBUTING.md"));
    keep_parts("CONTRIBUTING.md", &[("crates", map()), ("benchmark", example)]);
}

/// The pages that are about the sources as they are now, with their texts.
fn pages() -> Vec<(String, String)> {
    let docs = fs::read_dir(repository().join("docs")).unwrap();
    let names = docs.map(|entry| format!("docs/{}", entry.unwrap().file_name().display()));
    let pages = names
        .filter(|name| Path::new(name).extension().is_some_and(|it| it == "md"))
        .chain(["README.md", "CONTRIBUTING.md"].map(str::to_owned));
    pages.map(|name| (name.clone(), read(&name))).collect()
}

/// The anchors of a page, as GitHub makes them of its headings.
fn anchors(page: &str) -> BTreeSet<String> {
    let headings = page.lines().filter(|line| line.starts_with('#'));
    let kept = |c: &char| c.is_alphanumeric() || [' ', '-', '_'].contains(c);
    let anchor = |heading: &str| {
        let text: String = heading.trim_start_matches('#').trim().chars().filter(kept).collect();
        text.to_lowercase().replace(' ', "-")
    };
    headings.map(anchor).collect()
}

#[test]
fn every_link_of_a_page_leads_somewhere() {
    let mut links = 0;
    for (name, text) in pages() {
        let folder = repository().join(&name).parent().unwrap().to_owned();
        let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        for target in targets.filter(|target| !target.contains("://")) {
            links += 1;
            let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
            let path = if file.is_empty() { repository().join(&name) } else { folder.join(file) };
            assert!(path.exists(), "{name} links to {target}, which is not there");
            if !anchor.is_empty() {
                let known = anchors(&fs::read_to_string(path).unwrap());
                assert!(known.contains(anchor), "{name}: no heading {anchor}, but {known:?}");
            }
        }
    }
    assert!(links > 10, "only {links} links were found");
}

#[test]
fn every_path_on_a_page_is_there() {
    let roots = ["crates/", "kernel/", "docs/", "tools/", ".github/", ".ci/"];
    let is_path = |word: &str| {
        let allowed = |c: char| c.is_ascii_alphanumeric() || "/._-".contains(c);
        roots.iter().any(|root| word.starts_with(root)) && word.chars().all(allowed)
    };
    // What the build makes.
    let made = |path: &str| path.starts_with("kernel/build/");
    let mut paths = 0;
    for (name, text) in pages() {
        let words = text.split('`').skip(1).step_by(2);
        for path in words.filter(|word| is_path(word) && !made(word)) {
            paths += 1;
            assert!(repository().join(path).exists(), "{name} names {path}, which is not there");
        }
    }
    assert!(paths > 10, "only {paths} paths were found");
}
