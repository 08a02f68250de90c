//! Places for output that hang, are full or have odd names.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::process::{Command, Output};

use tempfile::TempDir;

use crate::common::log::Log;
use crate::common::{ends, folder, hyperbench, output, path, start, stderr, stdout};

/// A recorded console, and results made of it.
fn recorded(folder: &TempDir) -> (String, String) {
    let (log, file) = (path(folder, "boot.log"), path(folder, "old.json"));
    fs::write(&log, Log::default().boot("a").measured("a").done().text()).unwrap();
    let spec = format!("replay:{log}");
    assert!(output(&["run", "--platform", &spec, "-o", &file]).status.success());
    (spec, file)
}

fn pipe(folder: &TempDir) -> String {
    let pipe = path(folder, "pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    pipe
}

fn refused(output: &Output, code: i32, words: &[&str]) {
    let message = stderr(output);
    assert_eq!(output.status.code(), Some(code), "{message}");
    assert!(message.contains("next:") && !message.contains("panicked"), "{message}");
    for word in words {
        assert!(message.contains(word), "{word:?} is missing from {message}");
    }
}

/// The commands that write to a file, each without its name.
fn writing<'a>(spec: &'a str, file: &'a str) -> [Vec<&'a str>; 4] {
    [
        vec!["run", "--platform", spec, "-o"],
        vec!["run", "--platform", spec, "--keep-log"],
        vec!["report", file, "-o"],
        vec!["report", file, "--figure", "costs:test", "-o"],
    ]
}

#[test]
fn a_pipe_that_nobody_reads_from_is_refused() {
    let folder = folder();
    let (spec, file) = recorded(&folder);
    let pipe = pipe(&folder);
    for command in writing(&spec, &file) {
        let output = ends(start(&[&command[..], &[&pipe]].concat()));
        refused(&output, 5, &[&pipe, "nobody reads from it"]);
        assert!(!stdout(&output).contains("1 ok"));
    }
}

#[test]
fn a_pipe_that_somebody_reads_from_gets_everything() {
    let folder = folder();
    let (spec, file) = recorded(&folder);
    let pipe = pipe(&folder);
    let ends_in = ["}", "", "</html>", "</svg>"];
    for (command, end) in writing(&spec, &file).iter().zip(ends_in) {
        let place = pipe.clone();
        let reader = std::thread::spawn(move || fs::read_to_string(place).unwrap());
        let output = ends(start(&[&command[..], &[&pipe]].concat()));
        assert!(output.status.success(), "{}", stderr(&output));
        assert!(reader.join().unwrap().trim_end().ends_with(end), "{command:?}");
    }
}

#[test]
fn a_pipe_in_place_of_a_file_to_read_is_refused() {
    let folder = folder();
    let pipe = pipe(&folder);
    for command in [
        vec!["predict", "--signature", &pipe, "--usage", &pipe],
        vec!["usage", "--foreign", &pipe, "--name", "x", "--native", "1"],
        vec!["import", "lmbench", &pipe],
    ] {
        let output = ends(start(&command));
        refused(&output, 2, &[&pipe, "not a regular file"]);
    }
}

#[test]
fn folders_missing_places_and_full_devices_are_told() {
    let folder = folder();
    let (spec, file) = recorded(&folder);
    let (here, missing) = (path(&folder, ""), path(&folder, "none/x"));
    let long = path(&folder, &"x".repeat(300));
    for command in writing(&spec, &file) {
        for place in [&here, &missing, &long, "/dev/full", "/proc/x"] {
            let output = output(&[&command[..], &[place]].concat());
            refused(&output, 5, &[place]);
            assert_eq!(stderr(&output).matches("os error").count().max(1), 1, "told once");
        }
        let empty = output(&[&command[..], &[""]].concat());
        assert_eq!(empty.status.code(), Some(2), "{}", stderr(&empty));
    }
}

#[test]
fn names_that_are_no_text_are_taken() {
    let folder = folder();
    let (spec, file) = recorded(&folder);
    for (number, command) in writing(&spec, &file).iter().enumerate() {
        let name = [number.to_string().as_bytes(), b"\xff\n"].concat();
        let place = folder.path().join(OsStr::from_bytes(&name));
        let output = hyperbench(command).arg(&place).output().unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
        assert_ne!(fs::metadata(&place).unwrap().len(), 0);
    }
}

#[test]
fn a_full_standard_output_or_error_is_no_panic() {
    let folder = folder();
    let (spec, file) = recorded(&folder);
    let full = || fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let commands: [&[&str]; 8] = [
        &["run", "--platform", &spec],
        &["run", "--platform", "replay:none"],
        &["list", "platforms"],
        &["show", &file],
        &["export", &file, "--format", "csv"],
        &["compare", &file, &file],
        &["report", &file, "-o", "-"],
        &["schema"],
    ];
    for command in commands {
        let codes = [output(command), hyperbench(command).stderr(full()).output().unwrap()];
        assert_eq!(codes[0].status.code(), codes[1].status.code(), "{command:?}");
        let output = hyperbench(command).stdout(full()).output().unwrap();
        assert!(matches!(output.status.code(), Some(2 | 5)), "{command:?}: {}", stderr(&output));
        assert!(!stderr(&output).contains("panicked"));
    }
}

#[test]
fn names_too_long_for_a_table_are_refused_and_those_in_files_are_shown() {
    let folder = folder();
    let (spec, file) = recorded(&folder);
    let long = "x".repeat(70_000);
    for spec in [format!("{spec},label={long}"), format!("{spec},option={long}")] {
        refused(&output(&["run", "--platform", &spec]), 2, &["label=", "1000 characters"]);
    }
    let text =
        fs::read_to_string(&file).unwrap().replace(&format!("\"{spec}\""), &format!("\"{long}\""));
    let file = path(&folder, "long.json");
    fs::write(&file, text).unwrap();
    for command in [&["show", &file][..], &["export", &file, "--format", "latex"]] {
        let output = output(command);
        assert!(output.status.success(), "{}", stderr(&output));
        assert!(stdout(&output).contains(&long));
    }
}

#[test]
fn what_is_read_more_than_once_has_to_be_a_file() {
    let folder = folder();
    let pipe = pipe(&folder);
    for place in [&pipe, "/dev/zero", "/dev"] {
        let replay = ends(start(&["run", "--platform", &format!("replay:{place}")]));
        refused(&replay, 2, &[place, "not a regular file"]);
        let kernel = ends(start(&["run", "--kernel", place]));
        refused(&kernel, 2, &[place, "not a regular file"]);
    }
}
