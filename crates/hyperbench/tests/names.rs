//! Keeps architectures where they belong: their names and facts in folders that have their
//! names, and nothing elsewhere that asks which one it is.

use std::fs;
use std::path::{Path, PathBuf};

use ground::Arch;

/// All files below `folder` but those in a folder or with an extension of `without`.
fn files(folder: &Path, without: &[&str], found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let last = path.extension().or(path.file_name()).unwrap().to_str().unwrap();
        if without.contains(&last) {
            continue;
        }
        match path.is_dir() {
            true => files(&path, without, found),
            false => found.push(path),
        }
    }
}

fn below(folders: &[&str], without: &[&str]) -> Vec<PathBuf> {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut found = Vec::new();
    for folder in folders {
        files(&repository.join(folder), without, &mut found);
    }
    assert!(found.len() > 10, "{found:?}");
    found
}

/// What architectures are called: their names and the families' (without the word size), and
/// Debian's names where they are known.
fn names() -> Vec<String> {
    let mut names = Vec::new();
    for arch in Arch::names().map(|name| Arch::named(name).unwrap()) {
        let family = arch.name.trim_end_matches(|c: char| c.is_ascii_digit());
        names.push(family.trim_end_matches('_').to_owned());
        names.push(arch.debian.name.clone());
    }
    names
}

/// The lines of `files` that hold one of the names and are `relevant`.
fn lines_naming(files: &[PathBuf], relevant: fn(&str) -> bool) -> Vec<String> {
    let names = names();
    let mut found = Vec::new();
    for path in files {
        let text = String::from_utf8_lossy(&fs::read(path).unwrap()).into_owned();
        let lines = text.lines().filter(|line| relevant(line));
        let naming = lines.filter(|line| names.iter().any(|name| line.contains(name.as_str())));
        found.extend(naming.map(|line| format!("{}: {line}", path.display())));
    }
    found
}

/// What a line begins with that takes what the host's own needs: it has to say which there are.
const TAKES: [&str; 2] = ["#[cfg_attr(target_arch = ", "[target.'cfg(all("];

#[test]
fn the_host_tool_and_the_lab_name_no_architecture() {
    // Recordings of machines, what the tool is to say of them, others' software and its names are
    // data.
    let mut without = vec!["assets", "data", "lock", "locks", "machines", "snap"];
    without.extend(Arch::names());
    let sources = below(&["crates"], &without);
    let found = lines_naming(&sources, |line| !TAKES.iter().any(|it| line.starts_with(it)));
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn nothing_outside_an_architectures_folder_tests_for_it() {
    let kernel = ["kernel/core", "kernel/bench", "kernel/lib", "kernel/drivers", "kernel/include"];
    let folders = [&kernel[..], &["linux/bench", "linux/port", "linux/include"]].concat();
    let own: Vec<_> = Arch::names().collect();
    let sources = below(&folders, &own);
    let found = lines_naming(&sources, |line| line.trim_start().starts_with('#'));
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn the_names_are_those_that_people_use() {
    let here = names();
    for arch in Arch::names() {
        assert!(here.iter().any(|name| arch.starts_with(name.as_str())), "{here:?}");
    }
    assert!(here.iter().all(|name| name.len() > 2), "{here:?}");
}
