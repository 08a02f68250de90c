//! Names, texts, pipes, lines and limits that are up to no good: each ends with a sentence.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread::{sleep, spawn};
use std::time::Duration;

use ground::turns;

use crate::common::{ends, folder, hyperbench, output, path, signal, skip, start, stderr, stdout};

/// What none of the tool's outputs has.
fn is_harmless(text: &str) -> bool {
    !text.contains(|c: char| c != '\n' && (c.is_control() || turns(c)))
}

fn refused(output: &Output, code: i32, words: &str) {
    let (said, printed) = (stderr(output), stdout(output));
    assert_eq!(output.status.code(), Some(code), "{said}{printed}");
    assert!(said.contains(words) && said.len() < 10_000, "{words:?} is missing from {said}");
    assert!(is_harmless(&said) && is_harmless(&printed), "{said:?}{printed:?}");
}

#[test]
fn no_file_of_a_description_is_written_outside_its_folder() {
    let folder = folder();
    let precious = path(&folder, "precious");
    fs::write(&precious, "precious").unwrap();
    let file = path(&folder, "hostile.toml");
    for name in [precious.as_str(), "../x", "..", "a/../../x"] {
        let text =
            format!("program = 'true'\narguments = ['{{kernel}}']\n[files]\n'{name}' = 'y'\n");
        fs::write(&file, text).unwrap();
        for command in
            [&["platform", "check", &file][..], &["run", "--platform", &format!("command:{file}")]]
        {
            let output = output(command);
            assert_ne!(output.status.code(), Some(0));
            assert!(
                stderr(&output).contains("cannot be the name of a file"),
                "{}",
                stderr(&output)
            );
        }
    }
    assert_eq!(fs::read_to_string(&precious).unwrap(), "precious");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
}

/// Neither by the tool nor by a program that it asks: virsh makes a folder of its own.
#[test]
fn places_that_are_not_absolute_are_none() {
    let folder = folder();
    let bin = path(&folder, "bin");
    let elsewhere = folder.path().join("elsewhere");
    fs::create_dir(&bin).unwrap();
    fs::create_dir(&elsewhere).unwrap();
    let asked = path(&folder, "asked");
    let fake = format!(
        "#!/bin/sh\necho \"<$XDG_CACHE_HOME>\" >>{asked}\nmkdir -p \"$XDG_CACHE_HOME/x\"\n"
    );
    fs::write(format!("{bin}/virsh"), fake).unwrap();
    fs::set_permissions(format!("{bin}/virsh"), fs::Permissions::from_mode(0o700)).unwrap();
    for arguments in [&["list", "platforms"][..], &["guest", "status"], &["workload", "list"]] {
        let mut command = hyperbench(arguments);
        command.current_dir(&elsewhere);
        command.env("PATH", format!("{bin}:{}", std::env::var("PATH").unwrap()));
        command.env("HOME", folder.path()).env("XDG_CACHE_HOME", "x\u{1b}[2J");
        let output = command.env("XDG_DATA_HOME", "relative").output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    }
    assert_eq!(fs::read_dir(&elsewhere).unwrap().count(), 0);
    let asked = fs::read_to_string(asked).unwrap();
    assert!(asked.lines().all(|line| line == "<>"), "{asked}");
}

#[test]
fn what_descriptions_arguments_and_places_say_is_harmless() {
    let folder = folder();
    let file = path(&folder, "hostile.toml");
    let escape = "\u{1b}]0;title\u{7}\u{1b}[2J\u{202e}";
    let quoted = r"\u001b]0;title\u0007\u001b[2J\u202e";
    for (program, more) in [(quoted, ""), ("true", quoted)] {
        let text = format!(
            "program = \"{program}\"\narguments = ['{{kernel}}']\narchitectures = [\"a{more}\"]\n"
        );
        fs::write(&file, text).unwrap();
        refused(&output(&["platform", "check", &file]), 3, "");
    }
    let long = format!("{escape}{}", "x".repeat(100_000));
    refused(&output(&["serial", escape]), 3, "cannot be opened");
    refused(&output(&["workload", "remove", escape]), 2, "no workload");
    refused(&output(&["show", &long]), 2, "results file");
    refused(&output(&["predict", "--signature", "x", "--set", &long]), 2, "--set");
    for variable in ["HOME", "XDG_CACHE_HOME"] {
        for command in ["guest", "lab"] {
            let mut status = hyperbench(&[command, "status"]);
            status.env_remove("XDG_CACHE_HOME").env(variable, path(&folder, escape));
            let output = status.output().unwrap();
            assert!(is_harmless(&stdout(&output)), "{:?}", stdout(&output));
            assert!(is_harmless(&stderr(&output)), "{:?}", stderr(&output));
        }
    }
}

#[test]
fn names_in_usages_neither_turn_the_line_nor_come_twice() {
    let folder = folder();
    let [signature, usage] = ["signature.json", "usage.json"].map(|name| path(&folder, name));
    let empty = r#"{"signature_version": 1, "unit": "cycles", "platforms": [
        {"platform": "p\u2066\u001b[1m", "native": "n", "operations": []}]}"#;
    fs::write(&signature, empty).unwrap();
    let workloads = |names: [&str; 2]| {
        let one = |name| {
            format!(
                r#"{{"name": "{name}", "source": {{"kind": "native", "from": "x"}},
                "native": 1, "counts": {{}}}}"#
            )
        };
        let all = names.map(one).join(",");
        format!(r#"{{"usage_version": 1, "unit": "cycles", "workloads": [{all}]}}"#)
    };
    let predict = ["predict", "--signature", &signature, "--usage", &usage];
    fs::write(&usage, workloads(["a\u{202e}b", r"\u202eb"])).unwrap();
    for format in ["table", "csv", "json"] {
        let output = output(&[&predict[..], &["--format", format]].concat());
        assert!(output.status.success() && is_harmless(&stdout(&output)), "{output:?}");
    }
    fs::write(&usage, workloads(["a", "a"])).unwrap();
    refused(&output(&predict), 2, "\"a\" is there twice");
}

#[test]
fn a_pipe_is_waited_for_until_the_first_interrupt() {
    let folder = folder();
    let pipe = path(&folder, "pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for command in ["fleet", "trend", "signature", "merge", "show"] {
        let tool = start(&[command, &pipe]);
        // It waits in the end, however long that takes; a signal before that ends it as well.
        sleep(Duration::from_secs(1));
        signal(tool.id(), "INT");
        let output = ends(tool);
        refused(&output, 130, "interrupted");
    }
    refused(&output(&["show", "/dev/zero"]), 2, "neither a file nor a pipe");
}

#[test]
fn a_line_that_shouts_and_a_power_command_that_hangs_are_given_up() {
    for shout in [vec![b'A'; 4096], b"\x1b[2J\x1b]0;".repeat(500)] {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = format!("tcp:{}", listener.local_addr().unwrap());
        let board = spawn(move || {
            let (mut line, _) = listener.accept().unwrap();
            while line.write_all(&shout).is_ok() {}
        });
        let output = ends(start(&["serial", &port, "--wait", "2"]));
        let said = stderr(&output) + &stdout(&output);
        assert!(said.contains("no record of the kernel"), "{said}");
        assert_ne!(output.status.code(), Some(0));
        board.join().unwrap();
    }
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = format!("tcp:{}", listener.local_addr().unwrap());
    let output = ends(start(&["serial", &port, "--power", "sleep 1000", "--wait", "2"]));
    assert!(stderr(&output).contains("did not end within 2 s"), "{}", stderr(&output));
}

#[test]
fn small_limits_are_told_and_full_devices_noticed() {
    let tool = env!("CARGO_BIN_EXE_hyperbench");
    let limited = |limit: &str, command: &str| {
        let script = format!("{limit}\nexec {tool} {command}");
        Command::new("sh").args(["-c", &script]).stdin(Stdio::null()).output().unwrap()
    };
    for limit in ["ulimit -s 64", "ulimit -s 64 -n 16", "ulimit -n 4", "ulimit -f 0"] {
        for command in ["--help", "list benchmarks", "explain cpuid", "show /nonexistent"] {
            let output = limited(limit, command);
            let code = output.status.code();
            assert!(code.is_some_and(|code| code < 10), "{limit}: {command}: {output:?}");
            assert!(!stderr(&output).contains("panicked"), "{}", stderr(&output));
        }
    }
    // With less than it takes to load the program there is no tool to say anything.
    let least = fs::metadata(tool).unwrap().len() / 1024 + 20_000;
    for kib in (least..least + 80_000).step_by(4_000) {
        let output = limited(&format!("ulimit -v {kib}"), "list benchmarks");
        assert!(matches!(output.status.code(), Some(0 | 3)), "{kib}: {output:?}");
        assert!(!stderr(&output).contains("panicked"), "{}", stderr(&output));
    }
    for command in ["--help", "--version", "run --help", "guest status"] {
        let output = limited("", &format!("{command} > /dev/full"));
        assert_eq!(output.status.code(), Some(5), "{command}: {}", stderr(&output));
    }
}

/// A build that is interrupted while it unpacks says so, and nothing unfinished stays.
#[test]
fn an_interrupted_build_leaves_nothing() {
    let home = std::env::var("HOME").unwrap_or_default();
    let packages = format!("{home}/.cache/hyperbench/guest/packages");
    let folder = folder();
    let guest = folder.path().join("hyperbench/guest");
    fs::create_dir_all(&guest).unwrap();
    symlink(&packages, guest.join("packages")).unwrap();
    for name in ["TERM", "INT", "HUP"] {
        let mut command = hyperbench(&["guest", "build"]);
        command.env("XDG_CACHE_HOME", folder.path()).stderr(Stdio::piped());
        let mut tool = command.spawn().unwrap();
        let mut said = String::new();
        let mut errors = BufReader::new(tool.stderr.take().unwrap());
        while !said.contains("making the image") && errors.read_line(&mut said).unwrap() > 0 {}
        if said.contains("download") || !said.contains("making the image") {
            tool.kill().unwrap();
            tool.wait().unwrap();
            return skip(format!("the guest's packages are not in {packages}"));
        }
        signal(tool.id(), name);
        errors.read_to_string(&mut said).unwrap();
        assert_eq!(tool.wait().unwrap().code(), Some(130), "{name}: {said}");
        assert!(said.contains("interrupted"), "{name}: {said}");
        let left: Vec<_> =
            fs::read_dir(&guest).unwrap().map(|it| it.unwrap().file_name()).collect();
        assert!(left.iter().all(|it| it == "packages" || it == "lock"), "{name}: {left:?}");
    }
}

/// A memory cgroup that is too small: the kernel would kill the tool without a word.
#[test]
fn a_small_cgroup_is_said() {
    let roots = ["/sys/fs/cgroup/memory", "/sys/fs/cgroup"].map(Path::new);
    let group = roots.map(|root| root.join(format!("hyperbench-test-{}", std::process::id())));
    let limits = ["memory.limit_in_bytes", "memory.max"];
    let made = group.iter().zip(limits).find(|(group, limit)| {
        fs::create_dir(group).is_ok() && fs::write(group.join(limit), "67108864").is_ok()
    });
    let clean = || group.iter().for_each(|group| drop(fs::remove_dir(group)));
    let Some((made, _)) = made else {
        clean();
        return skip("no memory cgroup can be made here");
    };
    let folder = folder();
    let file = path(&folder, "usage.json");
    let count = |number| {
        format!(
            r#"{{"name": "w{number}", "source": {{"kind": "native", "from": "m"}}, "native": 1, "counts": {{"syscall": 1}}}}"#
        )
    };
    let workloads: Vec<String> = (0..10_000).map(count).collect();
    let text = workloads.join(",");
    fs::write(
        &file,
        format!(r#"{{"usage_version": 1, "unit": "instructions", "workloads": [{text}]}}"#),
    )
    .unwrap();
    let script = r#"echo $$ >"$0/cgroup.procs" && exec "$@""#;
    let tool = env!("CARGO_BIN_EXE_hyperbench");
    let output = Command::new("sh")
        .args(["-c", script, made.to_str().unwrap(), tool, "predict", "--usage", &file])
        .output()
        .unwrap();
    clean();
    refused(&output, 3, "no memory left for hyperbench");
}
