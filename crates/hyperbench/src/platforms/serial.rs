//! A real machine at the other end of a serial line.

use std::process::Command;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use images::{Arch, Selection};
use monitors::serial::{Line, Port, SerialGuest};
use monitors::{Detected, Guest, GuestConfig, Key, Platform, PlatformError, Spec};
use protocol::{Benchmark, Event, Hello, Item, Scanner};
use results::Unit;
use system::interrupt::Interrupt;
use system::output::tell;
use system::process;

/// The platform.
pub(super) static PLATFORM: &dyn Platform = &SERIAL;

static SERIAL: Serial = Serial { lines: Mutex::new(Vec::new()) };

/// The lines that are open, by the text of their specifications.
struct Serial {
    lines: Mutex<Vec<(String, Arc<Mutex<Line>>)>>,
}

/// The usual rate.
const BAUD: u32 = 115_200;

/// Seconds in which a machine has to say something.
const WAIT: u64 = 120;

/// How long a command that turns a machine off and on may take.
const POWER: Duration = Duration::from_secs(120);

/// How long the machine may take from its first word, the firmware's, to the kernel's.
const FIRST_RECORD: Duration = Duration::from_secs(30);

/// How often the user's wish to stop is looked for.
const TURN: Duration = Duration::from_millis(200);

impl Platform for Serial {
    fn name(&self) -> &'static str {
        "serial"
    }

    fn summary(&self) -> &'static str {
        "a machine that boots an image of yours, at the other end of a serial line or a socket"
    }

    fn keys(&self) -> &'static [Key] {
        &[
            Key { name: "port", help: "a device, or tcp:HOST:PORT; the key may be left out" },
            Key { name: "baud", help: "bits in a second (115200)" },
            Key { name: "power", help: "the command that turns the machine off and on for a boot" },
            Key { name: "boots", help: "how many boots to read where there is power= (1)" },
            Key { name: "wait", help: "seconds in which it has to say something (120)" },
        ]
    }

    fn main_key(&self) -> Option<&'static str> {
        Some("port")
    }

    fn runs_by_default(&self) -> bool {
        false
    }

    fn detect(&self, spec: &Spec, _arch: &Arch) -> Result<Detected, PlatformError> {
        let port = spec.get("port").ok_or_else(|| PlatformError::Unavailable {
            why: "it reads from a line, and none is named".into(),
            next: "name it: --platform serial:/dev/ttyUSB0, or serial:tcp:HOST:PORT".into(),
        })?;
        number(spec, "baud", u64::from(BAUD))?;
        number(spec, "wait", WAIT)?;
        number(spec, "boots", 1)?;
        Ok(Detected { version: String::new(), caveat: format!("read from {port}") })
    }

    fn unit(&self, _spec: &Spec, _deterministic: bool) -> Unit {
        Unit::Cycles
    }

    fn brings_its_boots(&self) -> bool {
        true
    }

    /// Those that the machine runs: its first record has its options. One without any runs the suite.
    fn benchmarks(
        &self,
        spec: &Spec,
        image: &[Benchmark],
        selection: &Selection,
    ) -> Result<Vec<Benchmark>, PlatformError> {
        let line = self.line(spec)?;
        if let Some(command) = spec.get("power") {
            turn_on(command)?;
        }
        wait(spec, &line)?;
        let told = first_record(&line)?.and_then(|record| asked_for(&record, image));
        Ok(told.unwrap_or_else(|| selection.apply(image)))
    }

    fn launch(
        &self,
        spec: &Spec,
        _config: &GuestConfig,
        boot: usize,
    ) -> Result<Option<Box<dyn Guest>>, PlatformError> {
        let line = self.line(spec)?;
        let has_another = line.lock().unwrap_or_else(PoisonError::into_inner).has_another();
        let power = spec.get("power").filter(|_| !has_another);
        let most = if power.is_some() { number(spec, "boots", 1)? } else { 1 };
        if boot as u64 >= most && !has_another {
            return Ok(None);
        }
        let has_spoken = line.lock().unwrap_or_else(PoisonError::into_inner).has_spoken();
        if let Some(command) = power.filter(|_| boot > 0 || !has_spoken) {
            turn_on(command)?;
        }
        wait(spec, &line)?;
        Ok(Some(Box::new(SerialGuest::new(line))))
    }
}

impl Serial {
    /// The line of `spec`, which is opened once.
    fn line(&self, spec: &Spec) -> Result<Arc<Mutex<Line>>, PlatformError> {
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, line)) = lines.iter().find(|(text, _)| text == spec.text()) {
            return Ok(Arc::clone(line));
        }
        let name = spec.get("port").unwrap_or_default();
        let baud = u32::try_from(number(spec, "baud", u64::from(BAUD))?).unwrap_or(u32::MAX);
        let open = Port::named(name).open(baud).map_err(|error| PlatformError::Unavailable {
            why: format!("the line {name} cannot be opened: {error}"),
            next: "check the name, the rate (baud=) and who may read it (group dialout)".into(),
        })?;
        let line = Arc::new(Mutex::new(Line::from(open)));
        lines.push((spec.text().to_owned(), Arc::clone(&line)));
        Ok(line)
    }
}

fn number(spec: &Spec, key: &str, usual: u64) -> Result<u64, PlatformError> {
    let Some(text) = spec.get(key) else { return Ok(usual) };
    let number = text.parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| PlatformError::bad_setting(spec.text(), text, PLATFORM))
}

fn turn_on(command: &str) -> Result<(), PlatformError> {
    let failed = |why: String| PlatformError::Unavailable {
        why: format!("the command power={command} failed: {why}"),
        next: "try it in a shell: it has to end with status 0".into(),
    };
    let mut shell = Command::new("/bin/sh");
    shell.args(["-c", command]);
    let output = process::run(shell, POWER).map_err(|error| failed(error.to_string()))?;
    match output.status.success() {
        true => Ok(()),
        false => Err(failed(format!("{}; {}", output.status, output.stderr.trim()))),
    }
}

/// The boot's first record, if it comes soon after the machine's first word.
fn first_record(line: &Mutex<Line>) -> Result<Option<Hello>, PlatformError> {
    let deadline = Instant::now() + FIRST_RECORD;
    while Instant::now() < deadline && !Interrupt::is_caught() {
        let mut line = line.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(mut text) = line.first(TURN).map_err(|error| unreadable(&error))? {
            text.push(b'\n');
            let record = Scanner::default().feed(&text).into_iter().find_map(|item| match item {
                Item::Record(record) => Event::from_record(&record).ok(),
                _ => None,
            });
            let Some(Event::Hello(hello)) = record else { return Ok(None) };
            return Ok(Some(hello));
        }
        if line.is_closed() {
            break;
        }
    }
    Ok(None)
}

/// The benchmarks that the options of `hello` name, or whose places in the catalogue.
fn asked_for(hello: &Hello, image: &[Benchmark]) -> Option<Vec<Benchmark>> {
    let list = hello.cmdline.split(' ').rev().find_map(|word| word.strip_prefix("bench="))?;
    let is_within = |range: &str, position: usize| {
        let number = |text: &str| text.parse::<usize>().ok();
        let ends = range.split_once('-');
        let ends = ends.and_then(|(low, high)| Some(number(low)?..=number(high)?));
        ends.is_some_and(|ends| ends.contains(&position))
    };
    let is_listed = |benchmark: &&Benchmark| {
        list.split(',').any(|item| match item.strip_prefix('#') {
            Some(range) => is_within(range, benchmark.position),
            None => item == benchmark.name,
        })
    };
    Some(image.iter().filter(is_listed).cloned().collect())
}

fn unreadable(error: &std::io::Error) -> PlatformError {
    PlatformError::Unavailable {
        why: format!("the line cannot be read: {error}"),
        next: "check its cable, and that no other program reads it".into(),
    }
}

/// Waits until the machine says anything.
fn wait(spec: &Spec, line: &Mutex<Line>) -> Result<(), PlatformError> {
    let seconds = number(spec, "wait", WAIT)?;
    let deadline = Instant::now() + Duration::from_secs(seconds);
    let mut told = false;
    while !Interrupt::is_caught() {
        let mut line = line.lock().unwrap_or_else(PoisonError::into_inner);
        let heard = line.listen(TURN).map_err(|error| unreadable(&error))?;
        if heard {
            return Ok(());
        }
        if Instant::now() >= deadline {
            return Err(PlatformError::Unavailable {
                why: format!("nothing came from the line in {seconds} s"),
                next: "check cable and rate, turn the machine on, or give it longer: wait=".into(),
            });
        }
        if !told {
            tell(format!("waiting for the machine, {seconds} s at most: turn it on"));
            told = true;
        }
    }
    Ok(())
}
