//! The machine at the other end: it is turned on, waited for, and says what it was asked for.

use std::process::Command;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::serial::Line;
use ground::Trouble;
use protocol::{Benchmark, Event, Hello, Item, Scanner};
use system::interrupt::Interrupt;
use system::output::tell;
use system::process;

/// How long a command that turns a machine off and on may take.
const POWER: Duration = Duration::from_secs(120);

/// How long the machine may take from its first word, the firmware's, to the kernel's.
const FIRST_RECORD: Duration = Duration::from_secs(30);

/// How often the user's wish to stop is looked for.
const TURN: Duration = Duration::from_millis(200);

/// Runs the command that turns the machine on, at most for as long as the machine has to say something.
pub(super) fn turn_on(command: &str, wait: u64) -> Result<(), Trouble> {
    let failed = |why: String| {
        Trouble::unavailable(
            format!("the command power={command} failed: {why}"),
            "try it in a shell: it has to end with status 0",
        )
    };
    let mut shell = Command::new("/bin/sh");
    shell.args(["-c", command]);
    let output = process::run(shell, POWER.min(Duration::from_secs(wait)))
        .map_err(|error| failed(error.to_string()))?;
    match output.status.success() {
        true => Ok(()),
        false => Err(failed(format!("{}; {}", output.status, output.stderr.trim()))),
    }
}

/// Waits until the machine says anything.
pub(super) fn wait(line: &Mutex<Line>, seconds: u64) -> Result<(), Trouble> {
    let deadline = Instant::now() + Duration::from_secs(seconds);
    let mut told = false;
    while !Interrupt::is_caught() {
        let mut line = line.lock().unwrap_or_else(PoisonError::into_inner);
        let heard = line.listen(TURN).map_err(|error| unreadable(&error))?;
        if heard {
            return Ok(());
        }
        if Instant::now() >= deadline {
            return Err(Trouble::unavailable(
                format!("nothing came from the line in {seconds} s"),
                "check cable and rate, turn the machine on, or give it longer: wait=",
            ));
        }
        if !told {
            tell(format!("waiting for the machine, {seconds} s at most: turn it on"));
            told = true;
        }
    }
    Ok(())
}

/// The boot's first record, if it comes soon after the machine's first word.
pub(super) fn first_record(line: &Mutex<Line>, wait: u64) -> Result<Option<Hello>, Trouble> {
    let deadline = Instant::now() + FIRST_RECORD.min(Duration::from_secs(wait));
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
pub(super) fn asked_for(hello: &Hello, image: &[Benchmark]) -> Option<Vec<Benchmark>> {
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

fn unreadable(error: &std::io::Error) -> Trouble {
    Trouble::unavailable(
        format!("the line cannot be read: {error}"),
        "check its cable, and that no other program reads it",
    )
}
