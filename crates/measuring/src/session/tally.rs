//! Sums up what the boots of a platform brought.

use protocol::Benchmark;
use results::{Boot, Ending, Hello, PlatformRun, Speed};

use super::{Floor, verdict};

/// Sums up all benchmarks, in the order in which they were asked for, by the machine's speed as this
/// run and, with `floor`, earlier ones saw it.
pub(super) fn summarize(run: &mut PlatformRun, benchmarks: &[Benchmark], floor: Option<Floor>) {
    let hello = run.boots.iter().find_map(|boot| boot.guest.kernel.as_ref());
    run.guest = hello.map_or(run.guest, Hello::kind);
    run.speed = Speed::of(&run.boots, floor.map(|floor| floor.turn));
    run.benchmarks = benchmarks.iter().filter_map(|b| run.sum_up(&b.name)).collect();
}

/// Sums up again the benchmark that ended last, and no other: guests measure meanwhile.
pub(super) fn update_last(run: &mut PlatformRun) {
    let last = run.boots.last().and_then(|boot| boot.benchmarks.last());
    let Some(summary) = last.and_then(|last| run.sum_up(&last.name)) else { return };
    match run.benchmarks.iter_mut().find(|known| known.name == summary.name) {
        Some(known) => *known = summary,
        None => run.benchmarks.push(summary),
    }
}

/// A platform on which no guest said a word, or the last one ended before it was done, has
/// failed even where every benchmark that it announced has a result. `lacks` says what it may
/// lack where nothing at all was heard.
pub(super) fn note_failure(run: &mut PlatformRun, lacks: impl Fn() -> Option<String>) {
    if run.failure.is_some() || run.boots.is_empty() {
        return;
    }
    let silent = run.boots.iter().all(|boot| boot.console.records == 0);
    let last = run.boots.last();
    if silent {
        let waited =
            |ending: &Ending| matches!(ending, Ending::Silent { .. } | Ending::OutOfTime { .. });
        let mute = last.filter(|boot| boot.console.bytes == 0);
        let mute = mute.filter(|boot| boot.ending.as_ref().is_some_and(waited));
        let lacks = mute.and_then(|_| lacks());
        let why = lacks.map(|why| format!("; {why}")).unwrap_or_default();
        run.failure =
            last.map(|boot| format!("the guest did not boot: {}{why}", verdict::describe(boot)));
    } else if run.benchmarks.iter().all(|b| !b.status.is_failure()) {
        let exited = |boot: &&Boot| matches!(boot.ending, Some(Ending::Exited { .. }));
        run.failure = last
            .filter(exited)
            .map(|boot| format!("the guest ended before it was done: {}", verdict::describe(boot)));
    }
}
