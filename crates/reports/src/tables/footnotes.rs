//! The notes under a table: why a benchmark has no figure, and what else to know.

use super::external::placement_remarks;
use results::{Boot, Document, PlatformRun, Summary};

/// Numbered reasons, the same one only once, and whose they are.
#[derive(Debug, Default)]
pub(crate) struct Footnotes {
    reasons: Vec<(String, Vec<String>)>,
}

impl Footnotes {
    /// The mark that refers to the reason of `summary`; empty when it has none.
    pub(crate) fn mark(&mut self, run: &PlatformRun, summary: &Summary) -> String {
        if summary.reason.is_empty() {
            return String::new();
        }
        let known = self.reasons.iter().position(|(reason, _)| *reason == summary.reason);
        let place = known.unwrap_or_else(|| {
            self.reasons.push((summary.reason.clone(), Vec::new()));
            self.reasons.len() - 1
        });
        let labels = &mut self.reasons[place].1;
        if !labels.contains(&run.label) {
            labels.push(run.label.clone());
        }
        format!(" [{}]", place + 1)
    }

    /// The notes, one a line.
    pub(crate) fn text(&self) -> String {
        let numbered = (1..).zip(&self.reasons);
        numbered
            .map(|(n, (reason, labels))| format!(" [{n}] {}: {reason}\n", few(labels)))
            .collect()
    }
}

/// What there is to know of each platform, the same text only once.
pub(crate) fn caveats<'a>(platforms: impl IntoIterator<Item = &'a PlatformRun>) -> Vec<String> {
    let mut texts: Vec<(&str, Vec<String>)> = Vec::new();
    let each = |run: &'a PlatformRun| run.caveats().map(move |said| (run, said));
    for (run, said) in platforms.into_iter().flat_map(each) {
        match texts.iter_mut().find(|(text, _)| *text == said) {
            Some((_, labels)) => labels.push(run.label.clone()),
            None => texts.push((said, vec![run.label.clone()])),
        }
    }
    texts.iter().map(|(text, labels)| format!("{}: {text}", few(labels))).collect()
}

/// One or two names, or the first and how many more there are.
fn few(labels: &[String]) -> String {
    match labels {
        [first, _, _, ..] => format!("{first} and {} others", labels.len() - 1),
        _ => labels.join(", "),
    }
}

/// What a reader should know of the run besides the figures, one a line.
pub(crate) fn remarks(document: &Document) -> String {
    let lines = document.platforms.iter().flat_map(remarks_on);
    lines.map(|line| format!(" note: {line}\n")).collect()
}

/// The same of one platform, as lines.
pub(crate) fn remarks_on(run: &PlatformRun) -> Vec<String> {
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
    }
    lines.extend(notes(run));
    lines
}

/// What was noted of the boots: each sentence once, with the first boot that it is of.
fn notes(run: &PlatformRun) -> Vec<String> {
    let mut known: Vec<(&str, usize, usize)> = Vec::new();
    for (index, boot) in run.boots.iter().enumerate() {
        for note in &boot.notes {
            match known.iter_mut().find(|(text, ..)| text == note) {
                Some((.., others)) => *others += 1,
                None => known.push((note, index + 1, 0)),
            }
        }
    }
    let line = |(note, first, others)| {
        let more = if others > 0 { format!(" and {others} more") } else { String::new() };
        format!("{}, boot {first}{more}: the guest notes: {note}", run.label)
    };
    known.into_iter().map(line).collect()
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

#[cfg(test)]
mod tests {
    use super::*;
    use results::Status;

    #[test]
    fn what_is_noted_of_several_boots_is_told_once() {
        let boot = |note: &str| Boot { notes: vec![note.to_owned()], ..Boot::default() };
        let boots = vec![boot("a"), boot("b"), boot("a"), boot("a")];
        let run = PlatformRun { label: "x".into(), boots, ..PlatformRun::default() };
        let lines = ["x, boot 1 and 2 more: the guest notes: a", "x, boot 2: the guest notes: b"];
        assert_eq!(remarks_on(&run), lines);
    }

    #[test]
    fn a_reason_is_told_once_with_whose_it_is() {
        let skipped = |name: &str, reason: &str| {
            Summary::without_value(name, "test", Status::Skipped, reason.into())
        };
        let run = |label: &str| PlatformRun { label: label.into(), ..PlatformRun::default() };
        let mut notes = Footnotes::default();
        assert_eq!(notes.mark(&run("a"), &skipped("ipi", "needs 2 CPUs")), " [1]");
        assert_eq!(notes.mark(&run("a"), &skipped("in", "no port")), " [2]");
        assert_eq!(notes.mark(&run("a"), &skipped("ipi-running", "needs 2 CPUs")), " [1]");
        for label in ["b", "c"] {
            notes.mark(&run(label), &skipped("ipi", "needs 2 CPUs"));
        }
        notes.mark(&run("b"), &skipped("in", "no port"));
        assert_eq!(notes.text(), " [1] a and 2 others: needs 2 CPUs\n [2] a, b: no port\n");
    }
}
