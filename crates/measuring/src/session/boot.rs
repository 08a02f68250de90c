//! One boot: reads the console until the guest is done, dead or given up.

use std::time::{Duration, Instant};

use monitors::counting::Snapshots;
use monitors::pinning::Pinning;
use monitors::timing::Stopwatch;
use monitors::{Guest, GuestConfig, Heard, footprint};
use protocol::{Benchmark, Item, Scanner};
use results::channels::ExternalTiming;
use results::{Boot, Ending, Events, Placement, PlatformRun, StartTimes, Unit};
use system::interrupt::Interrupt;
use system::process::Delays;

use super::neighbours::Neighbours;
use super::recorder::{Recorder, Step};
use super::timekeeper::Timekeeper;
use super::watchdog::Watchdog;
use super::{Job, Watcher, expectation, split, tally, verdict};

/// How long a wait for the console may last before the watchdog and the interrupt are
/// looked at again.
const TURN: Duration = Duration::from_millis(100);

/// How long a guest that is done may take to power itself off.
const POWER_OFF: Duration = Duration::from_millis(500);

/// The same where that is to be known.
const LONG_POWER_OFF: Duration = Duration::from_secs(20);

/// Bytes read from the console at once.
const CHUNK: usize = 64 * 1024;

/// Leads one boot from start to end.
pub(super) struct BootRunner<'a> {
    pub(super) job: &'a Job,
    pub(super) interrupt: &'a Interrupt,
    pub(super) deadline: Instant,
    pub(super) round: u32,
}

impl BootRunner<'_> {
    /// Runs `guest`, beside its neighbours, with the benchmarks `left`, recording into a new boot of
    /// `run`.
    pub(super) fn run(
        &mut self,
        guest: &mut dyn Guest,
        neighbours: &mut Neighbours,
        left: &[Benchmark],
        run: &mut PlatformRun,
        watcher: &mut dyn Watcher,
    ) {
        run.boots.push(begun(self.round, guest, &self.job.config));
        let unit = run.unit;
        let timekeeper = guest.stopwatch().map(|watch| Timekeeper::new(watch.windows()));
        let mut recorder = Recorder::new(left, guest.started()).timed_by(timekeeper);
        let mut ending = self.listen(guest, neighbours, &mut recorder, run, watcher);
        let told = Instant::now();
        if let Ending::Done { powered_off } = &mut ending {
            *powered_off = powers_off(guest, self.patience(), watcher);
        }
        let parting = guest.end();
        let took = told.elapsed();
        let boot = run.boots.last_mut().expect("it was pushed above");
        if let Ending::Exited { status } = &mut ending {
            status.clone_from(&parting.ended);
        }
        boot.notes.extend_from_slice(guest.notes());
        boot.migration = recorder.complete(guest.migration());
        boot.find_stages(unit);
        if unit == Unit::Cycles && guest.started().is_some() && parting.ended.is_some() {
            let powered_off = matches!(ending, Ending::Done { powered_off: true });
            boot.stages.power_off = u64::try_from(took.as_nanos()).ok().filter(|_| powered_off);
        }
        let done = matches!(ending, Ending::Done { .. });
        boot.ending = Some(ending);
        if !done {
            boot.last_words = recorder.last_words();
            boot.messages = parting.messages;
        }
        recorder.close(boot, verdict::for_running_benchmark);
        tally::summarize(run, &self.job.benchmarks, self.job.floor);
        watcher.changed(run);
    }

    /// Takes everything from the console until there is a reason to stop.
    fn listen(
        &self,
        guest: &mut dyn Guest,
        neighbours: &mut Neighbours,
        recorder: &mut Recorder,
        run: &mut PlatformRun,
        watcher: &mut dyn Watcher,
    ) -> Ending {
        let mut scanner = Scanner::default();
        let mut watchdog = self.watchdog();
        let mut silence_told = false;
        // How long its threads had waited for a processor when nothing was heard any more.
        let mut delays = None;
        let mut buffer = vec![0; CHUNK];
        loop {
            if self.interrupt.is_requested() {
                return Ending::Interrupted;
            }
            let heard = match guest.read(&mut buffer, TURN) {
                Ok(heard) => heard,
                Err(error) => return Ending::ConsoleLost { error: error.to_string() },
            };
            // What was heard before this was measured while they were busy.
            if let Some(why) = neighbours.lost() {
                return Ending::Alone { why };
            }
            let items = match heard {
                Heard::Bytes(n) => {
                    watcher.console(&buffer[..n]);
                    current(run).console.bytes += n as u64;
                    scanner.feed(&buffer[..n])
                }
                Heard::Closed => scanner.finish().into_iter().collect(),
                Heard::Nothing => {
                    watcher.idle();
                    delays.get_or_insert_with(|| delays_of(guest));
                    let silence = watchdog.long_silence(Instant::now());
                    if let Some((silent, limit)) = silence.filter(|_| !silence_told) {
                        silence_told = true;
                        watcher.waits(&self.waiting(current(run), silent, limit));
                    }
                    Vec::new()
                }
            };
            if let Some(ending) = self.take(items, guest, recorder, run, watcher) {
                return ending;
            }
            if matches!(heard, Heard::Bytes(_)) {
                watchdog.hear(Instant::now(), current(run).console.records > 0);
                delays = None;
            }
            if heard == Heard::Closed {
                return Ending::Exited { status: None };
            }
            let waited =
                || delays.as_ref().map_or(Duration::ZERO, |then| delays_of(guest).since(then));
            if let Some(ending) = watchdog.verdict(Instant::now(), waited) {
                return ending;
            }
        }
    }

    /// What a `boot` that has been `silent` is waited for, for as long as `limit`.
    fn waiting(&self, boot: &Boot, silent: Duration, limit: Duration) -> String {
        let (silent, limit) = (silent.as_secs(), limit.as_secs());
        let lacks = self.job.lacks().filter(|_| boot.console.bytes == 0);
        let what = match boot.benchmarks.last() {
            _ if boot.console.records == 0 => "the kernel's first record".to_owned(),
            Some(measured) => format!("a record of {}", measured.name),
            None => "the kernel's next record".to_owned(),
        };
        let why = lacks.map(|why| format!("; {why}")).unwrap_or_default();
        let until = if silent < limit {
            format!(", for {limit} s at most")
        } else {
            " while others have the processors".to_owned()
        };
        format!("nothing heard for {silent} s, waiting for {what}{until}{why}")
    }

    /// How long a guest that is done may take to power itself off.
    fn patience(&self) -> Duration {
        if self.job.costs.is_some() { LONG_POWER_OFF } else { POWER_OFF }
    }

    fn watchdog(&self) -> Watchdog {
        let job = self.job;
        let guest_ms = job.options.silence_ms(job.spec.kernel_options());
        let slowdown = match job.platform.unit(&job.spec, job.config.deterministic) {
            Unit::Instructions => job.platform.about().slowdown,
            Unit::Cycles => 1,
        };
        let limit = Duration::from_millis(guest_ms) * slowdown;
        Watchdog::new(Instant::now(), limit, self.deadline, self.job.time_budget)
    }

    /// Notes what `guest` takes of the host's memory, once, where that is asked for.
    fn weigh(&self, guest: &dyn Guest, boot: &mut Boot) {
        if self.job.costs.is_some() && boot.footprint.is_none() {
            boot.footprint = footprint(&guest.processes(), self.job.config.memory);
        }
    }

    /// Records `items`; says so when one of them ends the boot.
    fn take(
        &self,
        items: Vec<Item>,
        guest: &mut dyn Guest,
        recorder: &mut Recorder,
        run: &mut PlatformRun,
        watcher: &mut dyn Watcher,
    ) -> Option<Ending> {
        for item in items {
            match recorder.take(item, current(run)) {
                Step::Nothing => {}
                Step::Began(name) => {
                    self.weigh(guest, current(run));
                    guest.benchmark_begins();
                    watcher.benchmark_begins(&name);
                }
                Step::Batch => {
                    recorder.place(guest.whereabouts(), current(run));
                    current(run).benchmarks.last().iter().for_each(|m| watcher.batch(m));
                }
                Step::SnapshotPage(address) => {
                    if let Some(snapshots) = guest.snapshots() {
                        snapshots.locate(address);
                    }
                }
                Step::Counted { n, first } => count(current(run), guest.snapshots(), n, first),
                Step::Ended => {
                    split::count(current(run), guest.tallies());
                    expectation::note(current(run), self.job);
                    tally::update_last(run);
                    watcher.changed(run);
                }
                Step::Mailbox(address) => locate(guest, address, current(run)),
                Step::Done => return Some(Ending::Done { powered_off: false }),
                Step::Panicked => return Some(Ending::Panicked),
                Step::Rebooted => return Some(Ending::Rebooted),
            }
        }
        None
    }
}

/// Keeps the events of `n` operations of the benchmark that runs in `boot`.
fn count(boot: &mut Boot, snapshots: Option<&Snapshots>, n: u64, first: u64) {
    let Some(snapshots) = snapshots else { return };
    let events = snapshots.take(first).and_then(|four| Events::of(n, four.each_ref()));
    match (events, boot.benchmarks.last_mut()) {
        (Some(events), Some(measured)) => measured.events = Some(events),
        _ => boot
            .notes
            .extend(snapshots.failure().map(|why| format!("events are not counted: {why}"))),
    }
}

/// What is known of a boot before the guest has said a word.
fn begun(round: u32, guest: &dyn Guest, config: &GuestConfig) -> Boot {
    let timing = |watch: &Stopwatch| ExternalTiming::new(watch.channel(), watch.ns_per_tick());
    Boot {
        round,
        command: guest.command().to_vec(),
        placement: Some(placement(guest, config)),
        timing: guest.stopwatch().map(timing),
        start: StartTimes { resumed: guest.is_resumed(), ..StartTimes::default() },
        ..Boot::default()
    }
}

fn placement(guest: &dyn Guest, config: &GuestConfig) -> Placement {
    match guest.placement() {
        Some(placement) => placement.clone(),
        None if config.is_pinned() => {
            let named = matches!(config.pinning, Pinning::List(_));
            Placement::impossible(&config.pinning, named)
        }
        None => Placement::unwanted(&config.pinning),
    }
}

/// Has the guest's mailbox watched from now on, or records why it cannot be.
fn locate(guest: &dyn Guest, address: u64, boot: &mut Boot) {
    let located = guest.stopwatch().map(|watch| watch.locate(address));
    if let (Some(Err(problem)), Some(timing)) = (located, &mut boot.timing) {
        timing.problem.get_or_insert(problem);
    }
}

/// Of the guest's threads, which are the tool's own where it has no process, and of those that listen.
fn delays_of(guest: &dyn Guest) -> Delays {
    Delays::of(&[guest.processes(), vec![std::process::id()]].concat())
}

fn current(run: &mut PlatformRun) -> &mut Boot {
    run.boots.last_mut().expect("a boot is pushed before anything is recorded")
}

/// Waits for a guest that is done to end by itself, no longer than the `patience`.
fn powers_off(guest: &mut dyn Guest, patience: Duration, watcher: &mut dyn Watcher) -> bool {
    let deadline = Instant::now() + patience;
    let mut buffer = [0; 4096];
    while let Some(left) = deadline.checked_duration_since(Instant::now()) {
        match guest.read(&mut buffer, left) {
            Ok(Heard::Closed) => return true,
            Ok(Heard::Bytes(n)) => watcher.console(&buffer[..n]),
            Ok(Heard::Nothing) => {}
            Err(_) => return false,
        }
    }
    false
}
