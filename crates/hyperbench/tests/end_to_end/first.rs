//! A user's first words: the tool alone, a run that says nothing, a benchmark to be explained.

use std::fs;
use std::process::Output;

use ground::GuestKind;
use results::Document;

use crate::common::log::Log;
use crate::common::{fake_qemu, folder, hyperbench, path, stderr, stdout};

/// What `command` says to a user whose only program is a QEMU that leaves a trace when it is started.
fn says(folder: &tempfile::TempDir, command: &[&str]) -> Output {
    fake_qemu(folder, &format!(": > {}", path(folder, "started")), "exit 1");
    let place = folder.path();
    fs::rename(place.join("qemu"), place.join(ground::Arch::native().qemu.binary.as_str()))
        .unwrap();
    let mut command = hyperbench(command);
    command.env("PATH", place).env("XDG_DATA_HOME", place).env("XDG_CACHE_HOME", place);
    command.output().unwrap()
}

#[test]
fn the_tool_alone_says_what_can_be_measured_and_starts_nothing() {
    let folder = folder();
    let output = says(&folder, &[]);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(text.lines().count() <= 16, "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    let run = text.lines().find(|line| line.starts_with("  hyperbench run  ")).expect(&text);
    assert!(run.contains("qemu-tcg"), "{text}");
    assert!(text.contains("hyperbench lab build") && !text.contains("again"), "{text}");
    assert!(!folder.path().join("started").exists(), "QEMU was started");
}

/// Where only processes are to be had, they are what a run in a virtual machine measures; elsewhere it says
/// what is missing.
#[test]
fn in_a_virtual_machine_a_run_measures_its_own_processes_besides() {
    let folder = folder();
    let output = says(&folder, &["run", "--boots", "1", "--batches", "3", "--format", "json"]);
    let Ok(document) = serde_json::from_slice::<Document>(&output.stdout) else {
        assert!(stderr(&output).contains("no platform can run here"), "{}", stderr(&output));
        return;
    };
    let (last, guests) = document.platforms.split_last().unwrap();
    if document.host.virtual_machine.is_none() {
        assert!(document.platforms.iter().all(|run| run.guest == GuestKind::Bare));
        return;
    }
    assert_eq!((last.label.as_str(), last.guest), ("host", GuestKind::Linux));
    assert!(last.benchmarks.iter().any(|one| one.name == "getppid" && one.value.is_some()));
    assert!(guests.iter().all(|run| run.guest == GuestKind::Bare));
    assert_eq!(document.baseline == "host", guests.is_empty(), "guests refer to a guest");
}

#[test]
fn a_benchmark_is_explained_in_any_spelling_with_what_it_costs() {
    let folder = folder();
    let explained = |name: &str| {
        let output = says(&folder, &["explain", name]);
        assert_eq!(output.status.code(), Some(0), "{name}: {}", stderr(&output));
        stdout(&output)
    };
    assert!(explained("IN").starts_with("in: "));
    assert!(explained("Hot_Access").starts_with("hot-access: "));
    assert!(explained("GetPPID").contains("The cheapest system call"));
    let published = explained("sgdt");
    let is_tcg = |line: &str| line.contains(" paper-tcg ") && line.ends_with(" 2,200 cycles");
    assert!(published.contains("published figures of another machine"), "{published}");
    assert!(published.lines().any(is_tcg), "{published}");
    let log = path(&folder, "boot.log");
    fs::write(&log, Log::default().boot("sgdt").measured("sgdt").done().text()).unwrap();
    assert!(says(&folder, &["run", "--platform", &format!("replay:{log}")]).status.success());
    let measured = explained("sgdt");
    assert!(measured.contains("measured here") && measured.contains("5.0 ns"), "{measured}");
    assert!(!measured.contains("published"), "{measured}");
    let wrong = says(&folder, &["explain", "sgdtt"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(stderr(&wrong).contains("hyperbench explain sgdt;"), "{}", stderr(&wrong));
}
