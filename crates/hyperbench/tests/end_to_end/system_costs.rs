//! What guests cost as a whole: stages, power-off, memory.

use std::fs;

use results::{Document, Stages, parse};

use crate::common::log::Log;
use crate::common::{folder, only, output, path, run, stderr, stdout};

fn costs(arguments: &[&str]) -> Document {
    let done = output(&[&["guest", "costs", "--guest", "bare", "--json"], arguments].concat());
    assert_eq!(done.status.code(), Some(0), "{}", stderr(&done));
    parse(done.stdout, "standard output").unwrap()
}

/// A guest that says how long it took, in a monitor that takes its time before and after.
#[test]
fn stages_are_told_apart_by_what_the_guest_has_seen_of_them() {
    let folder = folder();
    let log = Log::default()
        .record("hello", &[("boot", "init")])
        .record("system", &[("name", "Linux"), ("up", "100000000")])
        .record("timer", &[("hz", "1000000000")])
        .record("ready", &[("entry", "7"), ("boot_cycles", "50000000")])
        .measured("hot-access")
        .done();
    fs::write(path(&folder, "log"), log.text()).unwrap();
    let script = format!("sleep 0.4; cat {}; sleep 0.3", path(&folder, "log"));
    let monitor = path(&folder, "monitor.toml");
    let text = format!(
        "program = \"sh\"\narguments = [\"-c\", \"{script}\", \"{{kernel}}\", \"{{cmdline}}\"]\n"
    );
    fs::write(&monitor, text).unwrap();
    let document = costs(&["--platform", &format!("command:{monitor}"), "--boots", "1"]);
    let boot = &only(&document).boots[0];
    let Stages { loader, kernel, process, power_off } = boot.stages;
    assert_eq!((kernel, process), (Some(100_000_000), Some(50_000_000)));
    assert_eq!(loader.unwrap() + 150_000_000, boot.start.ready_ns.unwrap());
    assert!(loader.unwrap() >= 250_000_000, "the monitor slept for 400 ms");
    assert!(power_off.unwrap() >= 290_000_000, "the monitor slept for 300 ms");
    assert_eq!(
        (boot.start.entry_cycles, boot.footprint),
        (Some(7), None),
        "it has no guest's memory"
    );
}

#[test]
fn a_guest_s_boot_its_end_and_its_monitor_s_memory_are_measured_and_shown_again() {
    let folder = folder();
    let kept = path(&folder, "costs.json");
    let document = costs(&["--platform", "qemu-tcg", "--boots", "2", "-o", &kept]);
    let boots = &only(&document).boots;
    assert_eq!(boots.len(), 2);
    for boot in boots {
        assert!(boot.stages.loader > Some(0) && boot.stages.kernel > Some(0), "{boot:?}");
        assert_eq!(boot.stages.until_ready(), boot.start.ready_ns);
        assert!(boot.stages.power_off.is_some() && boot.stages.process.is_none());
        let memory = boot.footprint.unwrap();
        assert_eq!(memory.processes, 1);
        assert!((1..=129 << 20).contains(&memory.guest) && memory.above() > 1 << 20, "{memory:?}");
    }
    let shown = output(&["show", &kept, "--view", "costs"]);
    let text = stdout(&shown);
    for row in ["loader", "kernel", "ready after", "power-off", "touched", "monitor"] {
        assert!(text.lines().any(|line| line.starts_with(&format!(" {row} "))), "{row}: {text}");
    }
}

#[test]
fn counted_stages_are_the_same_in_every_boot() {
    let stages = || {
        let counted =
            ["--platform", "qemu-tcg", "--deterministic", "--cpus", "1", "--bench", "sgdt"];
        let (document, code) = run(&counted);
        assert_eq!(code, 0);
        only(&document).boots[0].stages
    };
    let first = stages();
    assert!(first.loader > Some(0) && first.kernel > Some(0), "{first:?}");
    assert_eq!((first, first.power_off), (stages(), None), "nobody counts after the guest is done");
}

/// Whether this user may switch KSM or not, guests that run together are looked at.
#[test]
#[ignore = "merges equal pages of the whole machine meanwhile: make test-long"]
fn guests_together_take_what_each_takes() {
    let together = ["--platform", "qemu-tcg", "--boots", "1", "--guests", "2", "--memory", "64M"];
    let document = costs(&together);
    let seen = only(&document).together.as_ref().unwrap();
    assert_eq!((seen.guests, seen.apart.len(), &*seen.workload), (2, 2, "spin"));
    assert!(seen.apart.iter().all(|one| one.above() > 1 << 20), "{seen:?}");
    assert!(seen.merged.len() == 2 || seen.problem.is_some(), "{seen:?}");
}

#[test]
fn guests_that_are_no_processes_of_this_machine_are_not_looked_at_together() {
    let folder = folder();
    let log = path(&folder, "log");
    fs::write(&log, Log::default().boot("spin").measured("spin").done().text()).unwrap();
    let together = ["guest", "costs", "--guest", "bare", "--guests", "2", "--platform"];
    let refused = output(&[&together[..], &[&format!("replay:{log}")]].concat());
    assert_eq!(refused.status.code(), Some(2), "{}", stdout(&refused));
    assert!(stderr(&refused).contains("do not run together"), "{}", stderr(&refused));
}
