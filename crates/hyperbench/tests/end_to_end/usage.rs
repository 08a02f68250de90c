//! Mistakes and missing things: one clear sentence, the next step, a documented exit code.

use std::process::Output;

use crate::common::{
    VERSION, assert_gone, endless, fake_qemu, folder, hyperbench, output, run, stderr, stdout,
};

/// Checks exit code and message of a command that cannot do what it is asked.
fn refused(output: &Output, code: i32, words: &[&str]) {
    let message = stderr(output);
    assert_eq!(output.status.code(), Some(code), "{message}");
    assert!(message.contains("next:") && !message.contains("panicked"), "{message}");
    assert!(message.lines().count() <= 12, "{message}");
    for word in words {
        assert!(message.contains(word), "{word:?} is missing from {message}");
    }
}

#[test]
fn unknown_names_are_answered_with_the_known_ones() {
    refused(&output(&["run", "--platform", "quemu"]), 2, &["quemu", "qemu-tcg"]);
    refused(&output(&["run", "--bench", "sgdtt"]), 2, &["sgdtt", "list benchmarks"]);
    refused(&output(&["run", "--bench", "[a"]), 2, &["[a"]);
    let two = ["run", "--platform", "qemu-tcg", "--baseline", "kvm"];
    refused(&output(&two), 2, &["kvm", "qemu-tcg"]);
    let twice = ["run", "--platform", "qemu-tcg", "--platform", "qemu-tcg"];
    refused(&output(&twice), 2, &["label="]);
    refused(&output(&["run", "--platform", "qemu-tcg:boot=tape"]), 2, &["boot=", "linux"]);
}

#[test]
fn a_wrong_option_is_explained() {
    for arguments in
        [["--memory", "5M"], ["--cpus", "0"], ["--iterations", "x"], ["--batches", "0"]]
    {
        let output = output(&["run", arguments[0], arguments[1]]);
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains(arguments[0]));
    }
}

#[test]
fn without_qemu_it_says_what_to_install() {
    let empty = folder();
    let mut command = hyperbench(&["run", "--platform", "qemu-tcg"]);
    let output = command.env("PATH", empty.path()).output().unwrap();
    refused(&output, 3, &["QEMU is not installed", "apt-get install qemu-system"]);
    // The platforms that need no QEMU cannot be deterministic.
    let mut command = hyperbench(&["run", "--deterministic"]);
    let output = command.env("PATH", empty.path()).output().unwrap();
    refused(&output, 3, &["no platform can run here", "apt-get install"]);
    let mut command = hyperbench(&["list", "platforms"]);
    let output = command.env("PATH", empty.path()).output().unwrap();
    assert!(stdout(&output).contains("apt-get install"));
}

#[test]
fn a_qemu_that_ends_at_once_is_quoted() {
    let folder = folder();
    let program = fake_qemu(&folder, VERSION, "echo 'qemu: no such machine' >&2; exit 7");
    let (document, code) = run(&["--platform", &format!("qemu-tcg:binary={program}")]);
    assert_eq!(code, 3);
    let failure = document.platforms[0].failure.as_ref().unwrap();
    assert!(failure.contains("exit status 7") && failure.contains("no such machine"), "{failure}");
}

/// QEMU stays when KVM gives a guest up, and so may the programs that it has started.
#[test]
fn a_guest_that_kvm_gives_up_is_ended_with_everything_it_consists_of() {
    let folder = folder();
    let says = "echo 'KVM internal error. Suberror: 1' >&2; echo 'RIP=1234' >&2; wait";
    let program = fake_qemu(&folder, VERSION, &format!("{} & {says}", endless(&folder, "pid")));
    let (document, code) = run(&["--platform", &format!("qemu-tcg:binary={program}")]);
    assert_eq!(code, 3);
    let failure = document.platforms[0].failure.as_ref().unwrap();
    assert!(failure.contains("KVM internal error") && failure.contains("RIP=1234"), "{failure}");
    assert_gone(&folder, "pid");
}

#[test]
fn a_wrong_machine_type_brings_qemus_own_words() {
    let (document, code) = run(&["--platform", "qemu-tcg:machine=abacus", "--bench", "sgdt"]);
    assert_eq!(code, 3);
    let failure = document.platforms[0].failure.as_ref().unwrap();
    assert!(failure.contains("unsupported machine type"), "{failure}");
}

#[test]
fn a_program_that_is_no_qemu_is_refused() {
    let spec = "qemu-tcg:binary=/bin/true";
    refused(&output(&["run", "--platform", spec]), 3, &["/bin/true", "--version"]);
    let spec = "qemu-tcg:binary=/nonexistent/qemu";
    refused(&output(&["run", "--platform", spec]), 3, &["/nonexistent/qemu", "binary="]);
}

#[test]
fn what_cannot_be_written_is_noticed_before_anything_is_measured() {
    for option in ["-o", "--keep-log"] {
        let output = output(&["run", "--platform", "qemu-tcg", option, "/nonexistent/file"]);
        refused(&output, 5, &["/nonexistent/file"]);
        assert!(!stderr(&output).contains("running"));
    }
}

#[test]
fn a_full_disk_costs_the_file_but_not_the_results() {
    let arguments = ["run", "--platform", "qemu-tcg", "--bench", "sgdt"];
    for option in ["-o", "--keep-log"] {
        let output = output(&[&arguments[..], &[option, "/dev/full"]].concat());
        refused(&output, 5, &["/dev/full"]);
        assert!(stdout(&output).contains("1 ok"));
    }
}

#[test]
fn a_kernel_that_is_none_is_refused() {
    refused(&output(&["run", "--kernel", "/nonexistent"]), 2, &["/nonexistent"]);
    refused(&output(&["run", "--kernel", "/bin/true"]), 2, &["not a HyperBench kernel"]);
    refused(&output(&["list", "benchmarks", "--kernel", "/etc/passwd"]), 2, &["ELF"]);
}

#[test]
fn deterministic_runs_are_for_emulators() {
    let output = output(&["run", "--platform", "replay:x", "--deterministic"]);
    refused(&output, 2, &["replay:x", "qemu-tcg"]);
}

#[test]
fn lists_come_in_all_formats() {
    for subject in ["benchmarks", "platforms"] {
        let json = stdout(&output(&["list", subject, "--json"]));
        assert_eq!(json, stdout(&output(&["list", subject, "--format", "json"])));
        assert!(serde_json::from_str::<serde_json::Value>(&json).unwrap().is_array());
        assert!(stdout(&output(&["list", subject, "--format", "csv"])).contains("summary"));
        assert!(!stdout(&output(&["list", subject])).contains('\u{1b}'));
    }
}

#[test]
fn help_lists_the_exit_codes() {
    for arguments in [&["--help"][..], &["run", "--help"]] {
        assert!(stdout(&output(arguments)).contains("130"));
    }
}
