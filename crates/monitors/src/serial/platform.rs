//! A real machine at the other end of a serial line.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::machine::{asked_for, first_record, turn_on, wait};
use crate::serial::{Line, Port, SerialGuest};
use crate::{About, Detected, Guest, GuestConfig, Key, Platform, Spec};
use ground::{Arch, Trouble};
use images::Selection;
use protocol::Benchmark;

/// The platform.
pub(crate) static PLATFORM: &dyn Platform = &SERIAL;

static ABOUT: About = About {
    name: "serial",
    summary: "a machine that boots an image of yours, at the other end of a serial line or a socket",
    keys: &[
        Key { name: "port", help: "a device, or tcp:HOST:PORT; the key may be left out" },
        Key { name: "baud", help: "bits in a second (115200)" },
        Key { name: "power", help: "the command that turns the machine off and on for a boot" },
        Key { name: "boots", help: "how many boots to read where there is power= (1)" },
        Key {
            name: "wait",
            help: "seconds in which it has to say something, and then a record (120)",
        },
    ],
    main_key: Some("port"),
    brings_its_boots: true,
    ..About::PLAIN
};

static SERIAL: Serial = Serial { lines: Mutex::new(Vec::new()) };

/// The lines that are open, by the text of their specifications.
struct Serial {
    lines: Mutex<Vec<(String, Arc<Mutex<Line>>)>>,
}

/// The usual rate.
const BAUD: u32 = 115_200;

/// Seconds in which a machine has to say something.
const WAIT: u64 = 120;

impl Platform for Serial {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn detect(&self, spec: &Spec, _arch: &Arch) -> Result<Detected, Trouble> {
        let port = spec.get("port").ok_or_else(|| {
            Trouble::unavailable(
                "it reads from a line, and none is named",
                "name it: --platform serial:/dev/ttyUSB0, or serial:tcp:HOST:PORT",
            )
        })?;
        number(spec, "baud", u64::from(BAUD))?;
        number(spec, "wait", WAIT)?;
        number(spec, "boots", 1)?;
        Ok(Detected {
            version: String::new(),
            caveat: format!("read from {port}"),
            ..Detected::default()
        })
    }

    /// Those that the machine runs: its first record has its options. One without any runs the suite.
    fn benchmarks(
        &self,
        spec: &Spec,
        image: &[Benchmark],
        selection: &Selection,
    ) -> Result<Vec<Benchmark>, Trouble> {
        let line = self.line(spec)?;
        let patience = number(spec, "wait", WAIT)?;
        if let Some(command) = spec.get("power") {
            turn_on(command, patience)?;
        }
        wait(&line, patience)?;
        let told = first_record(&line, patience)?.and_then(|record| asked_for(&record, image));
        Ok(told.unwrap_or_else(|| selection.apply(image)))
    }

    fn launch(
        &self,
        spec: &Spec,
        _config: &GuestConfig,
        boot: usize,
    ) -> Result<Option<Box<dyn Guest>>, Trouble> {
        let line = self.line(spec)?;
        let has_another = line.lock().unwrap_or_else(PoisonError::into_inner).has_another();
        let power = spec.get("power").filter(|_| !has_another);
        let most = if power.is_some() { number(spec, "boots", 1)? } else { 1 };
        if boot as u64 >= most && !has_another {
            return Ok(None);
        }
        let patience = number(spec, "wait", WAIT)?;
        let has_spoken = line.lock().unwrap_or_else(PoisonError::into_inner).has_spoken();
        if let Some(command) = power.filter(|_| boot > 0 || !has_spoken) {
            turn_on(command, patience)?;
        }
        wait(&line, patience)?;
        Ok(Some(Box::new(SerialGuest::new(line, Duration::from_secs(patience)))))
    }
}

impl Serial {
    /// The line of `spec`, which is opened once.
    fn line(&self, spec: &Spec) -> Result<Arc<Mutex<Line>>, Trouble> {
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, line)) = lines.iter().find(|(text, _)| text == spec.text()) {
            return Ok(Arc::clone(line));
        }
        let name = spec.get("port").unwrap_or_default();
        let baud = u32::try_from(number(spec, "baud", u64::from(BAUD))?).unwrap_or(u32::MAX);
        let open = Port::named(name).open(baud).map_err(|error| {
            Trouble::unavailable(
                format!("the line {name} cannot be opened: {error}"),
                "check the name, the rate (baud=) and who may read it (group dialout)",
            )
        })?;
        let line = Arc::new(Mutex::new(Line::from(open)));
        lines.push((spec.text().to_owned(), Arc::clone(&line)));
        Ok(line)
    }
}

fn number(spec: &Spec, key: &str, usual: u64) -> Result<u64, Trouble> {
    let Some(text) = spec.get(key) else { return Ok(usual) };
    let number = text.parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| crate::bad_setting(spec.text(), text, PLATFORM))
}
