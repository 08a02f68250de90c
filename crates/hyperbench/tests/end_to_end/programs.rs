//! Programs of others that hang, babble, lie or multiply. The tool ends by itself with a sentence
//! and a documented code, and nothing of them is left.

use std::process::Output;

use tempfile::TempDir;

use crate::common::{
    VERSION, assert_gone, endless, ends, fake_qemu, folder, output, path, pids, run, signal, start,
    stderr, stdout,
};

/// Starts a run of one benchmark on the fake QEMU `program`.
fn run_on(program: &str) -> std::process::Child {
    start(&["run", "--platform", &format!("qemu-tcg:binary={program}"), "--bench", "sgdt"])
}

/// Runs it to its end, which has to come by itself.
fn ended(folder: &TempDir, version: &str, guest: &str) -> Output {
    ends(run_on(&fake_qemu(folder, version, guest)))
}

fn refused(output: &Output, code: i32, word: &str) {
    let message = stderr(output);
    assert_eq!(output.status.code(), Some(code), "{message}");
    assert!(message.contains(word) && !message.contains("panicked"), "{message}");
}

#[test]
fn a_version_that_never_ends_is_given_up_and_nothing_of_it_is_left() {
    let folder = folder();
    let (a, b) = (endless(&folder, "a"), endless(&folder, "b"));
    let output = ended(&folder, &format!("{a} & setsid {b} & sleep 1000"), "");
    refused(&output, 3, "did not end within 10 s");
    assert!(stderr(&output).contains("next:"));
    assert_gone(&folder, "a");
    assert_gone(&folder, "b");
}

#[test]
fn a_version_without_end_is_not_listened_to() {
    refused(&ended(&folder(), "yes QEMU", ""), 3, "printed more than 1 MiB");
    refused(&ended(&folder(), "yes QEMU >&2", ""), 3, "printed more than 1 MiB");
}

#[test]
fn a_child_that_keeps_the_versions_pipe_open_is_ended_with_it() {
    let folder = folder();
    let wait = format!("while [ ! -s {} ]; do sleep 0.1; done", path(&folder, "child"));
    let version = format!("setsid {} & {wait}; {VERSION}", endless(&folder, "child"));
    refused(&ended(&folder, &version, "exit 7"), 3, "");
    assert_gone(&folder, "child");
}

#[test]
fn signals_end_the_wait_for_a_program() {
    for name in ["INT", "TERM", "HUP", "QUIT"] {
        let folder = folder();
        let version = format!("setsid {} & wait", endless(&folder, "child"));
        let tool = run_on(&fake_qemu(&folder, &version, ""));
        pids(&folder, "child");
        signal(tool.id(), name);
        refused(&ends(tool), 130, "interrupted");
        assert_gone(&folder, "child");
    }
}

/// What a terminal would take for a command: colours, a title, a link, and one in eight bits.
const ESCAPES: &str = r"\033[31m\033]0;title\007\033]8;;http://x\033\\\302\233\342\200\256";

#[test]
fn no_escape_sequence_reaches_a_terminal_a_file_or_a_page() {
    let folder = folder();
    let (file, page) = (path(&folder, "run.json"), path(&folder, "run.html"));
    let version = format!("printf 'QEMU {ESCAPES}0\\n'");
    let guest = format!("printf 'qemu: no{ESCAPES} machine\\n' >&2; exit 1");
    let program = fake_qemu(&folder, &version, &guest);
    let spec = format!("qemu-tcg:binary={program}");
    let run = output(&["run", "--platform", &spec, "--bench", "sgdt", "-o", &file]);
    refused(&run, 3, "no machine");
    let made = output(&["report", &file, "-o", &page]);
    assert!(made.status.success(), "{}", stderr(&made));
    let (file, page) = (std::fs::read_to_string(file), std::fs::read_to_string(page));
    for text in [stdout(&run), stderr(&run), file.unwrap(), page.unwrap()] {
        let found =
            ["\x1b", "\x07", "\u{9b}", "\u{202e}", "\\u001b", "\\u0007", "\\u009b", "0;title"];
        assert_eq!(found.iter().find(|part| text.contains(**part)), None);
    }
}

/// After a fatal error, with messages and with a console that go on.
#[test]
fn a_qemu_that_goes_on_talking_after_its_guest_is_dead_is_ended() {
    for stream in [">&2", ""] {
        let drip = format!("while :; do echo 'RIP=1234' {stream}; sleep 0.02; done");
        let guest = format!("echo 'KVM internal error. Suberror: 1' >&2; {drip}");
        let output = ended(&folder(), VERSION, &guest);
        refused(&output, 3, "");
        assert!(stdout(&output).contains("KVM internal error"), "{}", stdout(&output));
    }
}

/// What a QEMU does that leaves children behind: in its group, in a session of their own, and
/// without a parent.
fn prolific(folder: &TempDir, then: &str) -> String {
    let [child, session, orphan] = CHILDREN.map(|name| endless(folder, name));
    let start = format!("{child} & setsid {session} & setsid sh -c '{orphan} &'");
    let waits =
        CHILDREN.map(|name| format!("while [ ! -s {} ]; do sleep 0.1; done", path(folder, name)));
    format!("{start}\n{}\n{then}", waits.join("\n"))
}

fn assert_children_gone(folder: &TempDir) {
    for name in CHILDREN {
        assert_gone(folder, name);
    }
}

const CHILDREN: [&str; 3] = ["child", "session", "orphan"];

#[test]
fn whatever_a_qemu_has_started_ends_with_it() {
    for then in ["exit 1", "echo 'KVM internal error' >&2; sleep 1000"] {
        let folder = folder();
        refused(&ended(&folder, VERSION, &prolific(&folder, then)), 3, "");
        assert_children_gone(&folder);
    }
}

#[test]
fn whatever_a_qemu_has_started_ends_with_the_tool_however_that_ends() {
    for name in ["INT", "TERM", "HUP", "QUIT", "ALRM", "USR1", "USR2", "XCPU", "KILL", "ABRT"] {
        let folder = folder();
        let tool = run_on(&fake_qemu(&folder, VERSION, &prolific(&folder, "sleep 1000")));
        for name in CHILDREN {
            pids(&folder, name);
        }
        signal(tool.id(), name);
        let code = ends(tool).status.code();
        assert_eq!(code, (!["KILL", "ABRT"].contains(&name)).then_some(130), "SIG{name}");
        assert_children_gone(&folder);
    }
}

#[test]
fn a_qemu_that_kills_its_guard_costs_only_its_guest() {
    let folder = folder();
    let (document, code) = run(&[
        "--platform",
        &format!(
            "qemu-tcg:binary={}",
            fake_qemu(&folder, VERSION, "kill -9 $PPID; while :; do :; done")
        ),
    ]);
    assert_eq!(code, 3);
    let failure = document.platforms[0].failure.as_ref().unwrap();
    assert!(failure.contains("killed by signal 9"), "{failure}");
}
