//! Programs of this machine, put into archives.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use debian::cpio::find;

use super::*;

const MOST: u64 = 64 << 20;

/// A program of this machine's architecture.
fn self_bytes() -> Vec<u8> {
    fs::read(std::env::current_exe().unwrap()).unwrap()
}

fn pack(command: &[&str], files: &[(PathBuf, Option<String>)]) -> Result<Vec<u8>, Refusal> {
    let command: Vec<_> = command.iter().map(|word| (*word).to_owned()).collect();
    let order = Order { command: &command, files, input: None, most: MOST };
    order.pack(Arch::native(), &self_bytes()).map(|packed| packed.archive)
}

/// A file that may be executed.
fn executable(folder: &Path, name: &str, content: &[u8]) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, content).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

#[test]
fn a_program_comes_with_its_loader_its_libraries_and_its_words() {
    let myself = std::env::current_exe().unwrap();
    let needs = elf::needs(&self_bytes()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    fs::write(&data, "of mine").unwrap();
    let files = [(data, Some("in/data".to_owned()))];
    let archive = pack(&[myself.to_str().unwrap(), "", "-x"], &files).unwrap();
    let place = place::of_program(&myself);
    assert!(find(&archive, &place).is_some());
    assert!(find(&archive, &needs.loader.unwrap()[1..]).is_some());
    for library in needs.libraries {
        assert!(find(&archive, &format!("hyperbench/lib/{library}")).is_some(), "{library}");
    }
    assert_eq!(find(&archive, "workload/in/data"), Some(&b"of mine"[..]));
    assert_eq!(find(&archive, "hyperbench/input"), Some(&b""[..]));
    let words = String::from_utf8(find(&archive, "hyperbench/words").unwrap().to_vec()).unwrap();
    let expected = format!("/{place}\x003\0{}\0\0-x\0PATH=", myself.display());
    assert!(words.starts_with(&expected), "{words:?}");
    assert!(words.ends_with("HOME=/\0LD_LIBRARY_PATH=/hyperbench/lib\0"), "{words:?}");
}

#[test]
fn a_script_brings_its_interpreter_and_a_folder_its_files() {
    let folder = tempfile::tempdir().unwrap();
    let script = executable(folder.path(), "script", b"#! /usr/bin/env sh\necho\n");
    let tree = folder.path().join("tree");
    fs::create_dir_all(tree.join("deep")).unwrap();
    fs::write(tree.join("deep/file"), "in it").unwrap();
    std::os::unix::fs::symlink("deep", tree.join("link")).unwrap();
    let files = [(tree, Some("/srv/tree".to_owned()))];
    let archive = pack(&[script.to_str().unwrap()], &files).unwrap();
    assert!(find(&archive, "usr/bin/env").is_some());
    let shell = find::in_path("sh").unwrap();
    assert!(find(&archive, &place::of_program(&shell)).is_some());
    assert_eq!(find(&archive, "srv/tree/deep/file"), Some(&b"in it"[..]));
    assert_eq!(find(&archive, "srv/tree/link"), Some(&b"deep"[..]));
}

#[test]
fn a_file_that_the_command_names_comes_along() {
    let relative = PathBuf::from("Cargo.toml");
    let command = ["sh", "-c", "Cargo.toml", "/proc/version", "no-such-file", "src"];
    let command = command.map(str::to_owned);
    let packed = |files: &[(PathBuf, Option<String>)]| {
        let order = Order { command: &command, files, input: None, most: MOST };
        order.pack(Arch::native(), &self_bytes()).unwrap()
    };
    let alone = packed(&[]);
    assert_eq!(alone.named, std::slice::from_ref(&relative));
    assert!(find(&alone.archive, "workload/Cargo.toml").is_some());
    let elsewhere = packed(&[(relative, Some("there".to_owned()))]);
    assert!(elsewhere.named.is_empty() && find(&elsewhere.archive, "workload/there").is_some());
    assert_eq!(alone.digest(), packed(&[]).digest());
    assert_ne!(alone.digest(), elsewhere.digest());
    let refusal = pack(&["sh", "../linux/Cargo.toml"], &[]).unwrap_err();
    assert!(refusal.next.contains("copy it"), "{refusal:?}");
}

#[test]
fn what_could_not_run_is_refused_with_the_next_step() {
    let folder = tempfile::tempdir().unwrap();
    let make = |name: &str, content: &[u8]| {
        executable(folder.path(), name, content).to_str().unwrap().to_owned()
    };
    let mut foreign = self_bytes();
    foreign[18] ^= 0xff; // the machine's number
    let circle = make("circle", b"");
    fs::write(&circle, format!("#!{circle}\n")).unwrap();
    let plain = folder.path().join("plain");
    fs::write(&plain, "text").unwrap();
    let refused = [
        ("no-such-program".to_owned(), "in PATH", "./no-such-program"),
        ("./no-such-file".to_owned(), "cannot be used", "by its path"),
        (plain.to_str().unwrap().to_owned(), "may be executed", "chmod +x"),
        (make("foreign", &foreign), "another architecture", "--arch"),
        (make("text", b"text"), "neither a program", "sh script"),
        (make("lost", b"#!/no/such/interpreter\n"), "/no/such/interpreter", "program"),
        (circle, "has no place in the guest", "before the script"),
    ];
    for (command, why, next) in refused {
        let refusal = pack(&[&command], &[]).unwrap_err();
        assert!(refusal.why.contains(why) && refusal.next.contains(next), "{refusal:?}");
    }
    let missing = [(folder.path().join("missing"), Some("x".to_owned()))];
    assert!(pack(&["sh"], &missing).unwrap_err().why.contains("missing"));
    assert!(pack(&["sh"; 300], &[]).unwrap_err().why.contains("longer"));
    let command = ["sh".to_owned()];
    let small = Order { command: &command, files: &[], input: None, most: 1 << 20 };
    assert!(small.pack(Arch::native(), &self_bytes()).unwrap_err().next.contains("--memory"));
}

/// A copy of this program in which `from` is `to`, of the same length.
fn forged(folder: &Path, from: &str, to: &str) -> PathBuf {
    let mut bytes = self_bytes();
    let found: Vec<_> = memchr::memmem::find_iter(&bytes, &format!("{from}\0")).collect();
    assert!(!found.is_empty() && from.len() >= to.len(), "{from}");
    for at in found {
        bytes[at..at + from.len()].fill(0);
        bytes[at..at + to.len()].copy_from_slice(to.as_bytes());
    }
    executable(folder, "forged", &bytes)
}

#[test]
fn no_program_has_files_copied_that_are_none_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("secret"), "secret").unwrap();
    let needs = elf::needs(&self_bytes()).unwrap();
    let loader = needs.loader.unwrap();
    let program = forged(folder.path(), &loader, "/etc/passwd");
    let refusal = pack(&[program.to_str().unwrap()], &[]).unwrap_err();
    assert!(refusal.why.contains("/etc/passwd, which is to load"), "{refusal:?}");
    let library = needs.libraries.iter().find(|name| name.starts_with("libc.")).unwrap();
    let program = forged(folder.path(), library, "../x/a");
    let refusal = pack(&[program.to_str().unwrap()], &[]).unwrap_err();
    assert!(refusal.why.contains("../x/a"), "{refusal:?}");
}

#[test]
fn what_is_no_file_or_too_large_is_refused_and_no_rights_are_copied() {
    let folder = tempfile::tempdir().unwrap();
    let tree = folder.path().join("tree");
    fs::create_dir(&tree).unwrap();
    let packed = || pack(&["sh"], &[(tree.clone(), Some("tree".to_owned()))]);
    let socket = std::os::unix::net::UnixListener::bind(tree.join("socket")).unwrap();
    assert!(packed().unwrap_err().why.contains("socket cannot be read"));
    drop(socket);
    fs::remove_file(tree.join("socket")).unwrap();
    let sparse = fs::File::create(tree.join("sparse")).unwrap();
    sparse.set_len(1 << 40).unwrap();
    assert!(packed().unwrap_err().why.contains("larger than 64 MiB"));
    fs::remove_file(tree.join("sparse")).unwrap();
    let set_uid = executable(&tree, "set-uid", b"");
    fs::set_permissions(&set_uid, fs::Permissions::from_mode(0o4755)).unwrap();
    let archive = packed().unwrap();
    // Of an entry's header, 8 hexadecimal digits each, the second is the mode (cpio, "newc").
    for at in memchr::memmem::find_iter(&archive, b"070701") {
        let mode = std::str::from_utf8(&archive[at + 14..at + 22]).unwrap();
        assert!(!matches!(mode.as_bytes()[4], b'4'..=b'7') || mode.starts_with("00004"), "{mode}");
    }
    for device in ["/dev/zero", "/dev/null"] {
        let refusal = pack(&["sh"], &[(device.into(), Some("x".to_owned()))]).unwrap_err();
        assert!(refusal.why.contains("not a regular file"), "{refusal:?}");
    }
}

#[test]
fn a_shell_script_brings_the_files_and_programs_that_it_names() {
    let folder = tempfile::tempdir().unwrap();
    let text = b"#!/bin/sh\nsort < Cargo.toml | gzip -c; cat ../linux/Cargo.toml /proc/version\n";
    let script = executable(folder.path(), "script", text);
    let command = [script.to_str().unwrap().to_owned()];
    let order = Order { command: &command, files: &[], input: None, most: MOST };
    let packed = order.pack(Arch::native(), &self_bytes()).unwrap();
    assert_eq!(packed.named, [PathBuf::from("Cargo.toml")]);
    let names = packed.programs.iter().map(|path| path.file_name().unwrap().to_str().unwrap());
    assert_eq!(names.collect::<Vec<_>>(), ["cat", "gzip", "sort"]);
    assert!(find(&packed.archive, "workload/Cargo.toml").is_some());
    let sort = find::in_path("sort").unwrap();
    assert!(find(&packed.archive, &place::of_program(&sort)).is_some());
}
