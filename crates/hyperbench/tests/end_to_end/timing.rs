//! External timing and pinning. What the channels can tell depends on the load of the machine,
//! so nothing is held to a number of its own: only to what the run says of its resolution.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use results::channels::Channel;
use results::{Document, Measured, Status};

use crate::common::{arch_with, clean_boot, only, output, run, skip, stderr, stdout};

/// Benchmarks of every kind: an instruction, ports, memory, and one that is a batch by itself.
const BENCHMARKS: &str = "{sgdt,in,out,hot-access,set-page-table}";

/// On one virtual CPU, so that on two CPUs the timing thread has one of its own.
fn timed(channel: &str) -> Document {
    let arguments = ["--platform", "qemu-tcg", "--cpus", "1", "--bench", BENCHMARKS];
    run(&[&arguments[..], &["--timing", channel]].concat()).0
}

/// Whether the machine was too busy to time this benchmark, and the result says so.
fn was_too_busy(measured: &Measured) -> bool {
    measured.status == Status::Skipped && measured.reason.contains("the host was away")
}

fn assert_clocks_agree(document: &Document) -> usize {
    let boot = clean_boot(document);
    let timing = boot.timing.as_ref().expect("it was timed by the host");
    assert_eq!((boot.benchmarks.len(), &timing.problem), (5, &None));
    let mut compared = 0;
    for measured in boot.benchmarks.iter().filter(|measured| !was_too_busy(measured)) {
        assert_eq!(measured.status, Status::Ok, "{}: {}", measured.name, measured.reason);
        let external = measured.external.as_ref().unwrap();
        assert_eq!(external.batches.len(), measured.samples.len());
        // Without a single idle window that was seen, the channel has no resolution to state.
        let Some(apart) = external.disagreement else { continue };
        assert!(!apart.exceeds, "{}: {apart:?} {timing:?}", measured.name);
        compared += 1;
    }
    compared
}

#[test]
fn the_guests_clock_and_the_hosts_agree_within_what_each_channel_can_tell() {
    for channel in [Channel::Uart, Channel::Mailbox] {
        let compared = (0..5).map(|_| assert_clocks_agree(&timed(channel.name())));
        if !compared.into_iter().any(|count| count == 5) {
            skip(format!("the machine is too busy to time everything by {channel}"));
        }
    }
}

#[test]
fn a_run_states_the_channels_resolution_and_keeps_both_clocks_times() {
    let document = timed("mailbox");
    let boot = clean_boot(&document);
    let timing = boot.timing.as_ref().unwrap();
    let Some(idle) = timing.idle else {
        return skip("the machine is too busy to see a single idle window");
    };
    assert_eq!(idle.windows + idle.flagged, 256);
    assert!(idle.min <= idle.median && idle.median <= idle.p99 && idle.min > 0.0);
    for measured in &boot.benchmarks {
        assert!(measured.samples.iter().all(|sample| sample.run_mark.is_some()));
        let external = measured.external.as_ref().unwrap();
        let flagged = external.batches.iter().filter(|batch| batch.flagged).count();
        assert_eq!(external.flagged, flagged);
    }
    let text = output(&["run", "--platform", "qemu-tcg", "--bench", "in", "--timing", "mailbox"]);
    assert!(stdout(&text).contains("qemu-tcg: timed by mailbox: idle "), "{}", stdout(&text));
}

/// A QEMU whose guest has other memory than the one that the tool can see.
#[test]
fn when_nobody_answers_the_mailbox_the_guests_own_clock_never_stands_in() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("qemu").display().to_string();
    let arch = arch_with("sgdt");
    let script = "#!/bin/bash\nwords=()\nfor word; do\n  case $word in\n    memory-backend-file*) \
                  word=secret,id=ram,data=x;;\n  esac\n  \
                  words+=(\"${word/,memory-backend=ram/}\")\ndone\n\
                  exec QEMU \"${words[@]}\"\n";
    fs::write(&program, script.replace("QEMU", &arch.qemu.binary)).unwrap();
    fs::set_permissions(&program, PermissionsExt::from_mode(0o755)).unwrap();
    let platform = format!("qemu-tcg:binary={program}");
    let arguments = ["--arch", &arch.name, "--bench", "sgdt", "--timing", "mailbox"];
    let (document, code) = run(&[&["--platform", &platform][..], &arguments].concat());
    let boot = clean_boot(&document);
    let problem = boot.timing.as_ref().unwrap().problem.as_ref().unwrap();
    assert!(problem.contains("there is no mailbox at"), "{problem}");
    assert!(boot.notes[0].contains("the host does not answer the mailbox"), "{:?}", boot.notes);
    let summary = &only(&document).benchmarks[0];
    assert_eq!((code, summary.status, summary.value), (0, Status::Skipped, None));
    for part in ["none of its marks reached the host", "by the guest's own counter"] {
        assert!(summary.reason.contains(part), "{}", summary.reason);
    }
}

#[test]
fn what_cannot_be_timed_by_the_host_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    fs::write(&log, "").unwrap();
    let replay = format!("replay:{}", log.display());
    for (arguments, part) in [
        (["--platform", &replay, "--timing", "uart"], "cannot be timed by uart"),
        (["--platform", "qemu-tcg", "--pin", "8000"], "CPU 8000 cannot be used here"),
        (["--platform", "qemu-tcg", "--pin", "1-0"], "runs backwards"),
    ] {
        let output = output(&[&["run"], &arguments[..]].concat());
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
        assert!(stderr(&output).contains(part), "{}", stderr(&output));
    }
    let output = output(&["run", "--deterministic", "--timing", "mailbox"]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
}

#[test]
fn threads_are_pinned_unless_that_is_not_wanted() {
    let pinned = |pin| {
        let arguments = ["--platform", "qemu-tcg", "--cpus", "3", "--bench", "sgdt", "--pin", pin];
        clean_boot(&run(&arguments).0).clone()
    };
    let boot = pinned("auto");
    let placement = boot.placement.unwrap();
    assert_eq!(placement.asked, "auto");
    let roles: Vec<_> = placement.threads.iter().map(|thread| &thread.role[..]).collect();
    assert_eq!(roles, ["vCPU 0", "vCPU 1", "vCPU 2"]);
    assert!(placement.threads.iter().all(|thread| thread.cpu.is_some()), "{placement:?}");
    let boot = pinned("none");
    let placement = boot.placement.unwrap();
    assert_eq!((&placement.asked[..], placement.threads.len()), ("none", 0));
    assert!(!boot.command.contains(&"-S".to_owned()));
}

#[test]
fn a_single_cpu_is_shared_and_the_table_says_what_that_spoils() {
    let set = rustix::thread::sched_getaffinity(None).unwrap();
    let cpu = (0..1024).find(|cpu| set.is_set(*cpu)).unwrap().to_string();
    let arguments = ["run", "--platform", "qemu-tcg", "--bench", "sgdt", "--pin", &cpu];
    let text = stdout(&output(&arguments));
    let note = format!("qemu-tcg: vCPU 0 and vCPU 1 share CPU {cpu}: they run in turns");
    assert!(text.contains(&note), "{text}");
}
