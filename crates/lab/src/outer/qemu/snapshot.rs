//! Starts an outer machine, waits for the instruction at which it stops itself, and keeps
//! its state.

use std::io;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::json;

use ground::Trouble;
use monitors::qemu::{self, Qemu, Qmp};
use monitors::{Guest, Heard};
use system::interrupt::Interrupt;

/// Name of the state in the file.
pub(super) const NAME: &str = "ready";

/// Wall time that the machine may take to get ready: half a minute of an idle core, and thirty
/// times that where many share it: at a load of 15 on two cores Xen's took more than 280 s.
const PATIENCE: Duration = Duration::from_secs(900);

/// How long one of its two voices, console and control socket, is listened to at a time.
const TURN: Duration = Duration::from_millis(200);

/// Runs the machine that is made by `words`, in `folder`, until it stops itself, and has it keep its
/// state where they say.
///
/// # Errors
/// When the machine ends or hangs instead; the message holds its last lines.
pub(super) fn take(qemu: &Qemu, words: Vec<String>, folder: &Path) -> Result<(), Trouble> {
    let (mut guest, control) = qemu::start_controlled(qemu, words, folder)?;
    let kept = drive(guest.as_mut(), control);
    let mut last: Vec<String> = guest.end().messages;
    kept.map_err(|why| {
        last.drain(..last.len().saturating_sub(8));
        Trouble::unavailable(
            format!("the lab's outer machine did not get ready: {why}"),
            format!("its last lines:\n          {}", last.join("\n          ")),
        )
    })
}

/// Lets the machine go, waits for its stop, and has its state kept.
fn drive(guest: &mut dyn Guest, control: UnixStream) -> Result<(), String> {
    let said = |error: io::Error| error.to_string();
    let mut qmp = Qmp::open(control).map_err(said)?;
    qmp.cont().map_err(said)?;
    wait_for_stop(guest, &mut qmp, PATIENCE)?;
    let command = json!({"command-line": format!("savevm {NAME}")});
    let answer = qmp.within(PATIENCE).execute("human-monitor-command", command);
    match answer.map_err(said)?.as_str().unwrap_or_default().trim() {
        "" => Ok(()),
        complaint => Err(format!("its state could not be kept: {complaint}")),
    }
}

/// Waits until the machine says, by its panic device, that it is ready, for as long as `patience` lasts.
fn wait_for_stop(guest: &mut dyn Guest, qmp: &mut Qmp, patience: Duration) -> Result<(), String> {
    let deadline = Instant::now() + patience;
    let mut buffer = [0; 4096];
    while Instant::now() < deadline {
        match qmp.event(&["GUEST_PANICKED", "SHUTDOWN"], TURN) {
            Ok(None) => {}
            Ok(Some("SHUTDOWN")) => return Err("it ended by itself".to_owned()),
            Ok(Some(_)) => return Ok(()),
            Err(_) => return Err("QEMU ended".to_owned()),
        }
        if Interrupt::is_caught() {
            return Err("it was interrupted".to_owned());
        }
        if let Ok(Heard::Closed) = guest.read(&mut buffer, Duration::ZERO) {
            return Err("QEMU ended".to_owned());
        }
    }
    Err(format!("it never became ready within {} s", patience.as_secs()))
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::thread;

    use monitors::Parting;

    use super::*;

    /// A machine that runs, and says nothing.
    struct Mute;

    impl Guest for Mute {
        fn read(&mut self, _buffer: &mut [u8], _patience: Duration) -> io::Result<Heard> {
            Ok(Heard::Nothing)
        }

        fn end(&mut self) -> Parting {
            Parting::default()
        }

        fn command(&self) -> &[String] {
            &[]
        }

        fn started(&self) -> Option<Instant> {
            None
        }
    }

    /// What is said of a machine whose QEMU says `events`, each a moment after the last, forever.
    fn waited(events: &[&str], patience: Duration) -> Result<(), String> {
        let (tool, mut qemu) = UnixStream::pair().unwrap();
        qemu.write_all(b"{\"QMP\": {}}\r\n{\"return\": {}}\r\n").unwrap();
        let events: Vec<String> =
            events.iter().map(|event| format!("{{\"event\": \"{event}\"}}\r\n")).collect();
        let mut qmp = Qmp::open(tool).unwrap();
        let talk = thread::spawn(move || {
            for event in events.iter().cycle() {
                if qemu.write_all(event.as_bytes()).is_err() {
                    return;
                }
                thread::sleep(Duration::from_millis(5));
            }
        });
        let waited = wait_for_stop(&mut Mute, &mut qmp, patience);
        drop(qmp);
        talk.join().unwrap();
        waited
    }

    #[test]
    fn a_machine_that_never_gets_ready_is_given_up_at_its_deadline_however_much_it_says() {
        let patience = Duration::from_secs(1);
        let began = Instant::now();
        let why = waited(&["RESUME", "RTC_CHANGE"], patience).unwrap_err();
        assert_eq!(why, "it never became ready within 1 s");
        // Much later only where this host hangs as well: events do not put the deadline off.
        assert!(began.elapsed() >= patience && began.elapsed() < 60 * patience);
    }

    #[test]
    fn a_machine_that_gets_ready_or_ends_is_not_waited_for() {
        assert_eq!(waited(&["RESUME", "GUEST_PANICKED"], PATIENCE), Ok(()));
        assert_eq!(waited(&["SHUTDOWN"], PATIENCE), Err("it ended by itself".to_owned()));
    }
}
