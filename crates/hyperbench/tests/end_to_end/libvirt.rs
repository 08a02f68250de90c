//! Domains of libvirt, embedded and by a daemon, and that none is left.

use std::fs::{read, read_dir, remove_file};
use std::process::{Child, Output, Stdio};

use crate::common::user::User;
use crate::common::{ends, signal, skip, stderr, stdout, wait_for_begin, wait_until};

const DAEMON: &str = "/usr/sbin/libvirtd";

/// Whether this machine has libvirt; prints it if not.
fn available(user: &User) -> bool {
    let there = user.command("virsh").arg("--version").output().is_ok_and(|o| o.status.success());
    if !there {
        skip("libvirt is not installed");
    }
    there
}

fn run(user: &User, spec: &str) -> Output {
    let run = ["run", "--platform", spec, "--bench", "in", "--batches", "3"];
    user.hyperbench(&run).output().unwrap()
}

/// How many QEMUs there are of domains that the tool with this number has made.
fn domains(tool: u32) -> usize {
    let name = format!("guest=hyperbench-{tool}-");
    let is_its = |line: &Vec<u8>| String::from_utf8_lossy(line).contains(&name);
    let processes = read_dir("/proc").unwrap().flatten();
    let lines = processes.filter_map(|process| read(process.path().join("cmdline")).ok());
    lines.filter(is_its).count()
}

fn running(user: &User, spec: &str) -> Child {
    let log = user.home().join("console.log");
    let _ = remove_file(&log);
    let log = log.to_str().unwrap();
    let run = ["run", "--platform", spec, "--boots", "1000", "--keep-log", log];
    let mut tool = user.hyperbench(&run);
    let tool = tool.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    wait_for_begin(log, "idle");
    assert_eq!(domains(tool.id()), 1);
    tool
}

#[test]
fn what_libvirt_refuses_is_told_in_its_words() {
    let user = User::new();
    if !available(&user) {
        return;
    }
    let refused = run(&user, "libvirt:accel=tcg,machine=nothing");
    assert_eq!(refused.status.code(), Some(3), "{}", stderr(&refused));
    assert!(stdout(&refused).contains("does not support machine type"), "{}", stdout(&refused));
    for (spec, word) in [
        ("libvirt:uri=lxc:///", "qemu:///system"),
        ("libvirt:accel=fast", "kvm or tcg"),
        ("libvirt:uri=qemu:///session", "start its daemon"),
    ] {
        let refused = run(&user, spec);
        assert!(matches!(refused.status.code(), Some(2 | 3)), "{spec}");
        assert!(stderr(&refused).contains(word), "{}", stderr(&refused));
    }
}

#[test]
fn no_domain_outlives_the_tool() {
    let user = User::new();
    if !available(&user) {
        return;
    }
    for (name, code) in [("INT", Some(130)), ("KILL", None)] {
        let tool = running(&user, "libvirt:accel=tcg");
        let number = tool.id();
        signal(number, name);
        assert_eq!(ends(tool).status.code(), code);
        wait_until("the domain is gone", || domains(number) == 0);
    }
}

/// A daemon of the user's own, which ends with this.
struct Daemon(Child);

impl Drop for Daemon {
    fn drop(&mut self) {
        let _ = (self.0.kill(), self.0.wait());
    }
}

#[test]
fn a_daemons_domains_are_measured_and_go_with_the_tool() {
    let user = User::new();
    if !available(&user) || !std::path::Path::new(DAEMON).exists() {
        skip(format!("{DAEMON} is not installed"));
        return;
    }
    let mut daemon = user.command(DAEMON);
    let daemon = Daemon(daemon.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap());
    let socket = user.home().join("libvirt/libvirt-sock");
    wait_until("the daemon listens", || socket.exists());
    let spec = "libvirt:uri=qemu:///session,accel=tcg";
    let measured = run(&user, spec);
    assert_eq!(measured.status.code(), Some(0), "{}{}", stdout(&measured), stderr(&measured));
    let tool = running(&user, spec);
    let number = tool.id();
    signal(number, "KILL");
    ends(tool);
    wait_until("the domain is gone", || domains(number) == 0);
    let list = ["-c", "qemu:///session", "list", "--all", "--name"];
    wait_until("libvirt has forgotten it", || {
        let list = user.command("virsh").args(list).output().unwrap();
        assert!(list.status.success(), "{}", stderr(&list));
        stdout(&list).trim().is_empty()
    });
    drop(daemon);
}
