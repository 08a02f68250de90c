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
    wait_for_stop(guest, &mut qmp)?;
    let command = json!({"command-line": format!("savevm {NAME}")});
    let answer = qmp.within(PATIENCE).execute("human-monitor-command", command);
    match answer.map_err(said)?.as_str().unwrap_or_default().trim() {
        "" => Ok(()),
        complaint => Err(format!("its state could not be kept: {complaint}")),
    }
}

/// Waits until the machine says, by its panic device, that it is ready.
fn wait_for_stop(guest: &mut dyn Guest, qmp: &mut Qmp) -> Result<(), String> {
    let deadline = Instant::now() + PATIENCE;
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
    Err(format!("it never became ready within {} s", PATIENCE.as_secs()))
}
