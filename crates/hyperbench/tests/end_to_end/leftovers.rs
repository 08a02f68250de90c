//! Files that must not stay behind, and files that cannot be written.

use std::fs::read_dir;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

use crate::common::log::Log;
use crate::common::{
    VERSION, data_home, endless, ends, fake_qemu, folder, hyperbench, path, pids, signal, stderr,
    stdout,
};

/// A tool whose temporary files go into `temporary`.
fn start_in(temporary: &TempDir, arguments: &[&str]) -> std::process::Child {
    let mut command = hyperbench(arguments);
    command.env("TMPDIR", temporary.path()).stdout(Stdio::piped());
    command.stderr(Stdio::piped()).spawn().unwrap()
}

fn is_empty(folder: &TempDir) -> bool {
    read_dir(folder.path()).unwrap().next().is_none()
}

#[test]
fn no_signal_leaves_a_temporary_file_behind() {
    for name in ["INT", "QUIT", "USR1", "ALRM", "KILL", "ABRT"] {
        let (folder, temporary) = (folder(), folder());
        let guest = format!("setsid {} & sleep 1000", endless(&folder, "child"));
        let spec = format!("qemu-tcg:binary={}", fake_qemu(&folder, VERSION, &guest));
        let tool = start_in(&temporary, &["run", "--platform", &spec, "--events"]);
        pids(&folder, "child");
        signal(tool.id(), name);
        ends(tool);
        assert!(is_empty(&temporary), "SIG{name}");
    }
}

/// The same command, even if these tests run in the background of a shell, which has their signals
/// for interrupts ignored.
fn heeding_interrupts(command: &Command) -> Command {
    let mut other = Command::new("env");
    other.arg("--default-signal=INT").arg(command.get_program()).args(command.get_args());
    other.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    other
}

/// What the process runs; empty where that cannot be told.
fn name_of(process: u32) -> String {
    std::fs::read_to_string(format!("/proc/{process}/comm")).unwrap_or_default()
}

/// Whatever the tool is doing when it comes.
#[test]
fn an_early_interrupt_leaves_nothing_behind() {
    for moment in 0..40 {
        let temporary = folder();
        let run = ["run", "--platform", "qemu-tcg", "--bench", "sgdt", "--boots", "1000"];
        let mut tool = heeding_interrupts(&hyperbench(&run));
        let tool = tool.env("TMPDIR", temporary.path()).spawn().unwrap();
        // What lets it heed the signal has to have done so.
        let is_itself = |_| name_of(tool.id()) == "hyperbench\n";
        assert!((0..1_000_000).any(is_itself), "the tool is not started");
        std::thread::sleep(std::time::Duration::from_millis(moment));
        signal(tool.id(), "INT");
        let output = ends(tool);
        // Before anything is caught, the signal itself ends the tool.
        assert!(matches!(output.status.code(), None | Some(130)), "{}", stderr(&output));
        assert!(is_empty(&temporary), "after {moment} ms");
    }
}

/// Runs the tool where files must not have more than `blocks` KiB.
fn limited(blocks: u32, arguments: &[&str]) -> Output {
    let mut shell = Command::new("bash");
    let tool = env!("CARGO_BIN_EXE_hyperbench");
    shell.args(["-c", &format!("ulimit -f {blocks} && exec \"$0\" \"$@\""), tool]).args(arguments);
    shell.env("XDG_DATA_HOME", data_home()).output().unwrap()
}

/// Writes a console of more than 1 MiB, of one benchmark; returns the platform that replays it.
fn long_console(folder: &TempDir) -> String {
    let mut console = Log::default().boot("a").record("begin", &[("bench", "a")]);
    console = console.record("plan", &[("bench", "a"), ("n", "1"), ("batches", "20000")]);
    for i in 0..20_000 {
        let fields = [("bench", "a"), ("i", &*i.to_string()), ("run", "7"), ("control", "1")];
        console = console.record("sample", &fields);
    }
    let console = console.record("end", &[("bench", "a"), ("status", "ok")]).done();
    let file = path(folder, "boot.log");
    std::fs::write(&file, console.text()).unwrap();
    format!("replay:{file}")
}

#[test]
fn a_limit_on_the_size_of_files_costs_what_is_larger_and_not_the_results() {
    let folder = folder();
    let spec = long_console(&folder);
    for (option, left) in [("-o", None), ("--keep-log", Some(1 << 20))] {
        let file = path(&folder, "file");
        let output = limited(1024, &["run", "--details", "--platform", &spec, option, &file]);
        assert_eq!(output.status.code(), Some(5), "{}", stderr(&output));
        assert!(stderr(&output).contains("File too large"), "{}", stderr(&output));
        assert!(stdout(&output).contains("1 ok"));
        assert_eq!(std::fs::metadata(&file).ok().map(|file| file.len()), left);
    }
    assert_eq!(read_dir(folder.path()).unwrap().count(), 2, "no part of a file is left");
}

#[test]
fn a_limit_that_is_too_small_for_the_kernel_is_told() {
    let output = limited(8, &["run", "--platform", "qemu-tcg"]);
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    assert!(stderr(&output).contains("ulimit -f"), "{}", stderr(&output));
}
