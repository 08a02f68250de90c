//! A machine at the other end of a line: what a real one does to a console, done to a recorded one.

use std::fs::File;
use std::io::Write;
use std::net::TcpListener;
use std::os::fd::OwnedFd;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use results::Document;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

use crate::common::{check, output, stderr, stdout};

/// Two boots of a kernel on a console, with all that it measured.
const LOG: &[u8] = include_bytes!("../data/consoles/batches.log");

/// Where the second boot begins.
fn second_boot() -> usize {
    let first = |at: &usize| LOG[*at..].starts_with(b"@hb1 0 hello");
    (0..LOG.len()).filter(first).nth(1).expect("two boots")
}

/// Sends `parts` to whoever connects, with pauses in between, and hangs up.
fn board(parts: Vec<Vec<u8>>) -> (String, JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = format!("tcp:{}", listener.local_addr().unwrap());
    let board = thread::spawn(move || {
        let (mut line, _) = listener.accept().unwrap();
        for part in parts {
            if line.write_all(&part).is_err() {
                return;
            }
            thread::sleep(Duration::from_millis(20));
        }
    });
    (port, board)
}

/// What `serial` makes of a line.
fn measured(port: &str, more: &[&str]) -> (Document, i32) {
    let arguments = [&["serial", port, "--json", "--wait", "30"], more].concat();
    let output = output(&arguments);
    let document: Document = serde_json::from_str(&stdout(&output))
        .unwrap_or_else(|error| panic!("{error}: {}{}", stdout(&output), stderr(&output)));
    check(&document);
    (document, output.status.code().expect("it was not killed"))
}

fn figures(document: &Document) -> Vec<String> {
    let [run] = &document.platforms[..] else { panic!("{document:?}") };
    let measured = run.benchmarks.iter().filter(|b| b.value.is_some());
    measured.map(|b| b.name.clone()).collect()
}

#[test]
fn boots_that_come_one_after_the_other_are_told_apart() {
    let (port, board) = board(LOG.chunks(1000).map(<[u8]>::to_vec).collect());
    let (document, _) = measured(&port, &[]);
    board.join().unwrap();
    assert_eq!(document.platforms[0].boots.len(), 2, "{document:?}");
    assert!(figures(&document).contains(&"sgdt".to_owned()), "{document:?}");
}

#[test]
fn a_terminal_is_a_line_as_well() {
    let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY;
    let far: OwnedFd = openpt(flags).unwrap();
    grantpt(&far).unwrap();
    unlockpt(&far).unwrap();
    let port = ptsname(&far, Vec::new()).unwrap().to_string_lossy().into_owned();
    let board = thread::spawn(move || {
        let mut far = File::from(far);
        // Once it is raw: the terminal's own processing would change what comes before.
        thread::sleep(Duration::from_secs(2));
        for part in LOG.chunks(512) {
            far.write_all(part).unwrap();
        }
        thread::sleep(Duration::from_secs(1));
    });
    let (document, _) = measured(&port, &[]);
    board.join().unwrap();
    assert_eq!(document.platforms[0].boots.len(), 2, "{document:?}");
    assert!(figures(&document).contains(&"sgdt".to_owned()), "{document:?}");
}

#[test]
fn lost_bytes_cost_only_the_records_that_they_were_of() {
    let mut lossy = LOG[..second_boot()].to_vec();
    for at in (700..lossy.len() - 300).step_by(400).collect::<Vec<_>>().into_iter().rev() {
        lossy.remove(at);
    }
    let (port, board) = board(vec![lossy]);
    let (document, _) = measured(&port, &[]);
    board.join().unwrap();
    let console = &document.platforms[0].boots[0].console;
    assert!(console.damaged > 0 && console.records > 0, "{console:?}");
}

#[test]
fn garbage_before_and_in_between_does_no_harm() {
    let noise = |i: u32| i.wrapping_mul(2_654_435_761).to_be_bytes()[0];
    let garbage: Vec<u8> = (0..20_000).map(noise).collect();
    let boot = &LOG[..second_boot()];
    let middle = boot.len() / 2;
    let end = boot[middle..].iter().position(|byte| *byte == b'\n').unwrap() + middle + 1;
    let parts = [&garbage, b"\n".as_slice(), &boot[..end], &garbage, b"\n", &boot[end..]];
    let (port, board) = board(parts.map(<[u8]>::to_vec).to_vec());
    let (document, _) = measured(&port, &[]);
    board.join().unwrap();
    assert!(figures(&document).contains(&"sgdt".to_owned()), "{document:?}");
}

#[test]
fn a_reset_in_the_middle_begins_another_boot() {
    let cut = second_boot() / 2;
    let (port, board) = board(vec![LOG[..cut].to_vec(), LOG[second_boot()..].to_vec()]);
    let (document, _) = measured(&port, &[]);
    board.join().unwrap();
    assert_eq!(document.platforms[0].boots.len(), 2, "{document:?}");
}

#[test]
fn silence_is_an_error_that_says_what_to_do() {
    let (port, board) = board(vec![Vec::new()]);
    drop(board);
    for port in [port.as_str(), "/dev/null", "tcp:127.0.0.1:1"] {
        let output = output(&["serial", port, "--wait", "1"]);
        assert_ne!(output.status.code(), Some(0), "{port}");
    }
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = format!("tcp:{}", listener.local_addr().unwrap());
    let output = output(&["serial", &port, "--wait", "1"]);
    assert!(stderr(&output).contains("nothing came"), "{}", stderr(&output));
    assert_ne!(output.status.code(), Some(0));
}

#[test]
fn a_power_command_that_fails_is_told() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = format!("tcp:{}", listener.local_addr().unwrap());
    let output = output(&["serial", &port, "--power", "echo no outlet >&2; false", "--wait", "1"]);
    assert!(stderr(&output).contains("no outlet"), "{}", stderr(&output));
    assert_ne!(output.status.code(), Some(0));
}
