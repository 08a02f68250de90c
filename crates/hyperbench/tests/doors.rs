//! Keeps the doors few through which files, texts and programs of others come in and go out: the crate
//! `system` has one for each, which is bounded, interruptible and clean. Nothing goes round them.

use std::fs;
use std::path::{Path, PathBuf};

/// What goes round a door, and which door it is to take.
const ROUND: [(&str, &str); 12] = [
    ("fs::read(", "system::input"),
    ("fs::read_to_string(", "system::input"),
    ("File::open(", "system::input"),
    ("OpenOptions", "system::input or system::output"),
    ("stdout().lock()", "system::output::stdout"),
    ("io::stdout;", "system::output::stdout"),
    ("println!", "system::output"),
    ("print!(", "system::output"),
    ("stderr().lock()", "system::output::tell"),
    (".spawn()?", "system::process"),
    ("command.output()", "system::process"),
    ("command.status()", "system::process"),
];

/// Who may, of what: devices and folders, which are no files to be read whole, and long files that are
/// read piece by piece.
const MAY: [(&str, &str); 7] = [
    ("debian/src/cache.rs", "File::open("),
    ("doctor/src/machine/mod.rs", "File::open("),
    ("lab/src/image.rs", "File::open("),
    ("lab/src/waiting.rs", "File::open("),
    ("lab/src/worlds.rs", "File::open("),
    ("monitors/src/footprint.rs", "File::open("),
    ("monitors/src/kvm/device.rs", "OpenOptions"),
];

/// All sources of a crate but those of tests.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        match path.is_dir() {
            true if ["fuzzed"].contains(&name) => {}
            true => sources(&path, found),
            false if path.extension() == Some("rs".as_ref()) && !name.ends_with("tests.rs") => {
                found.push(path);
            }
            false => {}
        }
    }
}

/// What of a file is no test.
fn code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().enumerate();
    let lines = lines.take_while(|(_, line)| !line.trim_start().starts_with("#[cfg(test)]"));
    lines.filter(|(_, line)| !line.trim_start().starts_with("//"))
}

#[test]
fn nothing_goes_round_the_doors_of_the_system() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = Vec::new();
    for entry in fs::read_dir(&crates).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        // Cargo's own output, and the doors themselves.
        if !["system", "building", "fuzz"].contains(&name.as_str()) {
            sources(&crates.join(name).join("src"), &mut found);
        }
    }
    assert!(found.len() > 100, "{found:?}");
    let mut wrong = Vec::new();
    for path in found {
        let shown = path.strip_prefix(&crates).unwrap().display().to_string();
        let text = fs::read_to_string(&path).unwrap();
        for (number, line) in code(&text) {
            for (round, door) in ROUND.iter().filter(|(round, _)| line.contains(round)) {
                let may =
                    |(file, what): &(&str, &str)| shown.starts_with(file) && line.contains(what);
                if !MAY.iter().any(may) {
                    wrong.push(format!("{shown}:{}: {round} is to be {door}", number + 1));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
