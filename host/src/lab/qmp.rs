//! QMP, QEMU's control protocol: the four messages that a snapshot takes.

use std::io::{self, BufRead, BufReader, Write};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// How long one read may wait.
const TURN: Duration = Duration::from_millis(200);

/// A connection to a running QEMU.
#[derive(Debug)]
pub(super) struct Qmp {
    socket: BufReader<UnixStream>,
    partial: String,
}

impl Qmp {
    /// Connects to the socket that QEMU is about to open at `path`.
    ///
    /// # Errors
    /// When it has not opened it within `patience`.
    pub(super) fn connect(path: &Path, patience: Duration) -> io::Result<Self> {
        let deadline = Instant::now() + patience;
        let socket = loop {
            match UnixStream::connect(path) {
                Ok(socket) => break socket,
                Err(error) if Instant::now() > deadline => return Err(error),
                Err(_) => std::thread::sleep(Duration::from_millis(20)),
            }
        };
        socket.set_read_timeout(Some(TURN))?;
        let mut qmp = Self { socket: BufReader::new(socket), partial: String::new() };
        qmp.send("qmp_capabilities", &json!({}))?;
        Ok(qmp)
    }

    /// Sends a command without waiting for its answer.
    pub(super) fn send(&mut self, command: &str, arguments: &Value) -> io::Result<()> {
        let line = json!({"execute": command, "arguments": arguments}).to_string();
        writeln!(self.socket.get_mut(), "{line}")
    }

    /// The next message; `None` when none has come for a moment.
    ///
    /// # Errors
    /// When QEMU has closed the connection.
    pub(super) fn next(&mut self) -> io::Result<Option<Value>> {
        match self.socket.read_line(&mut self.partial) {
            Ok(0) => Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(_) if self.partial.ends_with('\n') => {
                let message = serde_json::from_str(&self.partial).unwrap_or(Value::Null);
                self.partial.clear();
                Ok(Some(message))
            }
            Ok(_) => Ok(None),
            Err(error) => match error.kind() {
                io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted => Ok(None),
                _ => Err(error),
            },
        }
    }
}

/// Whether `message` is the event called `name`.
pub(super) fn is_event(message: &Value, name: &str) -> bool {
    message["event"] == name
}
