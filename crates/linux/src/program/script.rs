//! What a shell script names: files that are here, and programs.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::find;

/// The largest script that is looked through.
const LONGEST: usize = 1 << 20;

/// What parts words in a shell, besides spaces: what is left of `--in=data` and `$(sort<data)` are words as well.
const BETWEEN: &[char] =
    &[';', '|', '&', '(', ')', '<', '>', '"', '\'', '`', '$', '{', '}', '=', ','];

/// What a shell does itself, or reads as part of its own language.
const ITS_OWN: &[&str] = &[
    ".", ":", "[", "alias", "bg", "break", "case", "cd", "command", "continue", "do", "done",
    "echo", "elif", "else", "esac", "eval", "exec", "exit", "export", "false", "fg", "fi", "for",
    "function", "getopts", "hash", "if", "in", "jobs", "kill", "local", "printf", "pwd", "read",
    "readonly", "return", "select", "set", "shift", "source", "test", "then", "time", "times",
    "trap", "true", "type", "ulimit", "umask", "unalias", "unset", "until", "wait", "while",
];

/// Whether `program` is a shell, by its name.
pub(super) fn is_shell(program: &Path) -> bool {
    let name = program.file_name().unwrap_or_default().to_string_lossy();
    ["sh", "ash", "bash", "dash", "ksh", "mksh", "zsh"].contains(&&*name)
}

/// The shell that a script names in its first line, directly or behind `env`.
pub(super) fn names_shell(script: &[u8]) -> bool {
    let first = script.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let first = String::from_utf8_lossy(first);
    let words = first.strip_prefix("#!").into_iter().flat_map(str::split_whitespace);
    words.into_iter().any(|word| is_shell(Path::new(word)))
}

/// What `script` names of what is here.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Named {
    /// Files, by the paths that it has of them.
    pub files: BTreeSet<PathBuf>,
    /// Programs in PATH.
    pub programs: BTreeSet<PathBuf>,
}

/// What the text of a shell script names. A word that only looks like a name is taken for one: a file too many
/// does no harm, one that is missing does.
pub(super) fn named(script: &[u8]) -> Named {
    let mut named = Named::default();
    let Ok(text) = std::str::from_utf8(&script[..script.len().min(LONGEST)]) else { return named };
    let lines = text.lines().filter(|line| !line.trim_start().starts_with('#'));
    let words: BTreeSet<&str> = lines
        .flat_map(|line| line.split(|c: char| c.is_whitespace() || BETWEEN.contains(&c)))
        .filter(|word| !word.is_empty() && !word.starts_with('-'))
        .collect();
    for word in words {
        let path = PathBuf::from(word);
        if path.is_file() {
            named.files.insert(path);
        } else if !word.contains('/') && !ITS_OWN.contains(&word) {
            named.programs.extend(find::in_path(word));
        }
    }
    named
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_are_files_or_programs_are_found_and_what_a_shell_does_itself_is_not() {
        let script = b"#!/bin/sh\n# cat build.rs\nif test -f x; then echo grep; fi\n\
                       n=$(sort<Cargo.toml|wc -l)\ncp --from=src/lib.rs \"no-such-file\" ../nothing\n";
        let found = named(script);
        let files: Vec<_> = found.files.iter().map(|path| path.to_str().unwrap()).collect();
        assert_eq!(files, ["Cargo.toml", "src/lib.rs"]);
        let names: BTreeSet<_> =
            found.programs.iter().map(|path| path.file_name().unwrap().to_str().unwrap()).collect();
        assert_eq!(names, BTreeSet::from(["cp", "grep", "sort", "wc"]));
        assert_eq!(named(b"\xff\xfe"), Named::default());
    }

    #[test]
    fn a_shell_is_known_by_its_name() {
        assert!(is_shell(Path::new("/usr/bin/dash")) && !is_shell(Path::new("/usr/bin/perl")));
        assert!(
            names_shell(b"#! /usr/bin/env bash -e\n") && !names_shell(b"#!/usr/bin/perl\nsh\n")
        );
        assert!(!names_shell(b"sh\n"));
    }
}
