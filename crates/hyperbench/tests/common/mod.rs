//! What the end-to-end tests share.

pub mod combination;
pub mod log;
pub mod peer;
pub mod qemu;
pub mod screen;
pub mod user;

use std::io::{Write, stderr as standard_error};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::OnceLock;
use std::thread::sleep;
use std::time::Duration;

use ground::{Arch, GuestKind};
use images::KernelImage;
use results::{Boot, Document, PlatformRun, Status, Summary};
use tempfile::TempDir;

/// How long something that has to happen is waited for before the test fails.
const PATIENCE: Duration = Duration::from_secs(60);

/// Options of `run` that say how many boots there are to be.
const BOOTS: [&str; 3] = ["--boots", "--precision", "--ab"];

/// Where the runs of tests are kept: the user's own are none of their business.
pub fn data_home() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("data")
}

/// The program under test. A run that does not say otherwise has one boot of each platform, which is
/// quick and enough for all that does not depend on the number, and prints all that there is to figures.
pub fn hyperbench(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hyperbench"));
    command.stdin(Stdio::null()).env_remove("NO_COLOR").env("XDG_DATA_HOME", data_home());
    match arguments {
        // Not at the end: a test may add what follows the last word.
        ["run", rest @ ..] if !rest.iter().any(|word| BOOTS.contains(word)) => {
            command.args(["run", "--details", "--boots", "1"]).args(rest)
        }
        ["run", rest @ ..] => command.args(["run", "--details"]).args(rest),
        _ => command.args(arguments),
    };
    command
}

/// Runs it to its end.
pub fn output(arguments: &[&str]) -> Output {
    hyperbench(arguments).output().expect("hyperbench can be run")
}

/// Says that the running test leaves something out, and why. It goes round the capturing of what passing
/// tests print, so that `make test` has it at its end.
pub fn skip(why: impl std::fmt::Display) {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("a test");
    let line = format!("SKIPPED: {test}: {}\n", why.to_string().trim().replace('\n', " "));
    standard_error().write_all(line.as_bytes()).expect("somebody reads what tests say");
}

/// What it printed on the standard output.
pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("output is UTF-8")
}

/// What it printed on the standard error.
pub fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("output is UTF-8")
}

/// Runs `hyperbench run` and reads the document that it prints; checks what holds for all.
pub fn run(arguments: &[&str]) -> (Document, i32) {
    let output = output(&[&["run", "--format", "json"], arguments].concat());
    let text = stdout(&output);
    let document: Document =
        serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e}: {text}{}", stderr(&output)));
    check(&document);
    (document, output.status.code().expect("it was not killed"))
}

/// What holds for every document: no status without its reason, no ok without its figure.
pub fn check(document: &Document) {
    for run in &document.platforms {
        for b in &run.benchmarks {
            let has_figure = b.value.is_some() || b.is_below_resolution();
            assert_eq!(b.status == Status::Ok, has_figure, "{b:?}");
            assert!(b.status == Status::Ok || !b.reason.is_empty(), "{b:?}");
        }
    }
}

/// The first architecture whose kernel has the benchmark `name`.
pub fn arch_with(name: &str) -> &'static Arch {
    let mut archs = Arch::names().filter_map(Arch::named);
    let has = |arch: &&Arch| {
        let image =
            KernelImage::carried(arch, GuestKind::Bare).expect("the kernel inside can be read");
        image.benchmarks.iter().any(|benchmark| benchmark.name == name)
    };
    archs.find(has).expect(name)
}

/// What has no figure in it, and why.
pub fn failed(document: &Document) -> Vec<(&str, Status, &str)> {
    let all = document.platforms.iter().flat_map(|run| &run.benchmarks);
    let failed = all.filter(|b| b.status != Status::Ok);
    failed.map(|b| (&*b.name, b.status, &*b.reason)).collect()
}

/// The only platform of a document.
pub fn only(document: &Document) -> &PlatformRun {
    assert_eq!(document.platforms.len(), 1);
    &document.platforms[0]
}

/// The result of a benchmark on the only platform.
pub fn result<'a>(document: &'a Document, name: &str) -> &'a Summary {
    only(document).find(name).unwrap_or_else(|| panic!("there is no result of {name}"))
}

/// Checks that every benchmark was measured, but for those that `may_skip` names.
pub fn assert_measured(document: &Document, may_skip: &[&str]) {
    for run in &document.platforms {
        assert!(run.benchmarks.len() > 10, "{run:?}");
        for b in &run.benchmarks {
            let skipped = b.status == Status::Skipped && may_skip.contains(&b.name.as_str());
            assert!(b.status == Status::Ok || skipped, "{b:?}");
        }
    }
}

/// The boots of the only platform, with nothing lost on their consoles.
pub fn clean_boots(document: &Document) -> &[Boot] {
    let boots = &only(document).boots;
    for Boot { console, .. } in boots {
        assert_eq!((console.damaged, console.lost, console.unexpected), (0, 0, 0), "{console:?}");
    }
    boots
}

/// The only boot of the only platform, with nothing lost on its console.
pub fn clean_boot(document: &Document) -> &Boot {
    let [boot] = clean_boots(document) else { panic!("{:?}", only(document).boots) };
    boot
}

/// The kernel's sources.
pub fn kernel_sources() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../kernel")
}

/// Builds the kernel in `sources` for this machine into `out`; returns the image.
pub fn build_kernel(sources: &Path, out: &Path, more: &[&str]) -> PathBuf {
    make(sources, out, more);
    out.join(format!("hyperbench-{}.elf", std::env::consts::ARCH))
}

/// Runs the Makefile in `sources` for this machine.
fn make(sources: &Path, out: &Path, more: &[&str]) {
    let arch = std::env::consts::ARCH;
    let result = Command::new("make")
        .arg("-C")
        .arg(sources)
        .args([format!("ARCH={arch}"), format!("OUT={}", out.display())])
        .args(more)
        .env_remove("MAKEFLAGS")
        .output()
        .expect("make can be run");
    assert!(result.status.success(), "{}", stderr(&result));
}

/// The kernel with the benchmarks that misbehave.
pub fn test_image() -> &'static str {
    static IMAGE: OnceLock<String> = OnceLock::new();
    IMAGE.get_or_init(|| {
        let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("test-image");
        let image = build_kernel(&kernel_sources(), &out, &["TEST_IMAGE=yes"]);
        image.to_str().expect("a path of ASCII characters").to_owned()
    })
}

/// The program for Linux with the benchmarks that misbehave.
pub fn linux_test_image() -> &'static str {
    static IMAGE: OnceLock<String> = OnceLock::new();
    IMAGE.get_or_init(|| {
        let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("linux-test-image");
        make(&kernel_sources().join("../linux"), &out, &["TEST_IMAGE=yes"]);
        let image = out.join(format!("hyperbench-linux-{}.elf", std::env::consts::ARCH));
        image.to_str().expect("a path of ASCII characters").to_owned()
    })
}

/// A folder that is removed with the test.
pub fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder can be made")
}

/// `folder/name` as text.
pub fn path(folder: &TempDir, name: &str) -> String {
    folder.path().join(name).to_str().expect("a path of ASCII characters").to_owned()
}

/// Writes a program that passes for QEMU: a shell runs `version` when it is asked for its version,
/// and `guest` in the place of a guest.
pub fn fake_qemu(folder: &TempDir, version: &str, guest: &str) -> String {
    let program = path(folder, "qemu");
    let text =
        format!("#!/bin/sh\nif [ \"$1\" = --version ]; then\n{version}\nexit\nfi\n{guest}\n");
    executable(&program, &text);
    program
}

/// Makes `path` a program with this `text`. Another process writes it: what other tests start would have it open
/// for writing until that is executed, and meanwhile nobody can execute it (execve(2), ETXTBSY).
pub fn executable(path: &str, text: &str) {
    let write = "printf %s \"$1\" >\"$0\" && chmod 755 \"$0\"";
    let status = Command::new("/bin/sh").args(["-c", write, path, text]).status();
    assert!(status.expect("there is a shell").success(), "{path} cannot be written");
}

/// What a fake QEMU answers that has nothing else to answer.
pub const VERSION: &str = "echo QEMU 0";

/// A shell's command for a process that never ends. It adds its number to `folder/name`.
pub fn endless(folder: &TempDir, name: &str) -> String {
    let script = path(folder, "endless");
    let text = "echo $$ >> $1\nexec sleep 1000\n";
    std::fs::write(&script, text).expect("the folder can be written to");
    format!("sh {script} {}", path(folder, name))
}

/// The processes that have added their numbers to `folder/name`, at least one.
pub fn pids(folder: &TempDir, name: &str) -> Vec<u32> {
    let mut text = String::new();
    wait_until(&format!("{name} has told its number"), || {
        text = std::fs::read_to_string(folder.path().join(name)).unwrap_or_default();
        text.ends_with('\n')
    });
    text.lines().map(|line| line.parse().expect("a number")).collect()
}

/// Waits until none of the processes in `folder/name` runs.
pub fn assert_gone(folder: &TempDir, name: &str) {
    for pid in pids(folder, name) {
        wait_until(&format!("{name} is gone"), || !is_running(pid));
    }
}

/// The end of a tool that must not hang.
pub fn ends(tool: Child) -> Output {
    let (sender, receiver) = std::sync::mpsc::channel();
    let pid = tool.id();
    std::thread::spawn(move || sender.send(tool.wait_with_output()));
    let Ok(output) = receiver.recv_timeout(PATIENCE) else {
        signal(pid, "KILL");
        panic!("the tool hangs");
    };
    output.expect("it can be waited for")
}

/// Waits until `condition` holds.
pub fn wait_until(what: &str, mut condition: impl FnMut() -> bool) {
    let step = Duration::from_millis(20);
    for _ in 0..PATIENCE.as_millis() / step.as_millis() {
        if condition() {
            return;
        }
        sleep(step);
    }
    panic!("waited in vain until {what}");
}

/// Starts a run in the background.
pub fn start(arguments: &[&str]) -> Child {
    let mut command = hyperbench(arguments);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("hyperbench can be run")
}

/// Waits until the console log at `path` announces `bench`.
pub fn wait_for_begin(path: &str, bench: &str) {
    wait_until(&format!("{bench} begins"), || {
        let log = std::fs::read(path).unwrap_or_default();
        String::from_utf8_lossy(&log)
            .lines()
            .any(|line| line.contains(" begin ") && line.contains(&format!("bench=\"{bench}\"")))
    });
}

/// The program that the tool `tool` has started.
pub fn program_of(tool: u32) -> u32 {
    find_program(tool).expect("the tool runs a program")
}

/// The program that the tool `tool` has started, if both run: the child of its guard.
pub fn find_program(tool: u32) -> Option<u32> {
    let child = |parent: u32| -> Option<u32> {
        let threads = std::fs::read_dir(format!("/proc/{parent}/task")).ok()?.flatten();
        threads.into_iter().find_map(|thread| {
            let list = std::fs::read_to_string(thread.path().join("children")).ok()?;
            list.split_whitespace().next()?.parse().ok()
        })
    };
    child(child(tool)?)
}

/// Whether a process runs; one that only waits to be reaped does not.
pub fn is_running(pid: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    stat.rsplit(')').next().is_some_and(|rest| !rest.is_empty() && !rest.starts_with(" Z"))
}

/// Sends a signal by its name to a process that must be there.
pub fn signal(pid: u32, name: &str) {
    assert!(try_signal(pid, name), "SIG{name} to {pid}");
}

/// Sends a signal by its name; says whether the process was there.
pub fn try_signal(pid: u32, name: &str) -> bool {
    let kill = Command::new("kill").args([&format!("-{name}"), &pid.to_string()]).output();
    kill.expect("kill can be run").status.success()
}
