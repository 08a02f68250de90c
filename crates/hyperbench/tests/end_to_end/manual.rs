//! What a package brings besides the program: manual pages, and completions for shells.

use std::fs;

use crate::common::{folder, output, path, stderr, stdout};

/// The commands that the help of `command` lists.
fn commands(command: &[&str]) -> Vec<String> {
    let help = stdout(&output(&[command, &["-h"]].concat()));
    let ends = ["Arguments:", "Options:"];
    let lines = help.lines().take_while(|line| !ends.contains(line));
    let listed = lines.filter_map(|line| line.strip_prefix("  "));
    let rows = listed.filter(|line| line.starts_with(|c: char| c.is_ascii_lowercase()));
    let names = rows.filter_map(|line| line.split_whitespace().next()).map(str::to_owned);
    names.filter(|name| name != "help").collect()
}

#[test]
fn every_command_has_a_manual_page_with_its_examples() {
    let folder = folder();
    let pages = path(&folder, "share/man1");
    assert!(output(&["man", &pages]).status.success());
    let mut expected = vec!["hyperbench.1".to_owned()];
    for command in commands(&[]) {
        let parts = commands(&[&command]);
        expected.extend(parts.iter().map(|part| format!("hyperbench-{command}-{part}.1")));
        expected.push(format!("hyperbench-{command}.1"));
    }
    expected.sort();
    let mut written: Vec<_> = fs::read_dir(&pages)
        .unwrap()
        .map(|page| page.unwrap().file_name().into_string().unwrap())
        .collect();
    written.sort();
    assert_eq!(written, expected);
    let page = fs::read_to_string(format!("{pages}/hyperbench-lab.1")).unwrap();
    assert!(page.contains(".SH EXAMPLES\n.nf\n  hyperbench lab build"), "{page}");
}

#[test]
fn pages_that_cannot_be_written_are_told() {
    let output = output(&["man", "/dev/null/pages"]);
    assert_eq!(output.status.code(), Some(5));
    assert!(stderr(&output).contains("/dev/null/pages"), "{}", stderr(&output));
}

#[test]
fn every_shell_completes_every_command() {
    for shell in ["bash", "zsh", "fish"] {
        let script = stdout(&output(&["completions", shell]));
        for command in commands(&[]) {
            assert!(script.contains(&command), "{shell}: {command}");
        }
    }
}
