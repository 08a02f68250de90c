//! Who takes the processor from a guest, how long and how often: thieves whose habits are known.

use std::fs;
use std::path::Path;
use std::process::Command;

use results::{Document, Taken, Train};
use tempfile::TempDir;

use crate::columns::built;
use crate::common::{output, path, run, stderr};

/// The lab's clock is a nanosecond an instruction, and so is the counter of its guests.
const MS: f64 = 1e6;

fn taken<'a>(document: &'a Document, label: &str) -> &'a Taken {
    let run = document.platforms.iter().find(|run| run.label == label).expect(label);
    run.benchmarks[0].taken.as_ref().unwrap_or_else(|| panic!("{:?}", run.benchmarks))
}

/// The train of about this period, in milliseconds of the guest's clock.
fn train(taken: &Taken, ms: f64) -> &Train {
    let tick = 1e3 / taken.hz.expect("the guest knows its counter's rate") as f64;
    let is_it = |train: &&Train| (train.period * tick / ms - 1.0).abs() < 0.01;
    taken.trains.iter().find(is_it).unwrap_or_else(|| panic!("nothing each {ms} ms: {taken:#?}"))
}

/// 250 ticks in a second, as Debian's Linux is built: each 4 ms to the instruction, and the same twice.
#[test]
fn the_outer_systems_tick_has_its_exact_period_and_two_runs_are_identical() {
    if !built() {
        return;
    }
    let (document, code) =
        run(&["--platform", "lab-kvm-npt", "--bench", "gaps", "--batches", "1", "--verify"]);
    assert_eq!(code, 0, "{:?}", document.platforms);
    let taken = taken(&document, "lab-kvm-npt");
    let tick = train(taken, 4.0);
    // Linux has measured that its clock has so many instructions in a second, and believes it.
    let exact = 4.0 * MS * taken.hz.unwrap() as f64 / 1e9;
    // A gap or two that another has begun are among them, or not: it depends on where the second begins.
    assert!((tick.period - exact).abs() < 0.5 && tick.error < 1.0, "{exact}: {tick:?}");
    assert!(tick.gaps >= 240 && tick.due <= 251, "{tick:?}");
    assert!(taken.missing == 0 && taken.share < 0.02, "{taken:?}");
}

/// Natively nobody is there to take anything.
#[test]
fn nothing_is_taken_from_a_machine_of_its_own() {
    if !built() {
        return;
    }
    let (document, code) = run(&["--platform", "lab-native", "--bench", "gaps", "--batches", "1"]);
    assert_eq!(code, 0, "{:?}", document.platforms);
    let taken = taken(&document, "lab-native");
    assert_eq!((taken.gaps, taken.ticks, taken.trains.len()), (0, 0, 0), "{taken:?}");
}

/// A monitor that is QEMU with a thief beside it.
fn robbed(folder: &TempDir) -> String {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lab/thief.c");
    let (thief, description) = (path(folder, "thief"), path(folder, "robbed.toml"));
    let mut compiler = Command::new("cc");
    compiler.args(["-O2", "-Wall", "-Wextra", "-Werror", "-o", &thief]).arg(source);
    let built = compiler.output().expect("there is a C compiler");
    assert!(built.status.success(), "{}", stderr(&built));
    let text = format!(
        r#"
program = "{thief}"
options = "debug-exit=0xf4"
console = "file"
arguments = [
    "/bin/qemu", "-nodefaults", "-no-user-config", "-display", "none", "-no-reboot",
    "-machine", "microvm", "-device", "isa-debug-exit,iobase=0xf4,iosize=4",
    "-smp", "{{cpus}}", "-m", "{{memory}}", "-serial", "file:{{console}}",
    "-kernel", "{{kernel}}", "-append", "{{cmdline}}", "-accel", "kvm", "-cpu", "host",
]
"#
    );
    fs::write(&description, text).unwrap();
    format!("lab-kvm-npt:monitor={description},label=robbed")
}

/// 2 ms of each 100 ms, which is 2 %, by somebody who gets the processor before all others.
#[test]
fn a_planted_thief_is_named_with_period_and_share_beside_the_tick() {
    if !built() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let platform = robbed(&folder);
    let (document, code) = run(&["--platform", &platform, "--bench", "gaps", "--batches", "2"]);
    assert_eq!(code, 0, "{:?}", document.platforms);
    let taken = taken(&document, "robbed");
    let (thief, tick) = (train(taken, 100.0), train(taken, 4.0));
    assert!((thief.period / (100.0 * MS) - 1.0).abs() < 0.001, "{thief:?}");
    assert!((thief.median as f64 / (2.0 * MS) - 1.0).abs() < 0.1, "{thief:?}");
    assert!((thief.share / 0.02 - 1.0).abs() < 0.1, "{thief:?}");
    assert!((tick.period / (4.0 * MS) - 1.0).abs() < 0.001, "{tick:?}");
    assert!(tick.share < 0.1 * thief.share, "{taken:?}");
}

/// A guest's Linux takes its ticks from its own programs: each 4 ms of its clock, as Debian's is built. Told
/// that the counter is four times as slow as it is, or 2.5 times as fast, it ticks 1,000 or 100 times in a
/// second of the machine's.
#[test]
fn a_guests_own_tick_is_seen_by_its_programs() {
    if !built() {
        return;
    }
    let guest = output(&["guest", "build"]);
    assert!(guest.status.success(), "{}", stderr(&guest));
    let told = |khz: u32| {
        let options = format!("no-kvmclock tsc_early_khz={khz} tsc=reliable");
        format!("lab-kvm-npt:linux={options},label={khz}")
    };
    let platforms = ["lab-kvm-npt:label=own".to_owned(), told(250_000), told(2_500_000)];
    let mut arguments = vec!["--guest", "linux", "--bench", "gaps", "--batches", "1"];
    arguments.extend(platforms.iter().flat_map(|platform| ["--platform", platform]));
    let (document, code) = run(&arguments);
    assert_eq!(code, 0, "{:?}", document.platforms);
    for (label, outer_ms) in [("own", 4.0), ("250000", 1.0), ("2500000", 10.0)] {
        let tick = train(taken(&document, label), 4.0);
        assert!((tick.period / (outer_ms * MS) - 1.0).abs() < 0.001, "{label}: {tick:?}");
    }
}
