use std::io::Write;

use super::*;

/// What QEMU 7.2 said, on the machine where this was written, to a tool that moved a guest.
const FIRST: &str = r#"{"QMP": {"version": {"qemu": {"micro": 22, "minor": 2, "major": 7}, "package": "Debian 1:7.2"}, "capabilities": ["oob"]}}
{"return": {}}
{"timestamp": {"seconds": 1795708055, "microseconds": 811163}, "event": "RESUME"}
{"return": {}}
{"return": {}}
{"timestamp": {"seconds": 1795708057, "microseconds": 817057}, "event": "MIGRATION", "data": {"status": "setup"}}
{"return": {}}
{"timestamp": {"seconds": 1795708057, "microseconds": 843184}, "event": "MIGRATION_PASS", "data": {"pass": 1}}
{"timestamp": {"seconds": 1795708057, "microseconds": 843280}, "event": "MIGRATION", "data": {"status": "active"}}
"#;
const COMPLETED: &str = r#"{"timestamp": {"seconds": 1795708057, "microseconds": 907048}, "event": "STOP"}
{"timestamp": {"seconds": 1795708057, "microseconds": 907122}, "event": "MIGRATION_PASS", "data": {"pass": 2}}
{"timestamp": {"seconds": 1795708057, "microseconds": 908524}, "event": "MIGRATION", "data": {"status": "completed"}}
{"return": {"status": "finish-migrate", "singlestep": false, "running": false}}
{"return": {"status": "postmigrate", "singlestep": false, "running": false}}
{"return": {"status": "completed", "setup-time": 24, "downtime": 2, "total-time": 92, "ram": {"total": 134750208, "postcopy-requests": 0, "dirty-sync-count": 2, "pages-per-second": 0, "page-size": 4096, "remaining": 0, "mbps": 146.07988235294118, "transferred": 1164429, "normal": 212}}}
"#;
const FAILED: &str = r#"{"timestamp": {"seconds": 1795708057, "microseconds": 908524}, "event": "MIGRATION", "data": {"status": "failed"}}
{"return": {"status": "failed", "error-desc": "Unable to write to socket: Broken pipe"}}
"#;
const SECOND: &str = r#"{"QMP": {}}
{"return": {}}
{"timestamp": {"seconds": 1795708057, "microseconds": 910949}, "event": "RESUME"}
"#;

/// A conversation with a QEMU that has already said all of `script`, and its other end.
fn scripted(script: &str) -> (Qmp, UnixStream) {
    let (tool, mut qemu) = UnixStream::pair().unwrap();
    qemu.write_all(script.as_bytes()).unwrap();
    qemu.shutdown(std::net::Shutdown::Write).unwrap();
    (Qmp::open(tool).unwrap(), qemu)
}

/// What comes of a move between QEMUs that say so.
fn moved(first: &str, second: &str) -> Outcome {
    moved_through(None, first, second)
}

/// The same with a file on the way, where there is one.
fn moved_through(store: Option<Store>, first: &str, second: &str) -> Outcome {
    let ((first, _one), (second, _other)) = (scripted(first), scripted(second));
    let (end, _incoming) = UnixStream::pair().unwrap();
    let mut mover = Mover::new(Some(Ends { first, second, end, store }), Duration::ZERO).unwrap();
    assert!(mover.began().is_none() && mover.outcome().is_none(), "nobody has told him to start");
    mover.start();
    mover.began.recv().unwrap();
    let outcome = mover.outcome.recv().unwrap();
    mover.dismiss();
    outcome
}

#[test]
fn a_move_is_told_by_the_report_of_the_first_and_the_events_of_both() {
    let outcome = moved(&[FIRST, COMPLETED].concat(), SECOND);
    assert_eq!(outcome.stopped, Some(Duration::from_micros(3901)));
    let told = MigrationReport {
        total_ms: 92,
        setup_ms: 24,
        downtime_ms: 2,
        transferred: 1_164_429,
        dirty_sync_count: 2,
    };
    assert_eq!(outcome.told, Ok(told));
}

#[test]
fn a_move_that_fails_is_told_by_qemus_reason() {
    let outcome = moved(&[FIRST, FAILED].concat(), SECOND);
    let why = "Unable to write to socket: Broken pipe".to_owned();
    assert_eq!((outcome.stopped, outcome.told), (None, Err(Failure::Refused(why))));
    let refusal = "{\"error\": {\"class\": \"GenericError\", \"desc\": \"no\"}}\n";
    let hello = FIRST.split_inclusive('\n').take(2).collect::<String>();
    let Err(Failure::Refused(why)) = moved(&(hello + refusal), SECOND).told else {
        panic!("it refused")
    };
    assert!(why.contains("migrate-set-capabilities") && why.contains("no"), "{why}");
}

/// A store that all of a guest is in, and where it comes out.
fn store() -> (Store, UnixStream) {
    let ((mut one, from), (to, other)) = (UnixStream::pair().unwrap(), UnixStream::pair().unwrap());
    one.write_all(b"a guest").unwrap();
    (Store::new(tempfile::tempfile().unwrap(), from, to).unwrap(), other)
}

/// What a first QEMU says that is asked to stop its guest before.
fn stopping() -> String {
    let hello = FIRST.split_inclusive('\n').take(2).collect::<String>();
    let stop = r#"{"timestamp": {"seconds": 1795708057, "microseconds": 800000}, "event": "STOP"}"#;
    let rest: String = [FIRST, COMPLETED].concat().split_inclusive('\n').skip(3).collect();
    format!("{hello}{stop}\n{{\"return\": {{}}}}\n{}", rest.replace("\"STOP\"", "\"OTHER\""))
}

#[test]
fn a_guest_is_stopped_saved_restored_and_let_run() {
    let (store, mut other) = store();
    let paused = r#"{"return": {"status": "paused"}}"#;
    let hello = SECOND.split_inclusive('\n').take(2).collect::<String>();
    let resumes = SECOND.split_inclusive('\n').skip(2).collect::<String>();
    let second = format!("{hello}{paused}\n{{\"return\": {{}}}}\n{resumes}");
    let outcome = moved_through(Some(store), &stopping(), &second);
    assert_eq!(outcome.told.map(|told| told.total_ms), Ok(92));
    assert_eq!(outcome.stopped, Some(Duration::from_micros(110_949)));
    assert_eq!(outcome.saved.map(|saved| saved.bytes), Some(7));
    let mut all = String::new();
    std::io::Read::read_to_string(&mut other, &mut all).unwrap();
    assert_eq!(all, "a guest");
}

#[test]
fn a_guest_that_cannot_be_restored_stays_and_runs() {
    let (store, other) = store();
    drop(other);
    let (tool, qemu) = UnixStream::pair().unwrap();
    (&qemu).write_all(stopping().as_bytes()).unwrap();
    (&qemu).write_all(b"{\"return\": {}}\n").unwrap();
    let ((end, _way), (second, _qemu)) = (UnixStream::pair().unwrap(), scripted(SECOND));
    let first = Qmp::open(tool).unwrap();
    let outcome = carry_out(Ends { first, second, end, store: Some(store) });
    assert!(
        matches!(outcome.told, Err(Failure::Refused(why)) if why.contains("cannot be restored"))
    );
    let asked = std::io::read_to_string(qemu).unwrap();
    assert!(asked.trim_end().ends_with(r#"{"execute":"cont"}"#), "{asked}");
}

#[test]
fn a_guest_that_ends_on_the_way_and_a_second_that_says_nothing_are_contained() {
    assert_eq!(moved(FIRST, SECOND).told, Err(Failure::Ended));
    let silent = SECOND.split_inclusive('\n').take(2).collect::<String>();
    let outcome = moved(&[FIRST, COMPLETED].concat(), &silent);
    assert!(outcome.stopped.is_none() && outcome.told.is_ok());
}

#[test]
fn a_report_that_is_none_is_no_report() {
    for nonsense in [
        "null",
        "[]",
        r#"{"status": "completed", "ram": 5}"#,
        r#"{"status": "completed", "downtime": -1}"#,
    ] {
        let script =
            [FIRST, r#"{"event": "MIGRATION", "data": {"status": "completed"}}"#, "\n"].concat();
        let status = r#"{"return": {"status": "postmigrate"}}"#;
        let script = format!("{script}{status}\n{{\"return\": {nonsense}}}\n");
        assert!(matches!(moved(&script, SECOND).told, Err(Failure::Refused(_))), "{nonsense}");
    }
    let at = |text: &str| time_of(&serde_json::from_str(text).unwrap());
    let event = |seconds, micros| {
        at(&format!(r#"{{"timestamp": {{"seconds": {seconds}, "microseconds": {micros}}}}}"#))
    };
    assert!(event(u64::MAX, 999_999).is_some());
    assert_eq!([event(1, 1_000_000), at("{}"), at("7"), at(r#"{"timestamp": 1}"#)], [None; 4]);
}

#[test]
fn whoever_is_let_go_before_the_time_does_nothing() {
    let ((first, _one), (second, _other)) = (scripted(FIRST), scripted(SECOND));
    let (end, _incoming) = UnixStream::pair().unwrap();
    let ends = Some(Ends { first, second, end, store: None });
    let mut mover = Mover::new(ends, Duration::from_secs(1_000_000)).unwrap();
    mover.start();
    mover.dismiss();
    assert!(mover.began().is_none() && mover.outcome().is_none());
    let mut mover = Mover::new(None, Duration::ZERO).unwrap();
    mover.start();
    assert!(matches!(mover.outcome.recv().unwrap().told, Err(Failure::Refused(_))));
    mover.dismiss();
}
