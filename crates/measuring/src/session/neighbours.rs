//! Guests that keep the machine busy beside the one that is measured.

use std::time::{Duration, Instant};

use ground::Trouble;
use monitors::{Guest, GuestConfig, Heard, Platform, Spec, footprint};
use protocol::{Event, Item, Scanner};
use results::{Beside, Boot, Ending, Footprint};
use system::interrupt::Interrupt;

use super::{Job, verdict};

/// Wall time that they may take until they are busy: a Linux has to boot on an emulator, and others
/// want the machine as well.
const PATIENCE: Duration = Duration::from_secs(120);

/// How long one is listened to at a time while it boots.
const TURN: Duration = Duration::from_millis(100);

/// Pieces of a console that are taken at a time, however much there is.
const READS: usize = 64;

/// What runs beside a job's guests.
#[derive(Clone)]
pub struct Neighbourhood {
    /// What the results keep of it.
    pub about: Beside,
    /// Those that are programs of this machine's; none where the platform hosts them.
    pub guests: Vec<Neighbour>,
}

/// A guest that is busy from before a boot until after it.
#[derive(Clone)]
pub struct Neighbour {
    /// The platform.
    pub platform: &'static dyn Platform,
    /// How it was asked for.
    pub spec: Spec,
    /// What it is made of, with options that have it run one benchmark without end.
    pub config: GuestConfig,
}

/// Those of one boot. Dropping them ends them.
pub(super) struct Neighbours {
    name: String,
    guests: Vec<Busy>,
}

struct Busy {
    guest: Box<dyn Guest>,
    scanner: Scanner,
    /// A batch of its workload is over.
    has_measured: bool,
}

impl Neighbours {
    /// Starts those of `job` and waits until each of them has measured something; `None` where the
    /// run is over before that.
    pub(super) fn start(
        job: &Job,
        deadline: Instant,
        interrupt: &Interrupt,
    ) -> Result<Option<Self>, Trouble> {
        match &job.beside {
            Some(beside) => Self::start_all(beside, deadline, interrupt),
            None => Ok(Some(Self { name: String::new(), guests: Vec::new() })),
        }
    }

    /// Starts those of `beside`, and waits in the same way.
    pub(super) fn start_all(
        beside: &Neighbourhood,
        deadline: Instant,
        interrupt: &Interrupt,
    ) -> Result<Option<Self>, Trouble> {
        let mut all = Self { name: beside.about.name.clone(), guests: Vec::new() };
        for neighbour in &beside.guests {
            let launched = neighbour.platform.launch(&neighbour.spec, &neighbour.config, 0)?;
            let scanner = Scanner::default();
            all.guests.extend(launched.map(|guest| Busy { guest, scanner, has_measured: false }));
        }
        let patience = Instant::now() + PATIENCE;
        while let Some(index) = all.guests.iter().position(|busy| !busy.has_measured) {
            let now = Instant::now();
            if interrupt.is_requested() || now >= deadline {
                return Ok(None);
            }
            let lost = all.guests[index].hear(TURN);
            let late = format!("said nothing of its workload for {} s", PATIENCE.as_secs());
            if let Some(why) = lost.or((now >= patience).then_some(late)) {
                return Err(unfit(&beside.about, &why));
            }
        }
        Ok(Some(all))
    }

    /// What each of them takes of the host's memory, of which it was given so many bytes; `None` where
    /// that is not known of one.
    pub(super) fn footprints(&self, given: u64) -> Option<Vec<Footprint>> {
        let of = |busy: &Busy| footprint(&busy.guest.processes(), given);
        self.guests.iter().map(of).collect()
    }

    /// What became of the first that is not busy any more; `None` while all are.
    pub(super) fn lost(&mut self) -> Option<String> {
        let lost = self.guests.iter_mut().find_map(|busy| busy.hear(Duration::ZERO))?;
        Some(format!("the neighbour {} was lost: {lost}", self.name))
    }
}

impl Busy {
    /// Takes what it says, for whose first word it waits at most `patience`; what became of it,
    /// unless it goes on.
    fn hear(&mut self, mut patience: Duration) -> Option<String> {
        let mut buffer = [0; 4096];
        for _ in 0..READS {
            let items = match self.guest.read(&mut buffer, patience) {
                Ok(Heard::Bytes(n)) => self.scanner.feed(&buffer[..n]),
                Ok(Heard::Nothing) => return None,
                Ok(Heard::Closed) => return Some(self.ending()),
                Err(error) => return Some(format!("its console could not be read: {error}")),
            };
            if let Some(why) = items.iter().find_map(|item| self.take(item)) {
                return Some(why);
            }
            patience = Duration::ZERO;
        }
        None
    }

    /// What `item` says of its end; that of a batch is none.
    fn take(&mut self, item: &Item) -> Option<String> {
        let Item::Record(record) = item else { return None };
        match Event::from_record(record) {
            Ok(Event::Sample(_)) => self.has_measured = true,
            Ok(Event::End(end)) => {
                let reason = end.reason;
                return Some(format!("its workload ended: {} {reason}", end.status));
            }
            Ok(Event::Panic(panic)) => return Some(format!("it panicked: {}", panic.what)),
            _ => {}
        }
        None
    }

    fn ending(&mut self) -> String {
        let parting = self.guest.end();
        verdict::describe(&Boot {
            ending: Some(Ending::Exited { status: parting.ended }),
            messages: parting.messages,
            ..Boot::default()
        })
    }
}

/// Why a measurement beside them cannot begin.
fn unfit(about: &Beside, why: &str) -> Trouble {
    let Beside { name, platform, workload, guest, .. } = about;
    Trouble::unavailable(
        format!("the neighbour {name} did not get busy: {why}"),
        format!(
            "see what it does by itself: hyperbench run --platform {platform} --guest {} --bench \
             {workload}",
            guest.name()
        ),
    )
}
