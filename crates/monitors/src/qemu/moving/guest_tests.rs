use std::fs;
use std::path::Path;

use protocol::{Item, Scanner};
use tempfile::TempDir;

use super::super::Ends;
use super::*;
use crate::qemu::wiring::Wiring;

/// A record of a guest that was cut in the middle, with the text around it.
const CONSOLE: [&str; 2] = [
    "@hb1 0 note text=\"in the first\" *ef88ee1d\r\n@hb1 1 note text=\"it was ",
    "moved\" *2b762744\r\n",
];

/// A program that takes QEMU's place: `script` of a shell, in `folder`.
fn program(script: &str, folder: &Path) -> QemuGuest {
    let arguments = vec!["-c".to_owned(), script.to_owned()];
    QemuGuest::start(Path::new("/bin/sh"), arguments, Some(folder), &Wiring::default()).unwrap()
}

/// A mover whose QEMUs say nothing and are there until the other ends are dropped.
fn idle_mover() -> Mover {
    Mover::new(None::<Ends>, Duration::from_secs(1_000_000)).unwrap()
}

/// Reads until the guest has said this much, or ends.
fn hear(guest: &mut MovingGuest, length: usize) -> Vec<u8> {
    let (mut all, mut buffer) = (Vec::new(), [0; 4096]);
    while all.len() < length {
        match guest.read(&mut buffer, Duration::from_millis(100)).unwrap() {
            Heard::Bytes(n) => all.extend_from_slice(&buffer[..n]),
            Heard::Nothing => {}
            Heard::Closed => break,
        }
    }
    all
}

fn printing(text: &str) -> String {
    format!("printf '%s' '{text}'")
}

#[test]
fn a_record_that_is_cut_between_the_two_is_whole() {
    let folder = TempDir::new().unwrap();
    let [one, other] = CONSOLE.map(printing);
    let first = program(&format!("{one}; exec sleep 1000"), folder.path());
    let wait = "until [ -e moved ]; do sleep 0.01; done";
    let second = program(&format!("{wait}; {other}"), folder.path());
    let mut guest = MovingGuest::new(first, second, idle_mover(), Way::Live);
    let mut all = hear(&mut guest, CONSOLE[0].len());
    assert_eq!(guest.whereabouts(), Whereabouts::First);
    fs::write(folder.path().join("moved"), "").unwrap();
    all.extend(hear(&mut guest, usize::MAX));
    assert_eq!(guest.whereabouts(), Whereabouts::Second);
    assert_eq!(String::from_utf8_lossy(&all), CONSOLE.concat());
    let items = Scanner::default().feed(&all);
    let records = items.iter().filter(|item| matches!(item, Item::Record(_))).count();
    assert_eq!((records, items.len()), (2, 2), "{items:?}");
    assert_eq!(guest.end().ended.as_deref(), Some("exit status 0"), "of the second");
    assert!(guest.processes().is_empty());
}

#[test]
fn what_the_first_has_still_to_say_comes_before_the_second() {
    let folder = TempDir::new().unwrap();
    let first = program("printf one; touch said; exec sleep 1000", folder.path());
    let wait = "until [ -e said ]; do sleep 0.01; done";
    let second = program(&format!("{wait}; printf two; touch both"), folder.path());
    let mut guest = MovingGuest::new(first, second, idle_mover(), Way::Live);
    while !folder.path().join("both").exists() {
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(hear(&mut guest, 6), b"onetwo");
    guest.end();
}

#[test]
fn a_second_that_ends_early_leaves_the_guest_where_it_is() {
    let folder = TempDir::new().unwrap();
    let wait = "until [ -e gone ]; do sleep 0.01; done";
    let first = program(&format!("printf one; {wait}; printf two"), folder.path());
    let second = program("echo it will not do >&2; exit 1", folder.path());
    let mover = Mover::new(None::<Ends>, Duration::ZERO).unwrap();
    let mut guest = MovingGuest::new(first, second, mover, Way::Live);
    guest.benchmark_begins();
    let mut all = hear(&mut guest, 3);
    while !guest.is_second_gone || guest.outcome.is_none() {
        guest.read(&mut [0; 16], Duration::from_millis(10)).unwrap();
    }
    fs::write(folder.path().join("gone"), "").unwrap();
    all.extend(hear(&mut guest, usize::MAX));
    assert_eq!(all, b"onetwo");
    assert_eq!(guest.end().ended.as_deref(), Some("exit status 0"), "of the first");
    let migration = guest.migration().unwrap();
    let failure = migration.failure.as_deref().unwrap();
    assert!(
        failure.starts_with("QEMU refused: ") && failure.ends_with(": it will not do"),
        "{failure}"
    );
    assert!(guest.notes()[0].contains("leave migrate= out"), "{:?}", guest.notes());
    assert!(migration.first_word_ns.is_none() && migration.told.is_none());
}

#[test]
fn a_guest_that_ends_before_its_time_is_noted() {
    let folder = TempDir::new().unwrap();
    let (first, second) =
        (program("printf one", folder.path()), program("exec sleep 1000", folder.path()));
    let mut guest = MovingGuest::new(first, second, idle_mover(), Way::Live);
    guest.benchmark_begins();
    assert_eq!(hear(&mut guest, usize::MAX), b"one");
    guest.end();
    assert!(guest.migration().is_none());
    assert!(guest.notes()[0].contains("before migrate= seconds were over"), "{:?}", guest.notes());
    assert!(guest.processes().is_empty(), "the second has ended, too");
}
