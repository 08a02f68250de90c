//! A recorded console log in place of a guest: the same path as a live run, no emulator.

mod mending;
mod recording;

use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use self::mending::mend;
use self::recording::{benchmarks, boots};
use ground::{Arch, GuestKind, Trouble};
use images::Selection;
use monitors::{About, Detected, Guest, GuestConfig, Heard, Key, Parting, Platform, Spec};
use protocol::Benchmark;
use results::Unit;
use system::input;

/// The platform.
pub(super) static PLATFORM: &dyn Platform = &Replay;

static ABOUT: About = About {
    name: "replay",
    summary: "a recorded console log, from --keep-log or any machine's serial console",
    keys: &[
        Key { name: "file", help: "the log; the key may be left out: replay:FILE" },
        Key { name: "unit", help: "what its figures count: cycles (the default) or instructions" },
    ],
    main_key: Some("file"),
    guests: &GuestKind::ALL,
    has_linux: true,
    is_live: false,
    brings_its_boots: true,
    ..About::PLAIN
};

struct Replay;

impl Platform for Replay {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn detect(&self, spec: &Spec, _arch: &Arch) -> Result<Detected, Trouble> {
        let path = file(spec)?;
        unit(spec)?;
        input::open(path).map_err(|error| unreadable(path, &error))?;
        let caveat = format!("replayed from {}", path.display());
        Ok(Detected { version: String::new(), caveat, ..Detected::default() })
    }

    fn unit(&self, spec: &Spec, _deterministic: bool) -> Unit {
        unit(spec).unwrap_or(Unit::Cycles)
    }

    /// A log brings the benchmarks that it was recorded with, whatever the image holds.
    fn benchmarks(
        &self,
        spec: &Spec,
        _image: &[Benchmark],
        selection: &Selection,
    ) -> Result<Vec<Benchmark>, Trouble> {
        let path = file(spec)?;
        let recorded = benchmarks(&read(path)?);
        if recorded.is_empty() {
            return Err(Trouble::usage(
                format!("{} holds no undamaged record of a benchmark", path.display()),
                "record a console with --keep-log, or copy one as text, line by line",
            ));
        }
        let chosen = selection.matching(&recorded);
        if chosen.is_empty() {
            return Err(Trouble::usage(
                format!("{} holds none of the benchmarks asked for", path.display()),
                "leave --bench out to see what it holds",
            ));
        }
        Ok(chosen)
    }

    fn launch(
        &self,
        spec: &Spec,
        _config: &GuestConfig,
        boot: usize,
    ) -> Result<Option<Box<dyn Guest>>, Trouble> {
        let log = read(file(spec)?)?;
        let part = boots(&log).into_iter().nth(boot);
        Ok(part.map(|range| -> Box<dyn Guest> {
            Box::new(Recording { log, at: range.start, end: range.end })
        }))
    }
}

fn file(spec: &Spec) -> Result<&Path, Trouble> {
    spec.get("file").map(Path::new).ok_or_else(|| {
        Trouble::unavailable(
            "it replays a file, and none is named",
            "name the log: --platform replay:FILE",
        )
    })
}

fn unit(spec: &Spec) -> Result<Unit, Trouble> {
    match spec.get("unit") {
        None | Some("cycles") => Ok(Unit::Cycles),
        Some("instructions") => Ok(Unit::Instructions),
        Some(other) => Err(monitors::bad_setting(spec.text(), other, PLATFORM)),
    }
}

fn read(path: &Path) -> Result<Vec<u8>, Trouble> {
    input::read(path).map(|log| mend(&log)).map_err(|error| unreadable(path, &error))
}

fn unreadable(path: &Path, error: &io::Error) -> Trouble {
    Trouble::usage(
        format!("the log {} cannot be read: {error}", path.display()),
        "check the file's name and permissions",
    )
}

/// One boot of a log, read as fast as it is asked for.
struct Recording {
    log: Vec<u8>,
    at: usize,
    end: usize,
}

impl Guest for Recording {
    fn read(&mut self, buffer: &mut [u8], _patience: Duration) -> io::Result<Heard> {
        let n = buffer.len().min(self.end - self.at);
        buffer[..n].copy_from_slice(&self.log[self.at..self.at + n]);
        self.at += n;
        Ok(if n == 0 { Heard::Closed } else { Heard::Bytes(n) })
    }

    fn end(&mut self) -> Parting {
        Parting { ended: Some("the log ends".into()), messages: Vec::new() }
    }

    fn command(&self) -> &[String] {
        &[]
    }

    fn started(&self) -> Option<Instant> {
        None
    }
}
