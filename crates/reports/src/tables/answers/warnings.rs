//! The few things that change how figures are read.

use anstyle::{AnsiColor, Style};

use super::Answers;
use super::rows::has_others;
use crate::digits::count_text;
use crate::tables::footnotes::caveats;
use crate::tables::lines::{shortened, wrapped};
use analysis::SideBySide;
use results::{Document, Finding, Level, PlatformRun, Unit};

/// Warnings; more would not be read.
const MOST: usize = 3;

/// Columns that marks and ends of lines take of the two lines of a warning.
const MARGIN: usize = 20;

/// What hosts have to have in common to be one machine.
fn machine(about: &Document) -> [&str; 2] {
    [&about.host.cpu, &about.host.arch]
}

/// The warnings, the weightiest first, each in a line or two of `width` columns.
/// `kinds` are the results for each kind of guests.
pub(super) fn text(
    all: &SideBySide,
    kinds: &[Document],
    of: &Answers,
    colour: bool,
    width: usize,
) -> String {
    let said: Vec<String> = kinds.iter().flat_map(caveats_beside_marks).collect();
    let brief = |text: &String| shortened(text, 2 * width - MARGIN);
    let (bad, other) = findings(all, &said);
    let mut texts = failures(all);
    texts.extend(machines(all));
    texts.extend(said);
    texts.extend(bad.iter().map(brief));
    texts.extend(kinds.iter().find_map(|document| native(document, of)));
    texts.extend(other.iter().map(brief));
    texts.truncate(MOST);
    let paint = if colour { AnsiColor::Yellow.on_default().bold() } else { Style::new() };
    let marked = |text: &String| {
        let lines = wrapped("! ", text, width);
        format!("{paint}!{paint:#}{}", &lines[1..])
    };
    texts.iter().map(marked).collect()
}

/// What brought no figures, or not all.
fn failures(all: &SideBySide) -> Vec<String> {
    let mut texts = Vec::new();
    for source in all.sources.iter().filter(|source| !source.about.complete) {
        let name = if all.sources.len() > 1 { format!("{}: ", source.file) } else { String::new() };
        texts.push(format!("{name}the run was ended before it was over: this is what it had."));
    }
    for run in &all.document.platforms {
        let failed = run.benchmarks.iter().filter(|summary| summary.status.is_failure());
        let reason = failed.clone().map(|summary| &summary.reason).next();
        match (&run.failure, reason) {
            (Some(failure), _) => texts.push(format!("{}: {failure}", run.label)),
            (None, Some(reason)) => texts.push(format!(
                "{}: {} of {} failed: {reason}",
                run.label,
                failed.count(),
                run.benchmarks.len()
            )),
            (None, None) => {}
        }
    }
    texts
}

/// That results come from several machines, or from clocks of several rates.
fn machines(all: &SideBySide) -> Vec<String> {
    let mut texts = Vec::new();
    let abouts: Vec<&Document> = all.sources.iter().map(|source| &source.about).collect();
    if abouts.windows(2).any(|two| machine(two[0]) != machine(two[1])) {
        texts.push(
            "Different machines: what differs may be theirs, and not the software's.".to_owned(),
        );
    }
    let runs = &all.document.platforms;
    let is_apart = |run: &&PlatformRun| {
        runs.first().is_some_and(|first| first.unit == run.unit && !first.counts_as(run))
    };
    if let (Some(first), Some(other)) = (runs.first(), runs.iter().find(is_apart)) {
        let [one, two] =
            [first, other].map(|run| count_text(run.hz().unwrap_or_default() / 1_000_000));
        texts.push(format!(
            "Different clocks ({one} and {two} MHz): compare times; a cycle is not the same there."
        ));
    }
    texts
}

/// What platforms say of themselves. An emulator beside others has its mark instead.
fn caveats_beside_marks(document: &Document) -> Vec<String> {
    let with_others = has_others(document);
    let unmarked = document.platforms.iter().filter(|run| !(with_others && run.is_emulated()));
    caveats(unmarked)
}

/// That there is nothing native to set guests against.
fn native(document: &Document, of: &Answers) -> Option<String> {
    let is_native = |run: &PlatformRun| of.natives.contains(&run.platform.as_str());
    let is_foreign = document.platforms.iter().all(|run| run.boots.is_empty());
    let has_none = !is_foreign && !document.platforms.iter().any(is_native);
    has_none.then(|| "No native platform here: these are costs, not overheads.".to_owned())
}

/// What the doctor has against the machines, the bad and the rest, but for what is `said` already. It does
/// not matter to counted instructions.
fn findings(all: &SideBySide, said: &[String]) -> (Vec<String>, Vec<String>) {
    let is_counted = all.document.platforms.iter().all(|run| run.unit == Unit::Instructions);
    let of_all = all.sources.iter().flat_map(|source| &source.about.findings);
    let is_said = |finding: &Finding| {
        let subject = finding.found.split(':').next().unwrap_or_default();
        !subject.contains(' ') && said.iter().any(|text| text.contains(subject))
    };
    let found = of_all.filter(|one| one.level.is_trouble() && !is_counted && !is_said(one));
    let (bad, other): (Vec<_>, Vec<_>) = found.partition(|finding| finding.level == Level::Bad);
    let texts = |list: Vec<&Finding>| {
        let text = |one: &Finding| format!("{}: {}. {}", one.check, one.found, one.why);
        let mut texts: Vec<String> = list.into_iter().map(text).collect();
        texts.dedup();
        texts
    };
    (texts(bad), texts(other))
}
