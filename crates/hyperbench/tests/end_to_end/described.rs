//! Monitors of the user's own, described by a file.

use std::fs;

use ground::Arch;

use crate::common::{
    assert_measured, clean_boot, ends, failed, folder, output, path, run, signal, start, stderr,
    stdout, wait_until,
};

/// QEMU as its description would be; `CONSOLE` and `MORE` differ.
fn qemu(serial: &str, more: &str) -> String {
    let qemu = &Arch::native().qemu;
    format!(
        "program = \"{}\"\nversion = [\"--version\"]\noptions = \"{}\"\n{more}\narguments = [\n  \
         \"-machine\", \"{}\", \"-accel\", \"tcg\", \"-cpu\", \"max\", \"-nodefaults\",\n  \
         \"-display\", \"none\", \"-no-reboot\", \"-smp\", \"{{cpus}}\", \"-m\", \"{{memory}}\",\n  \
         \"-kernel\", \"{{kernel}}\", \"-append\", \"{{cmdline}}\",\n  \
         \"-device\", \"{}\", \"-serial\", \"{serial}\",\n]\n",
        qemu.binary,
        qemu.kernel_options.join(" "),
        qemu.machine,
        qemu.devices[0],
    )
}

fn write(folder: &tempfile::TempDir, name: &str, text: &str) -> String {
    let file = path(folder, name);
    fs::write(&file, text).unwrap();
    file
}

/// Consoles of every kind bring the same.
#[test]
fn a_described_monitor_measures_whatever_its_console() {
    let folder = folder();
    for (serial, more) in [
        ("stdio", ""),
        ("file:{console}", "console = \"file\""),
        ("{console}", "console = \"pty\""),
        ("unix:{console},server=on", "console = \"socket\""),
        ("stdio", "image = \"linux\""),
    ] {
        let text = qemu(serial, more);
        assert!(text.lines().count() <= 25);
        let file = write(&folder, "qemu.toml", &text);
        let spec = format!("command:{file},label=mine");
        let (document, code) = run(&["--platform", &spec, "--suite", "paper"]);
        assert_eq!(code, 0, "{serial}: {:?}", failed(&document));
        assert_measured(&document, &["hypercall"]);
        let boot = &clean_boot(&document).guest.kernel.as_ref().expect("a hello").boot;
        assert_eq!(boot == "linux", more.contains("linux"), "{boot}");
    }
}

#[test]
fn a_description_that_works_is_checked_step_by_step() {
    let folder = folder();
    let file = write(&folder, "good.toml", &qemu("stdio", ""));
    let checked = output(&["platform", "check", &file]);
    let said = stdout(&checked);
    assert_eq!(checked.status.code(), Some(0), "{said}{}", stderr(&checked));
    for step in ["the program", "its version", "the kernel speaks", "done", "all of it works"] {
        assert!(said.contains(step), "{step} is missing from {said}");
    }
}

/// A description, and what has to be said of it: the line, the key, the step.
#[test]
fn what_is_wrong_is_told_with_line_and_step() {
    let folder = folder();
    let good = qemu("stdio", "");
    let shell = |script: &str| {
        format!(
            "program = \"sh\"\narguments = [\"-c\", \"{script}\", \"{{kernel}}\", \"{{cmdline}}\"]\n"
        )
    };
    for (text, words) in [
        (good.replacen("program = \"", "program = \"no-", 1), vec![":1: program", "not there"]),
        (good.replacen("program", "# program", 1), vec!["program"]),
        (format!("needs = [\"no-such-tool\"]\n{good}"), vec![":2: program", "no-such-tool"]),
        (good.replacen("arguments", "argument", 1), vec![":5:", "argument"]),
        (good.replace("{cmdline}", "{command}"), vec!["{command}", "{cmdline}"]),
        (shell("sleep 60"), vec![":2:", "not a byte"]),
        (
            shell("echo I cannot; exit 3"),
            vec![":2: arguments", "ended before", "status 3", "I cannot"],
        ),
        (shell("while sleep 0.1; do echo other; done"), vec!["image", "other text"]),
    ] {
        let file = write(&folder, "bad.toml", &text);
        let checked = output(&["platform", "check", &file, "--wait", "3"]);
        let said = stderr(&checked);
        assert_ne!(checked.status.code(), Some(0), "{text}{}", stdout(&checked));
        for word in words {
            assert!(said.contains(word), "{word:?} is missing from {said}\n{text}");
        }
    }
}

/// A monitor as a file: what it has left is a file that a last command takes away.
fn monitor_that_leaves(folder: &tempfile::TempDir, script: &str, last: &str) -> String {
    let text = format!(
        "program = \"sh\"\nneeds = [\"touch\"]\noptions = \"\"\n\
         arguments = [\"-c\", \"touch {left}/domain-{{name}}; {script}\", \"{{kernel}}\", \"{{cmdline}}\"]\n\
         end = [\"sh\", \"-c\", \"{last}\"]\n",
        left = folder.path().display(),
    );
    write(folder, "leaves.toml", &text)
}

/// Domains that are there.
fn domains(folder: &tempfile::TempDir) -> usize {
    let names = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
    names.filter(|name| name.to_string_lossy().starts_with("domain-hyperbench-")).count()
}

#[test]
fn the_last_command_runs_however_guest_and_tool_end() {
    let folder = folder();
    let remove = format!("rm {}/domain-{{name}}", folder.path().display());
    let file = monitor_that_leaves(&folder, "sleep 1", &remove);
    let spec = format!("command:{file}");
    let arguments = ["--platform", &spec, "--bench", "idle"];
    let (document, _) = run(&arguments);
    assert!(!document.platforms[0].boots.is_empty());
    assert_eq!(domains(&folder), 0, "after the guest's end");
    monitor_that_leaves(&folder, "exec sleep 1000", &remove);
    for (name, code) in [("INT", Some(130)), ("KILL", None)] {
        let tool = start(&[&["run"], &arguments[..]].concat());
        wait_until("the domain is there", || domains(&folder) == 1);
        signal(tool.id(), name);
        assert_eq!(ends(tool).status.code(), code);
        wait_until("the domain is gone", || domains(&folder) == 0);
    }
}

#[test]
fn a_last_command_that_fails_is_named() {
    let folder = folder();
    let file = monitor_that_leaves(&folder, "true", "exit 3");
    let spec = format!("command:{file}");
    let output = output(&["run", "--platform", &spec, "--bench", "idle"]);
    let said = stderr(&output);
    assert!(said.contains("last command failed (exit status 3)"), "{said}");
    let file = write(
        &folder,
        "bad.toml",
        "program = \"sh\"\narguments = [\"{kernel}\"]\nend = [\"sh\", \"{nobody}\"]\n",
    );
    let said = stderr(&crate::common::output(&["platform", "check", &file]));
    assert!(said.contains(":3:") && said.contains("{nobody}"), "{said}");
}

#[test]
fn monitors_that_nobody_has_seen_are_marked() {
    let listed = stdout(&output(&["list", "platforms", "--format", "csv"]));
    assert!(listed.contains("untested by us"), "{listed}");
}
