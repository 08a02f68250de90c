//! Has the first QEMU's guest go over to the second, beside whoever reads the guest's console.

use std::io::{self, ErrorKind};
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::report::{State, nanoseconds, reason, report, time_of};
use super::store::Store;
use crate::qemu::Qmp;
use results::{MigrationReport, SavedGuest};

/// How long an answer may take while a guest keeps QEMU busy.
const PATIENCE: Duration = Duration::from_secs(30);

/// How long events are waited for at a time.
const TURN: Duration = Duration::from_millis(200);

/// How long it is waited before a question is asked again.
const MOMENT: Duration = Duration::from_millis(1);

/// How long the second QEMU may take to let the guest run once it has all of it.
const ARRIVING: Duration = Duration::from_secs(10);

/// By this name the first QEMU knows the way to the second.
const WAY: &str = "second";

/// The conversations with both QEMUs, the first one's end of the way between them, and the file that is on it
/// where the guest is to be kept there.
pub(in crate::qemu) struct Ends {
    pub(in crate::qemu) first: Qmp,
    pub(in crate::qemu) second: Qmp,
    pub(in crate::qemu) end: UnixStream,
    pub(in crate::qemu) store: Option<Store>,
}

/// What has become of a move.
#[derive(Debug)]
pub(super) struct Outcome {
    /// When it was over.
    pub(super) ended: Instant,
    /// How long the guest's processors stood still, by the events of both QEMUs.
    pub(super) stopped: Option<Duration>,
    /// What the first QEMU says of it.
    pub(super) told: Result<MigrationReport, Failure>,
    /// What the file was that it was in, where it was in one.
    pub(super) saved: Option<SavedGuest>,
}

/// Why a guest did not get to the second QEMU.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Failure {
    /// It ended on the way.
    Ended,
    /// A QEMU refused.
    Refused(String),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            ErrorKind::UnexpectedEof | ErrorKind::BrokenPipe | ErrorKind::ConnectionReset => {
                Self::Ended
            }
            _ => Self::Refused(error.to_string()),
        }
    }
}

/// Somebody who moves a guest, a while after it is told to. Dropping it lets him go; he ends with either QEMU.
pub(in crate::qemu) struct Mover {
    start: Option<Sender<()>>,
    began: Receiver<Instant>,
    outcome: Receiver<Outcome>,
    thread: Option<JoinHandle<()>>,
}

impl Mover {
    /// Prepares to move the guest between these `ends`, so long after [`start`](Self::start); there are none
    /// where a QEMU does not answer.
    ///
    /// # Errors
    /// When the system has no thread left.
    pub(in crate::qemu) fn new(ends: Option<Ends>, delay: Duration) -> io::Result<Self> {
        let (start, started) = channel::<()>();
        let (begins, began) = channel();
        let (tells, outcome) = channel();
        let thread = thread::Builder::new().name("mover".into()).spawn(move || {
            // Nobody starts him where no benchmark begins; and whoever lets him go hangs up.
            let goes = started.recv().is_ok()
                && started.recv_timeout(delay) == Err(RecvTimeoutError::Timeout);
            if goes && begins.send(Instant::now()).is_ok() {
                let _ = tells.send(ends.map_or_else(nowhere, carry_out));
            }
        })?;
        Ok(Self { start: Some(start), began, outcome, thread: Some(thread) })
    }

    /// Lets the time run.
    pub(super) fn start(&self) {
        // One who has gone has said why.
        let _ = self.start.as_ref().map(|start| start.send(()));
    }

    /// When it began, once it has.
    pub(super) fn began(&self) -> Option<Instant> {
        self.began.try_recv().ok()
    }

    /// What has become of it, once it is over.
    pub(super) fn outcome(&self) -> Option<Outcome> {
        self.outcome.try_recv().ok()
    }

    /// Waits for the end of his work, which the end of both QEMUs brings about.
    pub(super) fn dismiss(&mut self) {
        self.start = None;
        self.thread.take().map(JoinHandle::join);
    }
}

fn nowhere() -> Outcome {
    let why = "the second does not answer on its control socket".to_owned();
    Outcome::of(Err(Failure::Refused(why)))
}

impl Outcome {
    /// One that is over now.
    fn of(told: Result<MigrationReport, Failure>) -> Self {
        Self { ended: Instant::now(), stopped: None, told, saved: None }
    }
}

fn carry_out(ends: Ends) -> Outcome {
    let Ends { first, second, end, store } = ends;
    let (mut first, mut second) = (first.within(PATIENCE), second.within(PATIENCE));
    let carried = match store {
        None => carry_live(&mut first, &mut second, end),
        Some(store) => {
            carry_in_file(&mut first, &mut second, end, store).inspect_err(|_| {
                // The first has it still; one that has ended is heard of elsewhere.
                let _ = first.cont();
            })
        }
    };
    carried.unwrap_or_else(|failure| Outcome::of(Err(failure)))
}

fn carry_live(first: &mut Qmp, second: &mut Qmp, end: UnixStream) -> Result<Outcome, Failure> {
    let stop = move_over(first, end)?;
    let ended = Instant::now();
    let stopped = arrival(second, stop);
    Ok(Outcome { ended, stopped, ..Outcome::of(ask(first)) })
}

/// Stops the guest, has the first QEMU save it and the second restore it.
fn carry_in_file(
    first: &mut Qmp,
    second: &mut Qmp,
    end: UnixStream,
    store: Store,
) -> Result<Outcome, Failure> {
    let began = Instant::now();
    first.execute("stop", Value::Null)?;
    let stop = move_over(first, end)?;
    let file = store.fill()?;
    let (saving, bytes) = (began.elapsed(), file.bytes);
    let told = ask(first)?;
    let began = Instant::now();
    file.give()?;
    wait_for(second, "paused", "the second QEMU does not take all of it")?;
    second.cont()?;
    let stopped = arrival(second, stop);
    let saved = SavedGuest {
        bytes,
        saving_ns: nanoseconds(saving),
        restoring_ns: nanoseconds(began.elapsed()),
    };
    Ok(Outcome { stopped, saved: Some(saved), ..Outcome::of(Ok(told)) })
}

/// Has the first QEMU move its guest; returns when its processors stopped, once all of it has been sent.
fn move_over(first: &mut Qmp, end: UnixStream) -> Result<Option<Duration>, Failure> {
    let events = json!({ "capabilities": [{ "capability": "events", "state": true }] });
    first.execute("migrate-set-capabilities", events)?;
    first.give(WAY, end.as_fd())?;
    // Whoever has it open keeps the second from noticing the end of the first.
    drop(end);
    first.execute("migrate", json!({ "uri": format!("fd:{WAY}") }))?;
    let mut stop = None;
    loop {
        let Some(event) = first.message(&["STOP", "MIGRATION"], TURN)? else { continue };
        if event["event"] == "STOP" {
            stop = time_of(&event);
            continue;
        }
        match State::of(&event["data"]["status"]) {
            State::Completed => return Ok(stop),
            State::Failed => {
                let answer = first.execute("query-migrate", Value::Null)?;
                return Err(Failure::Refused(reason(&answer).to_owned()));
            }
            State::GoesOn => {}
        }
    }
}

/// How long after `stop` the guest ran in the second QEMU.
fn arrival(second: &mut Qmp, stop: Option<Duration>) -> Option<Duration> {
    let event = second.message(&["RESUME"], ARRIVING).ok().flatten()?;
    time_of(&event)?.checked_sub(stop?)
}

/// The first QEMU's report. It says that it has completed the move before it has added up what that took,
/// which it has once it is in the state that follows.
fn ask(first: &mut Qmp) -> Result<MigrationReport, Failure> {
    wait_for(first, "postmigrate", "it has sent all of the guest and does not let go")?;
    let answer = first.execute("query-migrate", Value::Null)?;
    report(&answer).ok_or_else(|| Failure::Refused("QEMU's report of it cannot be read".to_owned()))
}

/// Waits until a QEMU is in a `state`; `otherwise` says what is so when it does not get there.
fn wait_for(qmp: &mut Qmp, state: &str, otherwise: &str) -> Result<(), Failure> {
    let deadline = Instant::now() + PATIENCE;
    while qmp.execute("query-status", Value::Null)?["status"] != state {
        if Instant::now() >= deadline {
            return Err(Failure::Refused(otherwise.to_owned()));
        }
        thread::sleep(MOMENT);
    }
    Ok(())
}

#[cfg(test)]
#[path = "mover_tests.rs"]
mod tests;
