//! The notes under a table: why a benchmark has no figure, and what else to know.

use super::external::placement_remarks;
use crate::results::{Boot, Document, PlatformRun, Summary};

/// Numbered reasons, the same one only once.
#[derive(Debug, Default)]
pub(super) struct Footnotes {
    texts: Vec<String>,
}

impl Footnotes {
    /// The mark that refers to the reason of `summary`; empty when it has none.
    pub(super) fn mark(&mut self, run: &PlatformRun, summary: &Summary) -> String {
        if summary.reason.is_empty() {
            return String::new();
        }
        let text = format!("{}: {}", run.label, summary.reason);
        let place = self.texts.iter().position(|known| *known == text).unwrap_or_else(|| {
            self.texts.push(text);
            self.texts.len() - 1
        });
        format!(" [{}]", place + 1)
    }

    /// The notes, one a line.
    pub(super) fn text(&self) -> String {
        let numbered = self.texts.iter().enumerate();
        numbered.map(|(index, text)| format!(" [{}] {text}\n", index + 1)).collect()
    }
}

/// What a reader should know of the run besides the figures, one a line.
pub(super) fn remarks(document: &Document) -> String {
    let lines = document.platforms.iter().flat_map(remarks_on);
    lines.map(|line| format!(" note: {line}\n")).collect()
}

/// The same of one platform, as lines.
pub(super) fn remarks_on(run: &PlatformRun) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(failure) = &run.failure {
        lines.push(format!("{}: {failure}", run.label));
    }
    lines.extend(run.incomplete.iter().map(|what| format!("{}: {what}", run.label)));
    let placement = placement_remarks(run);
    lines.extend(placement.iter().map(|remark| format!("{}: {remark}", run.label)));
    for (index, boot) in run.boots.iter().enumerate() {
        let name = format!("{}, boot {}", run.label, index + 1);
        lines.extend(console_remark(&name, boot));
        lines.extend(boot.notes.iter().map(|note| format!("{name}: the guest notes: {note}")));
    }
    lines
}

fn console_remark(name: &str, boot: &Boot) -> Option<String> {
    let console = &boot.console;
    let counts = [
        (console.damaged, "damaged"),
        (console.lost, "missing"),
        (console.unexpected, "out of place"),
    ];
    let found = counts.iter().filter(|(count, _)| *count > 0);
    let words: Vec<_> = found.map(|(count, word)| format!("{count} {word}")).collect();
    (!words.is_empty()).then(|| {
        format!("{name}: console records: {} intact, {}", console.records, words.join(", "))
    })
}
