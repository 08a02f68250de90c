//! Turns the console's items into a boot's results. No I/O: what a guest sends goes in,
//! whatever it is, and the boot's record grows.

use std::collections::HashSet;
use std::time::Instant;

use monitors::{Tail, Whereabouts};
use protocol::{
    Begin, Benchmark, Buckets, Count, End, Event, Item, Latency, Plan, Record, Sample, Series,
};
use results::{
    Boot, Estimate, External, Fault, MOST_POINTS, Measured, Migration, Status, Stop, TimeSeries,
};

use super::itinerary::Itinerary;
use super::timekeeper::Timekeeper;
use super::verdict::END_LOST;
use super::{conversion, gaps};

/// Limits on what a guest can make the tool remember.
const MAX_SAMPLES: usize = 1_000_000;
const MAX_NOTES: usize = 100;
const MAX_DAMAGE: usize = 10;
const LAST_WORDS: usize = 20;

/// Without its plan, the number of operations in a benchmark's batches is unknown.
const NO_PLAN: &str = "its plan record did not arrive";

/// What an item has changed.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Nothing that anyone waits for.
    Nothing,
    /// The benchmark of this name has begun.
    Began(String),
    /// A batch of the running benchmark has arrived.
    Batch,
    /// The guest has a snapshot page at this address.
    SnapshotPage(u64),
    /// The running benchmark's counting pass is over.
    Counted {
        /// Operations that ran.
        n: u64,
        /// Number of its first snapshot.
        first: u64,
    },
    /// A benchmark has ended.
    Ended,
    /// The guest's mailbox is at this address.
    Mailbox(u64),
    /// The guest is done.
    Done,
    /// The guest has panicked.
    Panicked,
    /// The guest has started over.
    Rebooted,
}

/// Follows one boot.
pub(super) struct Recorder {
    wanted: Vec<Benchmark>,
    started: Option<Instant>,
    /// The sequence number that is due.
    due: u64,
    /// Records lost directly before the one at hand.
    gap: u64,
    /// Batches of the running benchmark that have arrived.
    taken: HashSet<u64>,
    /// How many more points of its series are kept.
    room: usize,
    /// The running benchmark is the last of the boot's.
    running: bool,
    /// Joins the host's times; only with external timing.
    timekeeper: Option<Timekeeper>,
    /// Where batches came from; only of a guest that is moved does it say anything.
    itinerary: Itinerary,
    text: Tail,
}

impl Recorder {
    /// Follows a boot that runs `wanted` and was started at `started`.
    pub(super) fn new(wanted: &[Benchmark], started: Option<Instant>) -> Self {
        Self {
            wanted: wanted.to_vec(),
            started,
            due: 0,
            gap: 0,
            taken: HashSet::new(),
            room: MOST_POINTS,
            running: false,
            timekeeper: None,
            itinerary: Itinerary::default(),
            text: Tail::new(LAST_WORDS),
        }
    }

    /// The same with the host's times of the windows.
    pub(super) fn timed_by(self, timekeeper: Option<Timekeeper>) -> Self {
        Self { timekeeper, ..self }
    }

    /// The last lines of the console that were no records.
    pub(super) fn last_words(&self) -> Vec<String> {
        self.text.lines().map(str::to_owned).collect()
    }

    /// The batch that has just been recorded in `boot` was read there.
    pub(super) fn place(&mut self, whereabouts: Whereabouts, boot: &Boot) {
        self.itinerary.batch(whereabouts, boot);
    }

    /// The guest's `migration` with the batches at its ends.
    pub(super) fn complete(&self, migration: Option<&Migration>) -> Option<Migration> {
        Some(self.itinerary.complete(migration?))
    }

    /// Records one item.
    pub(super) fn take(&mut self, item: Item, boot: &mut Boot) -> Step {
        match item {
            Item::Record(record) => self.record(&record, boot),
            Item::Damaged { why, text } => {
                damaged(boot, format!("{why}: {text}"));
                Step::Nothing
            }
            Item::Text(text) => {
                self.text.push(text);
                Step::Nothing
            }
        }
    }

    fn record(&mut self, record: &Record, boot: &mut Boot) -> Step {
        if record.seq < self.due {
            if record.kind == "hello" && record.seq == 0 {
                return Step::Rebooted;
            }
            boot.console.unexpected += 1;
            return Step::Nothing;
        }
        boot.console.records += 1;
        self.gap = record.seq - self.due;
        boot.console.lost = boot.console.lost.saturating_add(self.gap);
        self.due = record.seq.saturating_add(1);
        match Event::from_record(record) {
            Ok(event) => self.event(event, boot),
            Err(why) => {
                damaged(boot, why);
                Step::Nothing
            }
        }
    }

    fn event(&mut self, event: Event, boot: &mut Boot) -> Step {
        let guest = &mut boot.guest;
        match event {
            Event::Hello(said) => {
                guest.kernel = Some(conversion::hello(said));
                boot.start.hello_ns = self.elapsed();
            }
            Event::Cpu(said) => guest.cpu = Some(conversion::cpu(said)),
            Event::System(said) => guest.system = Some(conversion::system(said)),
            Event::Weakness(said) => {
                let known = guest.system.as_mut().map(|system| &mut system.vulnerabilities);
                known.map(|known| known.insert(said.name, said.state));
            }
            Event::Hypervisor(said) => guest.hypervisor = Some(conversion::hypervisor(said)),
            Event::Timer(said) => guest.timer = Some(conversion::timer(said)),
            Event::Memory(said) => guest.memory = Some(conversion::memory(said)),
            Event::Console(said) => guest.console = Some(conversion::console(said)),
            Event::Idle(said) => guest.idle = Some(conversion::idle(&said)),
            Event::Reference(said) => guest.reference = Some(conversion::reference(said)),
            Event::Ready(ready) => {
                boot.start.ready_ns = self.elapsed();
                boot.start.entry_cycles = ready.entry;
                boot.start.boot_cycles = ready.boot_cycles;
                let hz = guest.timer.as_ref().and_then(|timer| timer.hz);
                boot.start.boot_ns = nanoseconds(ready.boot_cycles, hz);
            }
            Event::SnapshotPage(page) => return Step::SnapshotPage(page.address),
            Event::Mailbox(mailbox) => return Step::Mailbox(mailbox.address),
            Event::Windows(known) => {
                if let Some(timekeeper) = &mut self.timekeeper {
                    timekeeper.learn(&known, boot);
                }
            }
            Event::Begin(begin) => return self.begin(begin, boot),
            Event::Count(count) => return self.count(&count, boot),
            Event::Plan(plan) => return self.plan(plan, boot),
            Event::Sample(sample) => return self.sample(&sample, boot),
            Event::Series(series) => self.series(&series, boot),
            Event::Latency(latency) => self.latency(&latency, boot),
            Event::Buckets(buckets) => self.buckets(&buckets, boot),
            Event::End(end) => return self.end(end, boot),
            Event::Note(text) if boot.notes.len() < MAX_NOTES => boot.notes.push(text),
            Event::Panic(panic) => {
                boot.panic = Some(conversion::panic(panic));
                return Step::Panicked;
            }
            Event::Done => {
                self.settle(boot);
                return Step::Done;
            }
            Event::Note(_) | Event::Unknown => {}
        }
        Step::Nothing
    }

    fn begin(&mut self, begin: Begin, boot: &mut Boot) -> Step {
        if boot.start.first_benchmark_ns.is_none() {
            boot.start.first_benchmark_ns = self.elapsed();
        }
        let Some(measured) = self.enter(&begin.bench, boot) else { return Step::Nothing };
        if !begin.category.is_empty() {
            measured.category = begin.category;
        }
        Step::Began(begin.bench)
    }

    fn count(&mut self, count: &Count, boot: &mut Boot) -> Step {
        match self.enter(&count.bench, boot) {
            Some(_) => Step::Counted { n: count.n, first: count.first },
            None => Step::Nothing,
        }
    }

    fn plan(&mut self, plan: Plan, boot: &mut Boot) -> Step {
        if let Some(measured) = self.enter(&plan.bench, boot) {
            measured.plan = Some(conversion::plan(plan));
        }
        Step::Nothing
    }

    fn sample(&mut self, sample: &Sample, boot: &mut Boot) -> Step {
        let Some(measured) = self.enter(&sample.bench, boot) else { return Step::Nothing };
        let full = measured.samples.len() >= MAX_SAMPLES;
        if full || !self.taken.insert(sample.i) {
            boot.console.unexpected += 1;
            return Step::Nothing;
        }
        measured.samples.push(conversion::sample(sample));
        if let Some(timekeeper) = &self.timekeeper {
            timekeeper.join(boot);
        }
        Step::Batch
    }

    fn series(&mut self, said: &Series, boot: &mut Boot) {
        let room = self.room;
        let Some(measured) = self.enter(&said.bench, boot) else { return };
        let series = measured.series.get_or_insert_with(|| TimeSeries::new(said.what.clone()));
        let part = conversion::window(said, room).filter(|_| series.what == said.what);
        let points = part.as_ref().map_or(0, |part| part.points.len());
        if part.is_some_and(|part| series.extend(part)) {
            self.room -= points;
        } else {
            boot.console.unexpected += 1;
        }
    }

    fn latency(&mut self, latency: &Latency, boot: &mut Boot) {
        if let Some(measured) = self.enter(&latency.bench, boot) {
            measured.latency = Some(conversion::latency(latency));
        }
    }

    fn buckets(&mut self, buckets: &Buckets, boot: &mut Boot) {
        let Some(measured) = self.enter(&buckets.bench, boot) else { return };
        let part = buckets.counts();
        let taken = measured.latency.as_mut().zip(part).is_some_and(|(l, part)| l.extend(&part));
        if !taken {
            boot.console.unexpected += 1;
        }
    }

    fn end(&mut self, end: End, boot: &mut Boot) -> Step {
        let gap = self.gap;
        let taken = std::mem::take(&mut self.taken);
        let Some(measured) = self.enter(&end.bench, boot) else { return Step::Nothing };
        let gap = if measured.plan.is_some() { gap } else { 0 };
        measured.missing = gaps::find(&taken, gap);
        Timekeeper::conclude(boot);
        if let Some(measured) = boot.benchmarks.last_mut() {
            conclude(measured, end);
        }
        self.running = false;
        Step::Ended
    }

    /// The running benchmark `name`; makes it so when the record of its beginning was lost.
    /// `None`, counted as unexpected, when it was not asked for or is over.
    fn enter<'a>(&mut self, name: &str, boot: &'a mut Boot) -> Option<&'a mut Measured> {
        let is_running = self.running && boot.benchmarks.last().is_some_and(|m| m.name == name);
        if !is_running {
            let wanted = self.wanted.iter().find(|b| b.name == name);
            let Some(wanted) = wanted.filter(|_| !boot.covers(name)) else {
                boot.console.unexpected += 1;
                return None;
            };
            let category = wanted.category.clone();
            self.leave(boot, END_LOST);
            boot.benchmarks.push(Measured::unfinished(name, &category, "it has not ended"));
            self.running = true;
            self.room = MOST_POINTS;
        }
        boot.benchmarks.last_mut()
    }

    /// Ends the running benchmark without a word from the guest.
    fn leave(&mut self, boot: &mut Boot, reason: &str) {
        if let Some(measured) = boot.benchmarks.last_mut().filter(|_| self.running) {
            reason.clone_into(&mut measured.reason);
            measured.missing = gaps::find(&self.taken, 0);
        }
        self.taken.clear();
        self.running = false;
    }

    /// The guest is done: what it has said nothing of will not come any more.
    fn settle(&mut self, boot: &mut Boot) {
        self.leave(boot, END_LOST);
        let silent: Vec<_> = self.wanted.iter().filter(|b| !boot.covers(&b.name)).collect();
        for b in silent {
            let reason = "none of its records arrived undamaged, so its outcome is unknown";
            boot.benchmarks.push(Measured::unfinished(&b.name, &b.category, reason));
        }
    }

    /// The boot is over: gives the running benchmark the status that `judge` finds.
    pub(super) fn close(&mut self, boot: &mut Boot, judge: fn(&Boot) -> (Status, String)) {
        if self.running {
            let (status, reason) = judge(boot);
            self.leave(boot, &reason);
            if let Some(measured) = boot.benchmarks.last_mut() {
                measured.status = status;
            }
        }
    }

    fn elapsed(&self) -> Option<u64> {
        u64::try_from(self.started?.elapsed().as_nanos()).ok()
    }
}

fn damaged(boot: &mut Boot, what: String) {
    boot.console.damaged += 1;
    if boot.console.damage.len() < MAX_DAMAGE {
        boot.console.damage.push(what);
    }
}

/// Takes over what the guest said of the benchmark's end.
fn conclude(measured: &mut Measured, end: End) {
    let missing = measured.missing_batches();
    measured.reason = end.reason;
    measured.stopped = Stop::reported(&end.stopped);
    measured.status = Status::reported(&end.status).unwrap_or_else(|| {
        measured.reason = format!("the guest reports the unknown status {:?}", end.status);
        Status::Crashed
    });
    if measured.status == Status::Fault {
        let (vector, error, ip, address) = (end.vector, end.error, end.ip, end.address);
        measured.fault = Some(Fault { vector, error, ip, address });
    }
    if measured.status == Status::Ok {
        measured.estimate = Estimate::of(measured.costs());
    }
    let complaint = measured.external.as_ref().and_then(External::complaint);
    if let Some(latency) = measured.latency.as_ref().filter(|_| measured.status == Status::Ok) {
        (measured.status, measured.reason) = judge_latency(latency, &measured.reason);
    } else if let Some(complaint) = complaint.filter(|_| measured.status == Status::Ok) {
        measured.status = Status::Skipped;
        measured.reason = complaint;
    } else if measured.status == Status::Ok && measured.estimate.is_none() {
        measured.status = Status::Crashed;
        let lost = if measured.plan.is_some() { "no batch of it arrived" } else { NO_PLAN };
        measured.reason = format!("it ended well, but {lost} undamaged");
    } else if measured.status == Status::Ok && missing > 0 {
        let batches = gaps::describe(&measured.missing);
        measured.reason = format!("{missing} batches are missing or damaged ({batches})");
    } else if measured.status != Status::Ok && measured.reason.is_empty() {
        measured.reason = without_reason(measured.fault.as_ref());
    }
}

/// The status of a benchmark whose operations were timed one by one, and its reason.
fn judge_latency(latency: &results::Latency, reason: &str) -> (Status, String) {
    if latency.buckets.is_empty() {
        let reason = "it ended well, but no part of its histogram arrived undamaged";
        return (Status::Crashed, reason.to_owned());
    }
    let reason = match latency.missing() {
        0 => reason.to_owned(),
        missing => format!("{missing} of {} operations are missing or damaged", latency.count),
    };
    (Status::Ok, reason)
}

fn without_reason(fault: Option<&Fault>) -> String {
    match fault {
        Some(Fault { vector: Some(vector), ip: Some(ip), .. }) => {
            format!("exception {vector} at {ip:#x}")
        }
        _ => "the guest gave no reason".to_owned(),
    }
}

fn nanoseconds(cycles: Option<u64>, hz: Option<u64>) -> Option<u64> {
    let hz = hz.filter(|hz| *hz > 0)?;
    u64::try_from(u128::from(cycles?) * 1_000_000_000 / u128::from(hz)).ok()
}

#[cfg(test)]
#[path = "recorder_tests.rs"]
mod tests;
