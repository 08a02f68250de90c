//! The guest of a check: what its console says, until it is done and its monitor has ended.

use std::time::{Duration, Instant};

use super::OPTIONS;
use super::place::{Place, say};
use ground::Trouble;
use monitors::{Guest, Heard};
use protocol::{Event, Item, Scanner};
use system::interrupt::Interrupt;

/// How long a guest that is done may take to end its monitor.
const ENDING: Duration = Duration::from_secs(10);

/// How often the user's wish to stop is looked for.
const TURN: Duration = Duration::from_millis(200);

/// Lines of what was said besides that are shown.
const LINES: usize = 5;

/// What has been heard so far.
#[derive(Default)]
struct Sofar {
    bytes: usize,
    hello: bool,
    done: bool,
    text: Vec<String>,
}

/// Waits for the kernel's first and last records.
pub(super) fn listen(guest: &mut dyn Guest, place: &Place, wait: Duration) -> Result<(), Trouble> {
    let (mut scanner, mut sofar) = (Scanner::default(), Sofar::default());
    let mut buffer = [0; 4096];
    let mut deadline = Instant::now() + wait;
    loop {
        let heard = guest.read(&mut buffer, TURN).map_err(|error| {
            place.failed("console", "it cannot be read", error, "check console= in the description")
        })?;
        let items = match heard {
            Heard::Bytes(n) => {
                sofar.bytes += n;
                scanner.feed(&buffer[..n])
            }
            Heard::Closed => scanner.finish().into_iter().collect(),
            Heard::Nothing => Vec::new(),
        };
        for item in items {
            if take(item, &mut sofar, place)? {
                deadline = Instant::now() + wait;
            }
        }
        if sofar.done {
            return Ok(());
        }
        if heard == Heard::Closed {
            return Err(ended_early(guest, &sofar, place));
        }
        if Instant::now() >= deadline || Interrupt::is_caught() {
            return Err(silent(guest, &sofar, place, wait));
        }
    }
}

/// Says whether `item` is a record.
fn take(item: Item, sofar: &mut Sofar, place: &Place) -> Result<bool, Trouble> {
    let record = match item {
        Item::Record(record) => record,
        Item::Damaged { text, .. } | Item::Text(text) => {
            sofar.text.push(text);
            return Ok(false);
        }
    };
    match Event::from_record(&record).ok() {
        Some(Event::Hello(hello)) => {
            sofar.hello = true;
            say(
                "the kernel speaks",
                format!("booted by {}, options {:?}", hello.boot, hello.cmdline),
            )?;
            if !hello.cmdline.contains(OPTIONS) {
                return Err(place.failed(
                    "arguments",
                    "the kernel has not got its options",
                    format!("it got {:?}", hello.cmdline),
                    "give {cmdline} to the argument that is the kernel's command line",
                ));
            }
        }
        Some(Event::Done) => {
            sofar.done = true;
            say("the kernel is done", "it measured")?;
        }
        _ => {}
    }
    Ok(true)
}

/// What the program and its console said at last.
fn said(guest: &mut dyn Guest, sofar: &Sofar) -> String {
    let parting = guest.end();
    let ended = parting.ended.unwrap_or_else(|| "it was ended".into());
    let lines = parting.messages.iter().chain(&sofar.text).filter(|line| !line.trim().is_empty());
    let lines: Vec<_> = lines.map(String::as_str).collect();
    let last = lines[lines.len().saturating_sub(LINES)..].join(" | ");
    if last.is_empty() { format!("{ended}, without a word") } else { format!("{ended}; {last}") }
}

fn ended_early(guest: &mut dyn Guest, sofar: &Sofar, place: &Place) -> Trouble {
    let step = match sofar.hello {
        false => "the program ended before the kernel's first record",
        true => "the program ended before the kernel was done",
    };
    let next = "try the command line above in a shell, and correct the arguments";
    place.failed("arguments", step, said(guest, sofar), next)
}

fn silent(guest: &mut dyn Guest, sofar: &Sofar, place: &Place, wait: Duration) -> Trouble {
    let seconds = wait.as_secs();
    let (key, step, next) = match (sofar.bytes, sofar.hello) {
        (0, _) => (
            "console",
            format!("not a byte came in {seconds} s"),
            "check where the guest's first serial port goes, and console=",
        ),
        (_, false) => (
            "image",
            format!("no record of the kernel came in {seconds} s, but other text"),
            "check image=: the monitor may start another form of it, or wait for more time: --wait",
        ),
        _ => ("arguments", format!("no record came for {seconds} s"), "give it longer: --wait"),
    };
    place.failed(key, &step, said(guest, sofar), next)
}

/// Waits for the program to end.
pub(super) fn ends(guest: &mut dyn Guest, place: &Place) -> Result<(), Trouble> {
    let deadline = Instant::now() + ENDING;
    let mut buffer = [0; 4096];
    while Instant::now() < deadline {
        match guest.read(&mut buffer, TURN) {
            Ok(Heard::Closed) | Err(_) => {
                say(
                    "the monitor ends",
                    guest.end().ended.unwrap_or_else(|| "it was ended".into()),
                )?;
                return Ok(());
            }
            Ok(_) => {}
        }
    }
    let step = "the program goes on after the guest has powered off";
    let seconds = ENDING.as_secs();
    let next = "write ends = \"never\": the tool then ends it at once";
    Err(place.failed("ends", step, format!("for over {seconds} s"), next))
}
