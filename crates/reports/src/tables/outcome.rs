//! How many benchmarks ended how.

use results::{Document, PlatformRun, Status};

/// One line a platform.
pub(crate) fn lines(document: &Document) -> String {
    document.platforms.iter().map(|run| format!(" {}: {}\n", run.label, counts(run))).collect()
}

/// The statuses that occur, with how often.
pub(crate) fn counts(run: &PlatformRun) -> String {
    let order = [
        Status::Ok,
        Status::Skipped,
        Status::Fault,
        Status::Timeout,
        Status::Hung,
        Status::Crashed,
    ];
    let counts = order.iter().map(|status| (run.count(*status), status.word()));
    let counts = counts.filter(|(count, _)| *count > 0);
    let words: Vec<_> = counts.map(|(count, word)| format!("{count} {word}")).collect();
    words.join(", ")
}
