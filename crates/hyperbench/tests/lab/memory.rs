//! What a host does to a guest's memory, by the tool's own monitor, which is asked for it.

use results::{Document, Status};

use crate::columns::built;
use crate::common::run;

const BITMAP: &str = "lab-kvm-npt:monitor=hyperbench,label=bitmap";
const RING: &str = "lab-kvm-npt:monitor=hyperbench,option=dirty-log=ring,label=ring";

/// Operations that are one exit each for a page that is written.
const WRITES: [&str; 4] =
    ["dirty-write-4k-bitmap", "dirty-write-4k-ring", "dirty-write-2m-bitmap", "retouch-dontneed"];

/// A machine that is made anew, in which the guest goes on.
const RESTORED: &str = "machine-restore";

/// How often operations exited for a page, and how many pages these were.
fn faults(document: &Document, platform: usize, bench: &str) -> Option<(u64, u64)> {
    let results = &document.platforms[platform].benchmarks;
    let found = results.iter().find(|it| it.name == bench).expect(bench);
    if found.status == Status::Skipped {
        let other = ["option=dirty-log=ring out", "option=dirty-log=ring"][1 - platform];
        assert!(found.reason.contains(other), "{bench}: {}", found.reason);
        return None;
    }
    assert_eq!(found.status, Status::Ok, "{bench}: {}", found.reason);
    let events = found.events.as_ref().expect("they were counted");
    let counted = events.counters["exit_npf"];
    assert_eq!(counted.control, 0, "{bench}");
    Some((counted.run, events.n))
}

/// The kernel itself compares the bits of the log with the pages that it wrote, and fails where they
/// differ.
#[test]
fn pages_that_are_written_are_those_in_the_log_and_the_exits_twice() {
    if !built() {
        return;
    }
    let bench = format!("{{{},{RESTORED}}}", WRITES.join(","));
    let arguments = ["--platform", BITMAP, "--platform", RING, "--bench", &bench, "--batches", "6"];
    let (document, code) = run(&[&arguments[..], &["--events", "--verify"]].concat());
    assert_eq!(code, 0);
    for (platform, skipped) in [(0, vec![WRITES[1]]), (1, vec![WRITES[0], WRITES[2]])] {
        for bench in WRITES {
            let faults = faults(&document, platform, bench);
            assert_eq!(faults.is_none(), skipped.contains(&bench), "{bench}");
            if let Some((exits, pages)) = faults {
                assert!(pages >= 1024, "{bench}: {pages}");
                assert_eq!(exits, pages, "{bench}");
            }
        }
    }
    let restored = document.platforms.iter().map(|run| run.benchmarks.iter());
    let restored = restored.map(|mut all| all.find(|it| it.name == RESTORED).expect(RESTORED));
    let [bitmap, ring] = restored.collect::<Vec<_>>()[..] else { panic!("two platforms") };
    let events = bitmap.events.as_ref().expect("it was counted");
    assert_eq!((bitmap.status, events.counters["exit_io_out"].run), (Status::Ok, events.n));
    assert!(ring.reason.contains("its log is a ring"), "{}", ring.reason);
}
