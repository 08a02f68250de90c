//! Starts what a description describes.

use std::error::Error;
use std::fmt::Display;
use std::io;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use tempfile::TempDir;
use toml::Spanned;

use super::console::{Terminal, connect};
use super::description::{Console, Description, Ends};
use super::filled::{Filled, Places, kernel, unusable};
use crate::program::start_showing;
use crate::{Guest, GuestConfig, Heard, Parting};
use ground::Trouble;
use system::place;
use system::process::{self, LastCommand, MemoryFile};

/// How long a program may take to tell its version.
const PATIENCE: Duration = Duration::from_secs(10);

/// Characters of a version that are kept.
const LONGEST: usize = 200;

/// What the shell is told where the console is not the standard output, which then goes to the messages;
/// a file is a descriptor that is the tool's pipe.
const ASIDE: &str = "exec \"$0\" \"$@\" 3>&1 >&2";
const FILE: &str = "/proc/self/fd/3";

/// What the kernel says last (docs/protocol.md).
const DONE: &[u8] = b" done benchmarks=";

/// The program that `description` names.
///
/// # Errors
/// When it is not there, or one that it needs is not.
pub fn find(description: &Description) -> Result<PathBuf, Trouble> {
    let there = |program: &str| {
        which::which(program).map_err(|_| {
            Trouble::unavailable(
                format!("the program {program} was not found, or cannot be executed"),
                "install it, or put its folder into PATH",
            )
        })
    };
    let end = description.end.first().map(Spanned::get_ref);
    for program in description.needs.iter().chain(end) {
        there(program)?;
    }
    there(description.program.get_ref())
}

/// The first line of what the program at `path` says when it is asked for its version; empty where the
/// description does not know how to ask.
///
/// # Errors
/// When it does not answer.
pub fn version(description: &Description, path: &Path) -> Result<String, Trouble> {
    if description.version.is_empty() {
        return Ok(String::new());
    }
    let mut command = std::process::Command::new(path);
    command.args(&description.version);
    let output = process::run(command, PATIENCE).map_err(|why| {
        Trouble::unavailable(
            format!("{} does not tell its version: {why}", path.display()),
            format!("try: {} {}", path.display(), description.version.join(" ")),
        )
    })?;
    let said = [output.stdout, output.stderr].concat();
    let line = said.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    Ok(ground::clean(line.as_bytes()).chars().take(LONGEST).collect())
}

/// Starts the guest of `config` as `description` says.
///
/// # Errors
/// When the program is missing or cannot be started, the image has no such form, or the console does not
/// come about.
pub fn start(description: &Description, config: &GuestConfig) -> Result<Box<dyn Guest>, Trouble> {
    let program = find(description)?;
    let folder =
        TempDir::new().map_err(|error| failed("there is no folder for its files", &error))?;
    let kernel = MemoryFile::new(&kernel(description, config)?)
        .map_err(|error| unusable(config, &error.to_string()))?;
    let terminal = (description.console == Console::Pty).then(Terminal::open).transpose();
    let terminal = terminal.map_err(|error| failed("there is no terminal to be had", &error))?;
    let console = match (description.console, &terminal) {
        (Console::File, _) => PathBuf::from(FILE),
        (_, Some(terminal)) => terminal.path.clone(),
        _ => folder.path().join("console"),
    };
    let places = Places {
        kernel: kernel.path(),
        folder: folder.path().to_owned(),
        console: console.clone(),
        name: name(folder.path()),
    };
    let Filled { arguments, files, end } = Filled::of(description, config, &places);
    for (name, text) in &files {
        place::create(folder.path(), name, text.as_bytes())
            .map_err(|error| failed("a file cannot be written", &error))?;
    }
    let (program, arguments) = if description.console == Console::Stdout {
        (program, arguments)
    } else {
        let head = ["-c".into(), ASIDE.into(), program.display().to_string()];
        (PathBuf::from("/bin/sh"), head.into_iter().chain(arguments).collect())
    };
    let (tool, held) = terminal.map(|it| (it.tool, it.program)).unzip();
    let last = last(&end).map_err(|error| failed("its end cannot be run", &error))?;
    let guest = start_showing(&program, arguments, folder.path(), last, |ended| {
        let socket = description.console == Console::Socket;
        let connected = socket.then(|| connect(&console, ended)).transpose()?;
        Ok(connected.or(tool))
    })?;
    let stays = description.ends == Ends::Never;
    Ok(Box::new(Described { guest, stays, tail: Vec::new(), _kept: (folder, kernel, held) }))
}

/// A name that no other guest has at the same time.
fn name(folder: &Path) -> String {
    let random = folder.file_name().unwrap_or_default().to_string_lossy();
    format!("hyperbench-{}", random.trim_start_matches('.'))
}

/// The command of these words.
fn last(words: &[String]) -> Result<Option<LastCommand>, Box<dyn Error>> {
    let Some((program, arguments)) = words.split_first() else { return Ok(None) };
    Ok(Some(LastCommand::new(&which::which(program)?, arguments)?))
}

fn failed(what: &str, why: &dyn Display) -> Trouble {
    Trouble::unavailable(
        format!("{what}: {why}"),
        "check room and permissions in the folder for temporary files (TMPDIR)",
    )
}

/// A guest with what its program uses.
struct Described {
    guest: Box<dyn Guest>,
    /// Whether the program goes on when the guest is done.
    stays: bool,
    /// The last of what the console said.
    tail: Vec<u8>,
    _kept: (TempDir, MemoryFile, Option<OwnedFd>),
}

impl Described {
    fn is_done(&self) -> bool {
        self.stays && memchr::memmem::find(&self.tail, DONE).is_some()
    }
}

impl Guest for Described {
    fn read(&mut self, buffer: &mut [u8], patience: Duration) -> io::Result<Heard> {
        let patience = if self.is_done() { Duration::from_millis(100) } else { patience };
        let heard = self.guest.read(buffer, patience)?;
        match heard {
            Heard::Bytes(n) => {
                let keep = self.tail.len().saturating_sub(4096);
                self.tail.drain(..keep);
                self.tail.extend_from_slice(&buffer[..n]);
            }
            Heard::Nothing if self.is_done() => return Ok(Heard::Closed),
            _ => {}
        }
        Ok(heard)
    }

    fn end(&mut self) -> Parting {
        self.guest.end()
    }

    fn command(&self) -> &[String] {
        self.guest.command()
    }

    fn started(&self) -> Option<Instant> {
        self.guest.started()
    }
}
