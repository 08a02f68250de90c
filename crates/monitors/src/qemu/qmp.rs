//! QEMU's control socket, as far as it is needed here: a few commands, answered in turn.
//!
//! An own client, because the crate `qapi` brings bindings for the whole of QEMU's schema
//! and reads without a deadline; what is used here is a line of JSON each way.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, ErrorKind, IoSlice, Write};
use std::mem::MaybeUninit;
use std::os::fd::BorrowedFd;
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

use memchr::memchr;
use rustix::net::{SendAncillaryBuffer, SendAncillaryMessage, SendFlags, sendmsg};
use serde::Deserialize;
use serde_json::{Value, json};

use ground::brief;
use results::disarm;
use system::interrupt::Interrupt;

/// How long an answer may take while QEMU may still be starting, on a busy machine.
const STARTING: Duration = Duration::from_secs(10);

/// The longest line that is taken, in bytes.
const MAX_LINE: usize = 1 << 20;

/// Characters of a refusal that are told.
const MAX_REASON: usize = 400;

/// Events that are kept which came while an answer was waited for.
const MAX_EVENTS: usize = 100;

/// How long a wait for an answer may last before the interrupt is looked at again.
const TURN: Duration = Duration::from_millis(200);

/// A connection to a QEMU that listens on the other end.
#[derive(Debug)]
pub struct Qmp {
    lines: BufReader<UnixStream>,
    /// What has come of a line whose end has not.
    partial: Vec<u8>,
    /// Events that have come while an answer was waited for.
    events: VecDeque<Value>,
    patience: Duration,
}

/// What QEMU says of a virtual CPU.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(super) struct Vcpu {
    /// Its number, from 0.
    #[serde(rename = "cpu-index")]
    pub(super) index: u32,
    /// The thread that executes it.
    #[serde(rename = "thread-id")]
    pub(super) thread: i32,
}

impl Qmp {
    /// Takes up the conversation: waits for QEMU's greeting and asks for no extras.
    ///
    /// # Errors
    /// When QEMU ends, or says nothing for 10 s.
    pub fn open(socket: UnixStream) -> io::Result<Self> {
        let lines = BufReader::new(socket);
        let (partial, events) = (Vec::new(), VecDeque::new());
        let mut qmp = Self { lines, partial, events, patience: STARTING };
        qmp.execute("qmp_capabilities", Value::Null)?;
        Ok(qmp)
    }

    /// The same conversation, in which an answer may take `patience`.
    #[must_use]
    pub fn within(self, patience: Duration) -> Self {
        Self { patience, ..self }
    }

    /// The virtual CPUs and their threads.
    ///
    /// # Errors
    /// As [`open`](Self::open), and when QEMU refuses.
    pub(super) fn vcpus(&mut self) -> io::Result<Vec<Vcpu>> {
        Ok(serde_json::from_value(self.execute("query-cpus-fast", Value::Null)?)?)
    }

    /// Lets a guest run that was started halted.
    ///
    /// # Errors
    /// As [`open`](Self::open), and when QEMU refuses.
    pub fn cont(&mut self) -> io::Result<()> {
        self.execute("cont", Value::Null).map(|_| ())
    }

    /// Has QEMU execute `command`, with `arguments` or null; returns its answer.
    ///
    /// # Errors
    /// As [`open`](Self::open), and when QEMU refuses.
    pub fn execute(&mut self, command: &str, arguments: Value) -> io::Result<Value> {
        self.lines.get_mut().write_all(line(command, arguments).as_bytes())?;
        self.answer(command)
    }

    /// Gives QEMU the open file `file`, which it then knows as `name`.
    ///
    /// # Errors
    /// As [`open`](Self::open), and when QEMU refuses.
    pub(super) fn give(&mut self, name: &str, file: BorrowedFd<'_>) -> io::Result<()> {
        let words = line("getfd", json!({ "fdname": name }));
        let given = [file];
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
        let mut files = SendAncillaryBuffer::new(&mut space);
        files.push(SendAncillaryMessage::ScmRights(&given));
        let words = [IoSlice::new(words.as_bytes())];
        sendmsg(self.lines.get_ref(), &words, &mut files, SendFlags::NOSIGNAL)?;
        self.answer("getfd").map(|_| ())
    }

    /// Waits for the answer to `command`.
    fn answer(&mut self, command: &str) -> io::Result<Value> {
        let deadline = Instant::now() + self.patience;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() || Interrupt::is_caught() {
                let why = format!("QEMU did not answer within {} s", self.patience.as_secs_f64());
                return Err(io::Error::new(ErrorKind::TimedOut, why));
            }
            let Some(mut message) = self.next(left.min(TURN))? else { continue };
            // The greeting and events come in between; they are not waited for.
            if message.get("event").is_some() && self.events.len() < MAX_EVENTS {
                self.events.push_back(message);
            } else if let Some(error) = message.get("error") {
                let why = brief(&error.to_string(), MAX_REASON);
                return Err(io::Error::other(format!("QEMU refuses {command}: {why}")));
            } else if let Some(value) = message.get_mut("return") {
                return Ok(value.take());
            }
        }
    }

    /// Waits for QEMU to tell of the first of these `events`; `None` when it has not told of
    /// any after `patience`.
    ///
    /// # Errors
    /// When QEMU ends.
    pub fn event<'a>(
        &mut self,
        events: &[&'a str],
        patience: Duration,
    ) -> io::Result<Option<&'a str>> {
        let message = self.message(events, patience)?;
        Ok(message
            .and_then(|message| events.iter().find(|&&event| message["event"] == event).copied()))
    }

    /// The same, with all that QEMU tells of it.
    ///
    /// # Errors
    /// When QEMU ends.
    pub(super) fn message(
        &mut self,
        events: &[&str],
        patience: Duration,
    ) -> io::Result<Option<Value>> {
        let deadline = Instant::now() + patience;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let message = match self.events.pop_front() {
                Some(message) => Some(message),
                None if left.is_zero() => None,
                None => self.next(left)?,
            };
            let Some(message) = message else { return Ok(None) };
            if events.iter().any(|&event| message["event"] == event) {
                return Ok(Some(message));
            }
        }
    }

    /// The next message, fit for a terminal, or `None` when all of it has not come after
    /// `patience`.
    fn next(&mut self, patience: Duration) -> io::Result<Option<Value>> {
        let deadline = Instant::now() + patience;
        while !self.partial.ends_with(b"\n") {
            // A timeout of zero would mean none.
            let left = deadline.saturating_duration_since(Instant::now());
            self.lines.get_ref().set_read_timeout(Some(left.max(Duration::from_millis(1))))?;
            let part = match self.lines.fill_buf() {
                Ok(part) => part,
                Err(error) => match error.kind() {
                    ErrorKind::WouldBlock | ErrorKind::Interrupted => return Ok(None),
                    _ => return Err(error),
                },
            };
            let length = memchr(b'\n', part).map_or(part.len(), |end| end + 1);
            if length == 0 || self.partial.len() + length > MAX_LINE {
                let why = "QEMU closed its control socket, or says too much";
                return Err(io::Error::new(ErrorKind::UnexpectedEof, why));
            }
            self.partial.extend_from_slice(&part[..length]);
            self.lines.consume(length);
            if Instant::now() >= deadline {
                return Ok(None);
            }
        }
        let mut message = std::mem::take(&mut self.partial);
        disarm(&mut message);
        Ok(Some(serde_json::from_slice(&message)?))
    }
}

/// The line that asks for `command`, with `arguments` or null.
fn line(command: &str, arguments: Value) -> String {
    let mut line = json!({ "execute": command });
    if !arguments.is_null() {
        line["arguments"] = arguments;
    }
    format!("{line}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A QEMU that has already said all of `script`.
    fn scripted(script: &str) -> io::Result<Qmp> {
        let (tool, mut qemu) = UnixStream::pair()?;
        qemu.write_all(script.as_bytes())?;
        // Keeps the other end open for reading only: what the tool sends goes nowhere.
        qemu.shutdown(std::net::Shutdown::Write)?;
        std::mem::forget(qemu);
        Qmp::open(tool)
    }

    const HELLO: &str = "{\"QMP\": {\"version\": {}}}\r\n{\"return\": {}}\r\n";

    #[test]
    fn virtual_cpus_are_found_among_events() {
        let more = "{\"event\": \"RESUME\"}\r\n\
            {\"return\": [{\"cpu-index\": 1, \"thread-id\": 77, \"target\": \"any\"}]}\r\n";
        let mut qmp = scripted(&(HELLO.to_owned() + more)).unwrap();
        assert_eq!(qmp.vcpus().unwrap(), [Vcpu { index: 1, thread: 77 }]);
    }

    #[test]
    fn an_event_is_heard_also_when_it_comes_in_pieces() {
        let (tool, mut qemu) = UnixStream::pair().unwrap();
        qemu.write_all(HELLO.as_bytes()).unwrap();
        let mut qmp = Qmp::open(tool).unwrap();
        let moment = Duration::from_millis(5);
        qemu.write_all(b"{\"event\": \"RESUME\"}\r\n{\"event\": \"SHUT").unwrap();
        assert_eq!(qmp.event(&["SHUTDOWN"], moment).unwrap(), None);
        qemu.write_all(b"DOWN\"}\r\n").unwrap();
        assert_eq!(qmp.event(&["STOP", "SHUTDOWN"], moment).unwrap(), Some("SHUTDOWN"));
        drop(qemu);
        assert!(qmp.event(&["STOP"], moment).is_err());
    }

    #[test]
    fn a_qemu_that_refuses_ends_or_babbles_is_an_error_and_no_panic() {
        let refusal = "{\"error\": {\"class\": \"GenericError\", \"desc\": \"no\"}}\r\n";
        let mut qmp = scripted(&(HELLO.to_owned() + refusal)).unwrap();
        assert!(qmp.cont().unwrap_err().to_string().contains("refuses cont"));
        for script in ["", "{\"QMP\": {}}\r\n{\"ret", "not JSON\r\n", "{\"return\": {}}\r\n"] {
            let result = scripted(script).and_then(|mut qmp| qmp.vcpus());
            assert!(result.is_err(), "{script:?}");
        }
    }
}
