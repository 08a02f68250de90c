//! What it cost a guest to be moved from one monitor to another.

use super::lines::wrapped;
use crate::digits::{counted, short, time};
use results::{
    Boot, Document, LEVEL, Measured, Migration, MigrationReport, PlatformRun, SavedGuest,
};
use stats::median_ci::median_ci;
use stats::sorted::Sorted;

const MIB: f64 = 1_048_576.0;

/// Boots that are said one by one.
const MOST: usize = 4;

/// The phases of a move, in their order.
pub(crate) const PHASES: [&str; 3] = ["before", "meanwhile", "after"];

/// Each guest's move, a paragraph each; empty where none was to be moved.
pub(crate) fn render(document: &Document, width: usize) -> String {
    let texts = document.platforms.iter().flat_map(sentences);
    texts.map(|text| wrapped(" ", &text, width)).collect()
}

/// What is said of the moves of the guests of `run`.
pub(crate) fn sentences(run: &PlatformRun) -> Vec<String> {
    let moved = || run.boots.iter().filter_map(|boot| Some((boot, boot.migration.as_ref()?)));
    let mut texts: Vec<String> = moved()
        .take(MOST)
        .map(|(boot, migration)| {
            let costs = boot.benchmarks.iter().filter_map(|m| costs(boot, migration, m));
            let name = &run.label;
            format!(
                "{name}, boot {}: {}{}",
                boot.round,
                sentence(migration),
                costs.collect::<String>()
            )
        })
        .collect();
    let more = moved().count().saturating_sub(MOST) as u64;
    texts.extend((more > 0).then(|| format!("{} more were moved", counted(more, "guests"))));
    texts
}

/// How long it took, and how long the guest stood still.
fn sentence(migration: &Migration) -> String {
    if let Some(why) = &migration.failure {
        return format!("not moved: {why}.");
    }
    let ns = |ns: u64| time(ns as f64, 3);
    let took = match &migration.saved {
        Some(SavedGuest { bytes, saving_ns, restoring_ns }) => Some(format!(
            "saved in {}, {} MiB, and restored in {}",
            ns(*saving_ns),
            short(*bytes as f64 / MIB, 3),
            ns(*restoring_ns)
        )),
        None => migration.took_ns().map(|took| format!("moved in {}", ns(took))),
    };
    let stopped =
        migration.stopped_ns.map(|stopped| format!("the guest stood still for {}", ns(stopped)));
    let silent =
        migration.silence_ns().map(|silent| format!("its console was silent for {}", ns(silent)));
    let parts: Vec<String> = [took, stopped, silent].into_iter().flatten().collect();
    // A report of a guest that was stopped beforehand tells of no stop.
    let told = migration.told.as_ref().filter(|_| migration.saved.is_none());
    let told = told.map(report).unwrap_or_default();
    format!("{}.{told}", parts.join("; "))
}

/// What the monitor says of it.
fn report(told: &MigrationReport) -> String {
    let &MigrationReport { total_ms, setup_ms, downtime_ms, transferred, dirty_sync_count } = told;
    format!(
        " QEMU says: {total_ms} ms, {setup_ms} of them to set up and {downtime_ms} at a stop, {} MiB sent, {} of \
         the log of written pages.",
        short(transferred as f64 / MIB, 3),
        counted(dirty_sync_count, "readings"),
    )
}

/// What an operation cost before, meanwhile and after; `None` where it did not run at both ends.
fn costs(boot: &Boot, migration: &Migration, measured: &Measured) -> Option<String> {
    let hz = boot.guest.timer.as_ref().and_then(|timer| timer.hz).filter(|hz| *hz > 0);
    let cost = |ticks: f64| match hz {
        Some(hz) => time(ticks / hz as f64 * 1e9, 3),
        None => format!("{} ticks", short(ticks, 3)),
    };
    let phase = |(costs, name): (Vec<f64>, &str)| {
        let costs = Sorted::new(costs)?;
        let interval =
            median_ci(&costs, LEVEL).map(|it| format!(" ({} to {})", cost(it.low), cost(it.high)));
        // Most of what it costs is in few batches.
        let (average, most) = (costs.mean(), costs.values()[costs.count() - 1]);
        Some(format!(
            "{} {name}{}, {} on average, at most {}",
            cost(costs.median()),
            interval.unwrap_or_default(),
            cost(average),
            cost(most)
        ))
    };
    let phases: Vec<String> =
        migration.phases(measured)?.into_iter().zip(PHASES).filter_map(phase).collect();
    Some(format!(" {}, the median of batches: {}.", measured.name, phases.join("; ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use results::{BatchOf, Plan, Sample, Timer};

    fn boot(migration: Migration) -> Boot {
        let sample =
            |i: u64| Sample { i, run: if i == 8 { 9000 } else { 50 }, ..Sample::default() };
        let measured = Measured {
            plan: Some(Plan { n: 10, batches: 20, why: String::new() }),
            samples: (0..20).map(sample).collect(),
            ..Measured::unfinished("write", "memory", "")
        };
        let mut boot =
            Boot { benchmarks: vec![measured], migration: Some(migration), ..Boot::default() };
        boot.round = 1;
        boot.guest.timer = Some(Timer { hz: Some(1_000_000_000), ..Timer::default() });
        boot
    }

    fn moved() -> Migration {
        let batch = |i| Some(BatchOf { benchmark: "write".into(), i });
        Migration {
            began_ns: 1_000_000_000,
            ended_ns: Some(1_812_000_000),
            last_word_ns: Some(1_700_000_000),
            first_word_ns: Some(1_733_000_000),
            stopped_ns: Some(31_000_000),
            told: Some(MigrationReport {
                total_ms: 811,
                setup_ms: 3,
                downtime_ms: 30,
                transferred: 34 << 20,
                dirty_sync_count: 4,
            }),
            first_meanwhile: batch(7),
            first_after: batch(13),
            ..Migration::default()
        }
    }

    #[test]
    fn a_move_is_said_with_what_it_cost() {
        let run =
            PlatformRun { label: "m".into(), boots: vec![boot(moved())], ..PlatformRun::default() };
        let expected = "m, boot 1: moved in 812 ms; the guest stood still for 31.0 ms; its console was \
                        silent for 33.0 ms. QEMU says: 811 ms, 3 of them to set up and 30 at a stop, 34.0 MiB \
                        sent, 4 readings of the log of written pages. write, the median of batches: \
                        5.00 ns before (5.00 ns to 5.00 ns), 5.00 ns on average, at most 5.00 ns; 5.00 ns \
                        meanwhile (5.00 ns to 900 ns), 154 ns on average, at most 900 ns; 5.00 ns after \
                        (5.00 ns to 5.00 ns), 5.00 ns on average, at most 5.00 ns.";
        assert_eq!(sentences(&run), [expected]);
        let many = PlatformRun { boots: vec![boot(moved()); 6], ..run };
        assert_eq!(sentences(&many)[4], "2 guests more were moved");
    }

    #[test]
    fn a_guest_that_was_in_a_file_is_said_to_have_been_there() {
        let (saving_ns, restoring_ns) = (300_000_000, 90_000_000);
        let saved = SavedGuest { bytes: 5 << 20, saving_ns, restoring_ns };
        let text = sentence(&Migration { saved: Some(saved), ..moved() });
        let expected = "saved in 300 ms, 5.00 MiB, and restored in 90.0 ms; the guest stood still for \
                        31.0 ms; its console was silent for 33.0 ms.";
        assert_eq!(text, expected);
    }

    #[test]
    fn a_guest_that_was_not_moved_is_said_to_be_where_it_was() {
        let stayed =
            Migration { failure: Some("it ended on the way".into()), ..Migration::default() };
        let run =
            PlatformRun { label: "m".into(), boots: vec![boot(stayed)], ..PlatformRun::default() };
        let document = Document { platforms: vec![run], ..Document::default() };
        assert_eq!(render(&document, 76), " m, boot 1: not moved: it ended on the way.\n");
        assert_eq!(render(&Document::default(), 76), "");
    }
}
