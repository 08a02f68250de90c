//! The lab's machine with VMX where something fails, is missing, or is interrupted: what is said of it,
//! and what is left.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use tempfile::TempDir;

use crate::columns::{users_lab, users_outer};
use crate::common::{ends, find_program, hyperbench, is_running, output};
use crate::common::{signal, stderr, stdout, wait_until};
use crate::failures::lab_with_packages;
use crate::vmx::available;

/// What the names of its images begin with.
const IMAGE: &str = "kvm-vmx-";

/// Clock ticks of CPU time after which Bochs is surely in the middle of what it does.
const WHILE: u64 = 300;

/// The script that runs it, in the folder of its files.
const EMULATOR: &str = "emulator.sh";

/// Makes `program` one that answers as Bochs does, and instead of going on from a state runs `script`.
fn instead_of_bochs(program: &Path, script: &str) {
    let bochs = users_outer("bochs").join(EMULATOR).display().to_string();
    let text = format!("#!/bin/sh\ncase $1 in --help) exec {bochs} \"$@\" ;; esac\n{script}\n");
    fs::write(program, text).unwrap();
    fs::set_permissions(program, fs::Permissions::from_mode(0o755)).unwrap();
}

/// Has the lab in `cache` run `script` instead of going on from a state.
fn replace_bochs(cache: &TempDir, script: &str) {
    let users = users_outer("bochs");
    let own = cache.path().join("hyperbench/lab/outer").join(users.file_name().unwrap());
    if own.is_symlink() {
        fs::remove_file(&own).unwrap();
        fs::create_dir(&own).unwrap();
    }
    instead_of_bochs(&own.join(EMULATOR), script);
}

/// Runs a benchmark with `script` instead of Bochs, in a cache of its own with the user's images;
/// returns what was printed. Nothing may be left.
fn run_with(script: &str, budget: &str) -> String {
    let cache = lab_with_packages();
    let lab = cache.path().join("hyperbench/lab");
    symlink(users_lab().join("images"), lab.join("images")).unwrap();
    let program = cache.path().join("bochs");
    instead_of_bochs(&program, script);
    let spec = format!("lab-kvm-ept:outer={},label=broken", program.display());
    let mut run =
        hyperbench(&["run", "--platform", &spec, "--bench", "in", "--time-budget", budget]);
    let run = run.env("XDG_CACHE_HOME", cache.path()).output().unwrap();
    assert_eq!(run.status.code(), Some(3), "{}{}", stdout(&run), stderr(&run));
    assert!(!is_named_by_a_process(cache.path()));
    assert_eq!(fs::read_dir(lab.join("runs")).unwrap().count(), 0);
    stdout(&run)
}

fn is_named_by_a_process(path: &Path) -> bool {
    fs::read_dir("/proc").unwrap().flatten().any(|entry| {
        let line = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&line).contains(&*path.to_string_lossy())
    })
}

#[test]
fn a_bochs_that_ends_or_hangs_is_told_and_leaves_nothing() {
    if !available() {
        return;
    }
    let said = run_with("echo '00[MEM0 ] >>PANIC<< out of order' > log; echo last words >&2", "60");
    assert!(said.contains("Bochs: out of order") && said.contains("last words"), "{said}");
    let said = run_with("exec sleep 1000", "5");
    assert!(said.contains("the time budget of 5 s was used up"), "{said}");
}

#[test]
fn what_is_no_option_or_no_processor_is_refused_with_those_that_are() {
    if !available() {
        return;
    }
    let refused = |spec: &str| {
        let run = output(&["run", "--platform", spec, "--bench", "in"]);
        assert!(!run.status.success());
        stderr(&run)
    };
    assert!(refused("lab-kvm-ept:nested=1 ept=0").contains("nested: KVM's"));
    assert!(refused("lab-kvm-ept:model=z80").contains("tigerlake"));
}

fn images(cache: &TempDir) -> PathBuf {
    cache.path().join("hyperbench/lab/images")
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

/// Whether `name` is that of an image that is being made.
fn is_unfinished(name: &str) -> bool {
    name.starts_with("unfinished")
}

/// A lab of its own with all images of the user's but those with VMX, and what others are making.
fn lab_without_image() -> TempDir {
    let cache = lab_with_packages();
    fs::create_dir(images(&cache)).unwrap();
    let users = users_lab().join("images");
    let is_other = |name: &&String| !name.starts_with(IMAGE) && !is_unfinished(name);
    for name in names(&users).iter().filter(is_other) {
        symlink(users.join(name), images(&cache).join(name)).unwrap();
    }
    cache
}

/// A lab of its own, with the user's images with VMX in which `file` has the content that `damaged`
/// makes of it.
fn lab_with_damaged(file: &str, damaged: impl Fn(Vec<u8>) -> Vec<u8>) -> TempDir {
    let cache = lab_without_image();
    let users = users_lab().join("images");
    for name in names(&users).iter().filter(|name| name.starts_with(IMAGE)) {
        for place in ["", "state"].map(|inner| Path::new(name).join(inner)) {
            fs::create_dir(images(&cache).join(&place)).unwrap();
            for file in names(&users.join(&place)).iter().filter(|file| *file != "state") {
                symlink(users.join(&place).join(file), images(&cache).join(&place).join(file))
                    .unwrap();
            }
        }
        let own = images(&cache).join(name).join(file);
        let content = damaged(fs::read(&own).unwrap());
        fs::remove_file(&own).unwrap();
        fs::write(own, content).unwrap();
    }
    cache
}

/// Starts the tool with the lab in `cache`; it heeds interrupts even if these tests are in the background
/// of a shell.
fn start_with(cache: &TempDir, arguments: &[&str]) -> Child {
    let tool = hyperbench(arguments);
    let mut command = Command::new("env");
    command.arg("--default-signal=INT").arg(tool.get_program()).args(tool.get_args());
    command.env("XDG_CACHE_HOME", cache.path());
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Interrupts the tool once its Bochs has run for so many clock ticks; neither may leave anything.
fn interrupted(cache: &TempDir, arguments: &[&str], ticks: u64) -> Output {
    let tool = start_with(cache, arguments);
    let mut bochs = 0;
    // Not one that only tells its version.
    wait_until("Bochs is in the middle of it", || {
        bochs = find_program(tool.id()).unwrap_or(0);
        let line = fs::read_to_string(format!("/proc/{bochs}/cmdline")).unwrap_or_default();
        let has_started = line.starts_with("sleep\0") || line.contains("\0-rc\0");
        has_started && cpu_time(bochs) >= ticks
    });
    signal(tool.id(), "INT");
    let output = ends(tool);
    wait_until("Bochs is gone", || !is_running(bochs));
    assert_eq!(output.status.code(), Some(130), "{}", stderr(&output));
    assert_nothing_left(cache);
    output
}

/// Clock ticks of CPU time that a process has used in user mode (proc(5), stat).
fn cpu_time(process: u32) -> u64 {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let behind_name = stat.rsplit(')').next().unwrap_or_default();
    behind_name.split_whitespace().nth(11).and_then(|ticks| ticks.parse().ok()).unwrap_or(0)
}

fn assert_nothing_left(cache: &TempDir) {
    let lab = cache.path().join("hyperbench/lab");
    assert!(names(&lab.join("runs")).is_empty());
    assert!(!names(&images(cache)).iter().any(|name| is_unfinished(name)));
    assert!(!is_named_by_a_process(cache.path()));
}

#[test]
fn an_interrupt_at_every_stage_leaves_nothing() {
    if !available() {
        return;
    }
    let cache = lab_without_image();
    let build = ["lab", "build"];
    // The outer machine starts; Bochs hangs.
    interrupted(&cache, &build, WHILE);
    replace_bochs(&cache, "exec sleep 1000");
    interrupted(&cache, &build, 0);
    assert!(!names(&images(&cache)).iter().any(|name| name.starts_with(IMAGE)));
    // A run reads the kept state; the outer machine goes on.
    let cache = lab_with_packages();
    symlink(users_lab().join("images"), images(&cache)).unwrap();
    for ticks in [0, WHILE] {
        let run = ["run", "--platform", "lab-kvm-ept", "--bench", "in"];
        interrupted(&cache, &run, ticks);
    }
}

#[test]
fn an_image_that_cannot_be_made_leaves_the_others_to_be_measured() {
    if !available() {
        return;
    }
    let cache = lab_without_image();
    replace_bochs(&cache, "echo out of order >&2");
    let in_cache = |arguments: &[&str]| {
        hyperbench(arguments).env("XDG_CACHE_HOME", cache.path()).output().unwrap()
    };
    let build = in_cache(&["lab", "build"]);
    let said = stderr(&build);
    assert_eq!(build.status.code(), Some(4), "{said}");
    let mut left_out = said.lines().filter(|line| line.contains("left out: "));
    let why = left_out.next().unwrap_or_else(|| panic!("{said}"));
    assert!(why.contains("kvm-vmx: ") && why.contains("did not get ready"), "{said}");
    assert_eq!(left_out.next(), None, "{said}");
    let columns = ["--platform", "lab-kvm-{npt,ept}", "--platform", "lab-xen-pvh"];
    let others = [&["run"], &columns[..], &["--bench", "hypercall", "--format", "csv"]].concat();
    let others = in_cache(&others);
    let (table, said) = (stdout(&others), stderr(&others));
    assert_eq!(others.status.code(), Some(0), "{table}{said}");
    for (name, is_there) in
        [("lab-kvm-npt,", true), ("lab-xen-pvh,", true), ("lab-kvm-ept,", false)]
    {
        assert_eq!(table.contains(name), is_there, "{name} {table}");
    }
    assert!(said.contains("lab-kvm-ept"), "{said}");
}

#[test]
fn a_damaged_state_is_told() {
    if !available() {
        return;
    }
    let said = |cache: &TempDir| {
        let run = ["run", "--platform", "lab-kvm-ept", "--bench", "in"];
        let run = ends(start_with(cache, &run));
        assert_eq!(run.status.code(), Some(3), "{}", stdout(&run));
        assert_nothing_left(cache);
        stdout(&run) + &stderr(&run)
    };
    let cut = said(&lab_with_damaged("state/cpu0", |mut content| {
        content.truncate(1000);
        content
    }));
    assert!(cut.contains("is damaged") && cut.contains("hyperbench lab build"), "{cut}");
    let garbled = said(&lab_with_damaged("state/config", |content| vec![b'x'; content.len()]));
    assert!(
        garbled.contains("is damaged") && garbled.contains("hyperbench lab build"),
        "{garbled}"
    );
}
