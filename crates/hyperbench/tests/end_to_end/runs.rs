//! Runs that nobody asked to keep, and results of several machines.

use std::fs;
use std::process::Output;

use results::{Boot, GuestEnvironment, PlatformRun, Timer};
use tempfile::TempDir;

use crate::common::log::Log;
use crate::common::{
    VERSION, fake_qemu, folder, hyperbench, output, path, signal, stderr, stdout, wait_until,
};
use crate::results_files::{platform, write};

/// A user with a data folder of their own.
struct User(TempDir);

impl User {
    fn says(&self, arguments: &[&str]) -> Output {
        let mut command = hyperbench(arguments);
        command.env("XDG_DATA_HOME", self.0.path()).output().unwrap()
    }

    /// What a command prints that has to succeed.
    fn done(&self, arguments: &[&str]) -> String {
        let output = self.says(arguments);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", stderr(&output));
        stdout(&output)
    }

    /// Measures the benchmarks `a` and `b` once more.
    fn measures(&self, more: &[&str]) -> Output {
        let log = Log::default().boot("a,b").measured("a").measured("b").done().text();
        let file = path(&self.0, "boot.log");
        fs::write(&file, log).unwrap();
        self.says(&[&["run", "--platform", &format!("replay:{file}")][..], more].concat())
    }

    /// The names of the runs that are kept, the latest first.
    fn runs(&self) -> Vec<String> {
        let list = self.done(&["runs"]);
        let rows = list.lines().filter(|line| line.trim_start().starts_with('@'));
        rows.map(|row| row.split_whitespace().nth(1).unwrap().to_owned()).collect()
    }
}

#[test]
fn a_run_is_kept_and_found_again_without_a_file() {
    let user = User(folder());
    assert_eq!(user.says(&["run", "--platform", "quemu"]).status.code(), Some(2));
    assert!(user.done(&["runs"]).contains("hyperbench run"), "nothing was measured");
    for _ in 0..2 {
        assert!(user.measures(&[]).status.success());
    }
    let names = user.runs();
    assert!(names[0].ends_with("-2") && names[1].ends_with("-1"), "{names:?}");
    assert!(user.done(&["show"]).contains("hyperbench show --details"));
    assert!(user.done(&["show", "@2", &names[0]]).contains(&names[1]));
    let label = stdout(&user.says(&["export", "--format", "csv"]));
    assert_eq!(label.lines().count(), 3, "{label}");
    assert!(user.done(&["compare"]).contains(&format!("A  {}", names[1])));
    user.done(&["runs", "name", "@2", "first"]);
    assert_eq!(user.runs(), [names[0].as_str(), "first"]);
    assert!(user.done(&["compare", "first", "@"]).contains("A  first"));
    let page = path(&user.0, "page.html");
    user.done(&["report", "-o", &page]);
    user.done(&["runs", "remove", "@", "@2"]);
    assert!(user.runs().is_empty());
    let none = user.says(&["show", "@"]);
    assert_eq!(none.status.code(), Some(2));
    assert!(stderr(&none).contains("none is kept yet"), "{}", stderr(&none));
}

#[test]
fn a_file_is_replaced_only_if_that_is_meant() {
    let user = User(folder());
    let file = path(&user.0, "today.json");
    assert!(user.measures(&["-o", &file]).status.success());
    let before = fs::read(&file).unwrap();
    let refused = user.measures(&["-o", &file]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(stderr(&refused).contains("--force"), "{}", stderr(&refused));
    assert!(fs::read(&file).unwrap() == before && user.runs().len() == 1);
    assert!(user.measures(&["-o", &file, "--force"]).status.success());
    assert_eq!(user.runs().len(), 2);
}

#[test]
fn a_run_that_cannot_be_kept_is_measured_all_the_same_and_it_is_said() {
    let user = User(folder());
    fs::write(user.0.path().join("hyperbench"), "no folder").unwrap();
    let run = user.measures(&[]);
    assert_eq!(run.status.code(), Some(0), "{}", stderr(&run));
    assert!(stderr(&run).contains("this run is not kept"), "{}", stderr(&run));
    assert!(stdout(&run).contains("2 ok"));
}

#[test]
fn a_killed_run_is_there_with_what_it_had() {
    let user = User(folder());
    let log = Log::default().boot("sgdt,sidt").measured("sgdt").text();
    fs::write(path(&user.0, "half.log"), log).unwrap();
    let guest = format!("cat {}; exec sleep 1000", path(&user.0, "half.log"));
    let spec = format!("qemu-tcg:binary={}", fake_qemu(&user.0, VERSION, &guest));
    let mut command = hyperbench(&["run", "--platform", &spec, "--bench", "{sgdt,sidt}"]);
    command.env("XDG_DATA_HOME", user.0.path());
    let mut tool = command.spawn().unwrap();
    let kept = || {
        let files = fs::read_dir(user.0.path().join("hyperbench/runs")).ok()?;
        let is_run = |path: &std::path::PathBuf| path.extension().is_some_and(|it| it == "json");
        files.flatten().map(|file| file.path()).find(is_run)
    };
    wait_until("the first benchmark is kept", || {
        kept().is_some_and(|file| fs::read_to_string(file).unwrap_or_default().contains("\"sgdt\""))
    });
    signal(tool.id(), "KILL");
    tool.wait().unwrap();
    assert!(user.done(&["runs"]).contains("ended early"));
    let shown = user.done(&["show"]);
    assert!(shown.contains("sgdt") && shown.contains("ended before it was over"), "{shown}");
}

/// A platform whose guest's counter has this rate.
fn clocked(label: &str, hz: u64) -> PlatformRun {
    let mut run = platform(label, 3, 2596.0);
    let timer = Timer { hz: Some(hz), ..Timer::default() };
    let guest = GuestEnvironment { timer: Some(timer), ..GuestEnvironment::default() };
    run.boots = run.boots.drain(..).map(|boot| Boot { guest: guest.clone(), ..boot }).collect();
    run
}

#[test]
fn results_of_two_clocks_stand_side_by_side_in_time_alone() {
    let folder = folder();
    let fast = write(&folder, "fast.json", vec![clocked("vm", 2_596_000_000)]);
    let slow = write(&folder, "slow.json", vec![clocked("vm", 1_300_000_000)]);
    for details in [&[][..], &["--details"], &["--baseline", &fast]] {
        let shown = stdout(&output(&[&["show", &fast, &slow][..], details].concat()));
        assert!(!shown.contains('×') && shown.contains("fast:vm"), "{shown}");
    }
    let shown = stdout(&output(&["show", &fast, &slow]));
    assert!(shown.contains("Different clocks (2,596 and 1,300 MHz)"), "{shown}");
    let row = shown.lines().find(|line| line.contains("bench-0")).unwrap();
    assert!(row.contains("1.00 µs") && row.contains("2.00 µs"), "{row}");
    let compared = output(&["compare", &fast, &slow]);
    let text = stdout(&compared);
    assert_eq!(compared.status.code(), Some(0), "{text}");
    assert!(text.contains("different machines"), "{text}");
    let row = text.lines().find(|line| line.starts_with(" bench-0")).unwrap();
    assert!(row.contains(" 1.00 µs ") && row.contains(" 2.00 µs "), "{row}");
    assert!(text.contains("+99.7 %"), "{text}");
    let judged = output(&["compare", &fast, &slow, "--fail-on", "slower>5%"]);
    assert_eq!(judged.status.code(), Some(8));
}
