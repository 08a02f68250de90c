use super::*;
use crate::{Hypervisor, Timer};

fn run(label: &str) -> PlatformRun {
    PlatformRun { label: label.to_owned(), ..PlatformRun::default() }
}

/// A run whose guests found this hypervisor and a counter of this rate.
fn with_guest(hypervisor: &str, hz: u64) -> PlatformRun {
    let mut boot = Boot::default();
    boot.guest.hypervisor =
        Some(Hypervisor { name: hypervisor.to_owned(), ..Hypervisor::default() });
    boot.guest.timer = Some(Timer { hz: Some(hz), ..Timer::default() });
    PlatformRun { boots: vec![boot], ..run("a") }
}

fn cost(value: f64) -> Summary {
    let (value, low, high) = (Some(value), Some(value), Some(value));
    let bare = Summary::without_value("in", "io", Status::Ok, String::new());
    Summary { value, low, high, ..bare }
}

#[test]
fn an_emulator_says_so_itself_or_is_found_by_its_guest() {
    let says = PlatformRun { caveat: "emulated: figures are QEMU's".to_owned(), ..run("a") };
    let (found, hardware) = (with_guest("tcg", 1), with_guest("kvm", 1));
    assert!(says.is_emulated() && found.is_emulated() && !hardware.is_emulated());
    assert!(says.is_like(&found) && hardware.is_like(&run("b")));
    assert!(!says.is_like(&hardware) && !hardware.is_like(&found));
}

#[test]
fn a_clock_s_rate_is_known_where_cycles_are_counted() {
    assert_eq!(with_guest("", 5).hz(), Some(5));
    assert_eq!(with_guest("", 0).hz(), None);
    assert_eq!(run("a").hz(), None);
    assert_eq!(PlatformRun { unit: Unit::Instructions, ..with_guest("", 5) }.hz(), None);
}

#[test]
fn cycles_of_clocks_that_differ_by_more_than_a_hundredth_do_not_compare() {
    let of = |source, hz| PlatformRun { source, ..with_guest("", hz) };
    let counts = |a: PlatformRun, b: PlatformRun| (a.counts_as(&b), b.counts_as(&a));
    assert_eq!(counts(of(0, 100), of(1, 99)), (true, true));
    assert_eq!(counts(of(0, 1000), of(1, 989)), (false, false));
    assert_eq!(counts(of(0, 1000), of(0, 500)), (true, true), "the same machine");
    assert_eq!(counts(of(0, 1000), PlatformRun { source: 1, ..run("b") }), (true, true));
    let instructions = PlatformRun { unit: Unit::Instructions, ..of(0, 1000) };
    assert_eq!(counts(of(0, 1000), instructions.clone()), (false, false));
    assert!(instructions.counts_as(&PlatformRun { source: 1, ..instructions.clone() }));
}

#[test]
fn benchmarks_are_counted_by_how_they_ended() {
    let ended = |status| Summary::without_value("a", "test", status, String::new());
    let benchmarks = [Status::Ok, Status::Hung, Status::Ok].map(ended).into();
    let run = PlatformRun { benchmarks, ..run("a") };
    let counts = [Status::Ok, Status::Hung, Status::Fault].map(|status| run.count(status));
    assert_eq!(counts, [2, 1, 0]);
}

#[test]
fn a_document_knows_its_platforms_by_their_labels() {
    let mut document = Document {
        baseline: "b".to_owned(),
        platforms: vec![run("a"), run("b")],
        ..Document::default()
    };
    assert_eq!(document.labels(), "a, b");
    assert_eq!(document.baseline().map(|run| &*run.label), Some("b"));
    document.platform_mut("b").unwrap().caveat = "slow".to_owned();
    assert_eq!(document.platforms[1].caveat, "slow");
    assert!(document.platform_mut("c").is_none());
    let about = document.about();
    assert_eq!((about.platforms.len(), &*about.baseline), (0, "b"));
}

#[test]
fn runs_of_other_benchmarks_on_the_same_platforms_are_one() {
    let with = |label: &str, name: &str| PlatformRun {
        benchmarks: vec![Summary::without_value(name, "test", Status::Ok, String::new())],
        boots: vec![Boot::default()],
        ..run(label)
    };
    let document = |platforms, written: &str| Document {
        platforms,
        written: written.to_owned(),
        ..Document::default()
    };
    let mut all = document(vec![with("a", "x")], "1");
    let failed = PlatformRun { failure: Some("gone".to_owned()), ..with("a", "y") };
    all.join(document(vec![failed, with("b", "y")], "2"));
    let names = |at: usize| -> Vec<&str> {
        all.platforms[at].benchmarks.iter().map(|one| one.name.as_str()).collect()
    };
    assert_eq!((names(0), names(1), all.written.as_str()), (vec!["x", "y"], vec!["y"], "2"));
    assert_eq!(
        (all.platforms[0].boots.len(), all.platforms[0].failure.as_deref()),
        (2, Some("gone"))
    );
}

#[test]
fn it_took_from_its_beginning_to_its_last_writing() {
    let seconds = |started: &str, written: &str| {
        let (started, written) = (started.to_owned(), written.to_owned());
        Document { started, written, ..Document::default() }.seconds()
    };
    assert_eq!(seconds("2026-11-25T12:00:00Z", "2026-11-25T13:00:05+01:00"), Some(5));
    assert_eq!(seconds("2026-11-25T12:00:05Z", "2026-11-25T12:00:00Z"), None);
    assert_eq!(seconds("", "2026-11-25T12:00:00Z"), None);
}

#[test]
fn what_different_guests_ran_is_told_apart() {
    let linux = |label: &str| PlatformRun { guest: GuestKind::Linux, ..run(label) };
    let platforms = vec![linux("a"), run("b"), linux("c")];
    let document = Document { baseline: "b".to_owned(), platforms, ..Document::default() };
    let parts = document.by_guest();
    assert_eq!(parts.iter().map(Document::labels).collect::<Vec<_>>(), ["a, c", "b"]);
    assert!(parts.iter().all(|part| part.baseline == "b"));
}

#[test]
fn a_ratio_is_of_two_that_count_the_same() {
    let of = |label: &str, value: f64| PlatformRun { benchmarks: vec![cost(value)], ..run(label) };
    let (native, guest) = (of("native", 4.0), of("guest", 10.0));
    let ratio = |guest: &PlatformRun| {
        let platforms = vec![native.clone(), guest.clone()];
        let document = Document { baseline: "native".to_owned(), platforms, ..Document::default() };
        document.ratio(guest, &guest.benchmarks[0]).map(|ratio| ratio.value)
    };
    assert_eq!(ratio(&guest), Some(2.5));
    assert_eq!(ratio(&PlatformRun { unit: Unit::Instructions, ..guest.clone() }), None);
    assert_eq!(ratio(&PlatformRun { guest: GuestKind::Linux, ..guest.clone() }), None);
    let alone = Document { platforms: vec![guest.clone()], ..Document::default() };
    assert_eq!(alone.ratio(&guest, &guest.benchmarks[0]), None, "no baseline");
}
